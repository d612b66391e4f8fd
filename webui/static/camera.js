// A phone as the camera: it sends one picture after the other, the newest only, and says whether they arrive.

import { el, set, text } from "./dom.js";
import { state } from "./store.js";
import { whyOf } from "./trouble.js";
import { firstLanguage, say } from "./words.js";

/** @import { PhoneTold } from "./wire" */

const root = /** @type {HTMLElement} */ (document.getElementById("camera"));
/** Tells this phone from another, and is the same after the page is loaded again. */
const me = sessionStorage.getItem("phone") ?? crypto.getRandomValues(new Uint32Array(4)).join("-");
sessionStorage.setItem("phone", me);

const RATES = [1, 2, 3, 5, 8];
const SIDES = [1280, 1600, 1920, 2560];
const QUALITY = 0.85;
/** After this time an answer is not waited for any longer, ms; and so long after a failure is tried again. */
const GIVE_UP_MS = 8000;
const AGAIN_MS = 1500;

/** What was chosen, as this browser remembers it. */
const chosen = { rate: Number(localStorage.getItem("phone-rate")) || 3, side: Number(localStorage.getItem("phone-side")) || 1920, lens: "" };
/** @type {"off"|"starting"|"sending"|"slow"|"asleep"|"refused"|"ended"} */
let now = "off";
let trouble = "";
let note = "";
/** What yakume told of the pictures. @type {PhoneTold|null} */
let told = null;
/** @type {MediaStream|null} */
let stream = null;
/** @type {WakeLockSentinel|null} */
let awake = null;
let kb = 0;
let upright = /** @type {boolean|null} */ (null);
/** Counts starts: what an older one still does is over. */
let turn = 0;

const video = el("video", { muted: true, playsinline: true, autoplay: true });
video.muted = true;
const canvas = document.createElement("canvas");
const nodes = {
  title: el("h1"), lang: el("button", { class: "quiet", onclick: changeLanguage }), how: el("p"),
  state: el("p", { class: "state", role: "status" }, el("i", { "aria-hidden": "true" }), el("span")),
  figures: el("p", { class: "figures" }), read: el("p", { class: "figures" }),
  alarm: el("p", { class: "alarm", role: "alert" }), note: el("p", { class: "alarm", role: "status" }),
  start: el("button", { class: "seal", onclick: start }), stop: el("button", { onclick: () => stop("ended") }),
  lens: el("select", { onchange: () => restart(() => (chosen.lens = nodes.lens.value)) }),
  rate: el("select", { onchange: () => keep("rate", nodes.rate.value) }),
  side: el("select", { onchange: () => restart(() => keep("side", nodes.side.value)) }),
  lensWords: el("span"), rateWords: el("span"), sideWords: el("span"),
};
const lensBox = el("label", { hidden: true }, nodes.lensWords, nodes.lens);
root.append(
  el("header", {}, nodes.title, nodes.lang), nodes.how, video, nodes.state, nodes.figures, nodes.read, nodes.note, nodes.alarm,
  el("div", { class: "actions" }, nodes.start, nodes.stop),
  el("div", { class: "choices" }, lensBox, el("label", {}, nodes.rateWords, nodes.rate), el("label", {}, nodes.sideWords, nodes.side)),
);

function draw() {
  document.documentElement.lang = state.lang;
  document.title = `${say("phone_title")} — ${say("title")}`;
  text(nodes.title, say("phone_title"));
  text(nodes.lang, say("lang"));
  text(nodes.how, say("phone_how"));
  set(video, { "aria-label": say("phone_picture"), hidden: !stream });
  set(nodes.state, { "data-state": now });
  text(/** @type {Node} */ (nodes.state.lastChild), now === "refused" ? "" : say(`phone_state_${now}`));
  set(nodes.state, { hidden: now === "refused" });
  const arrives = told && (now === "sending" || now === "slow");
  text(nodes.figures, arrives && told ? say("phone_sent", { n: told.frames, fps: told.fps.toFixed(1), width: told.width ?? 0, height: told.height ?? 0, kb }) : "");
  text(nodes.read, arrives && told ? say("phone_read", { state: say(`camera_${told.camera}`) }) : "");
  text(nodes.alarm, trouble ? say(trouble) : "");
  text(nodes.note, note ? say(note) : "");
  const on = ["starting", "sending", "slow", "asleep"].includes(now);
  text(nodes.start, say("phone_start"));
  set(nodes.start, { hidden: on });
  text(nodes.stop, say("phone_stop"));
  set(nodes.stop, { hidden: !on });
  text(nodes.lensWords, say("phone_lens"));
  text(nodes.rateWords, say("phone_rate"));
  text(nodes.sideWords, say("phone_size"));
  fillSelect(nodes.rate, RATES.map((rate) => [`${rate}`, `${rate}`]), `${chosen.rate}`);
  fillSelect(nodes.side, SIDES.map((side) => [`${side}`, `${side} px`]), `${chosen.side}`);
}

/** @param {HTMLSelectElement} select @param {string[][]} options value and words of each */
function fillSelect(select, options, value) {
  const mark = JSON.stringify(options);
  if (select.dataset.mark !== mark) {
    select.dataset.mark = mark;
    select.replaceChildren(...options.map(([each, words]) => el("option", { value: each }, words)));
  }
  select.value = value;
}

function keep(what, value) {
  chosen[what] = Number(value);
  localStorage.setItem(`phone-${what}`, value);
}

/** Change something that the camera has to be opened anew for. */
function restart(change) {
  change();
  if (stream) start();
}

function changeLanguage() {
  state.lang = state.lang === "ja" ? "en" : "ja";
  localStorage.setItem("lang", state.lang);
  draw();
}

function tell(next, what = "") {
  now = next;
  trouble = what;
  draw();
}

/** Open the camera and send its pictures until that is stopped. */
async function start() {
  const mine = ++turn;
  close();
  if (!navigator.mediaDevices?.getUserMedia) return tell("refused", "phone_insecure");
  tell(now === "asleep" ? "asleep" : "starting");
  try {
    const size = { width: { ideal: chosen.side }, height: { ideal: Math.round((chosen.side * 9) / 16) } };
    const lens = chosen.lens ? { deviceId: { exact: chosen.lens } } : { facingMode: { ideal: "environment" } };
    const opened = await navigator.mediaDevices.getUserMedia({ audio: false, video: { ...size, ...lens } });
    if (mine !== turn) return opened.getTracks().forEach((track) => track.stop());
    stream = opened;
  } catch (error) {
    return mine === turn ? tell("refused", REFUSED[/** @type {Error} */ (error).name] ?? "phone_none") : undefined;
  }
  // A phone that sleeps, or a call that comes in, ends the track: the page begins again when it is seen again.
  stream.getVideoTracks()[0].addEventListener("ended", () => mine === turn && (document.hidden ? tell("asleep") : start()));
  video.srcObject = stream;
  await video.play().catch(() => {});
  listLenses();
  stayAwake();
  return sendAll(mine);
}

const REFUSED = { NotAllowedError: "phone_denied", SecurityError: "phone_denied", NotFoundError: "phone_none", OverconstrainedError: "phone_none", NotReadableError: "phone_busy" };

function close() {
  for (const track of stream?.getTracks() ?? []) track.stop();
  stream = null;
  video.srcObject = null;
}

/** Send nothing any more, and make room for another phone. */
function stop(next, what = "") {
  turn++;
  close();
  awake?.release();
  awake = null;
  note = "";
  navigator.sendBeacon(`/api/camera/phone/stop?phone=${me}`);
  tell(next, what);
}

/** One picture after the other: each is taken when the last was answered and its time has come. */
async function sendAll(mine) {
  while (mine === turn) {
    const begun = performance.now();
    const failed = document.hidden ? null : await sendOne(mine);
    if (mine !== turn) return;
    if (failed === "over") return;
    const pause = failed ? AGAIN_MS : 1000 / chosen.rate - (performance.now() - begun);
    await new Promise((after) => setTimeout(after, Math.max(0, pause)));
  }
}

/** Send what the camera sees now. Resolves with null if it arrived, "again" if it did not, "over" if it never will. */
async function sendOne(mine) {
  const [width, height] = [video.videoWidth, video.videoHeight];
  if (!width || !height) return null;
  const scale = Math.min(1, chosen.side / Math.max(width, height));
  set(canvas, { width: Math.round(width * scale), height: Math.round(height * scale) });
  canvas.getContext("2d")?.drawImage(video, 0, 0, canvas.width, canvas.height);
  const jpeg = /** @type {Blob|null} */ (await new Promise((ready) => canvas.toBlob(ready, "image/jpeg", QUALITY)));
  if (!jpeg || mine !== turn) return null;
  const stands = height > width;
  if (upright !== null && stands !== upright) note = "phone_turned";
  upright = stands;
  try {
    const answer = await fetch(`/api/camera/phone?phone=${me}`, { method: "POST", body: jpeg, headers: { "Content-Type": "image/jpeg" }, signal: AbortSignal.timeout(GIVE_UP_MS) });
    const said = await answer.json();
    if (mine !== turn) return null;
    if (answer.ok) {
      told = said;
      kb = Math.round(jpeg.size / 1024);
      tell("sending");
      return null;
    }
    // Ended links and refused pictures do not become better by being sent again; another phone may leave.
    if (answer.status === 401 || answer.status === 403 || answer.status === 413 || answer.status === 415) {
      stop("refused", whyOf(said.error));
      return "over";
    }
    tell("slow", whyOf(said.error));
  } catch {
    if (mine === turn) tell("slow");
  }
  return "again";
}

async function listLenses() {
  const lenses = (await navigator.mediaDevices.enumerateDevices()).filter((each) => each.kind === "videoinput");
  const used = stream?.getVideoTracks()[0].getSettings().deviceId ?? "";
  fillSelect(nodes.lens, lenses.map((each, at) => [each.deviceId, each.label || say("wizard_camera_n", { n: at + 1 })]), used);
  set(lensBox, { hidden: lenses.length < 2 });
}

/** Keep the screen on, where the browser can. */
async function stayAwake() {
  try {
    awake = await navigator.wakeLock.request("screen");
    if (note === "phone_awake_not") note = "";
  } catch {
    note ||= "phone_awake_not";
  }
  draw();
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden || !stream) return;
  // Seen again: what the browser took meanwhile, the screen's lock and perhaps the camera, is asked for again.
  const track = stream.getVideoTracks()[0];
  if (track.readyState === "ended" || track.muted) {
    tell("asleep");
    start();
  } else stayAwake();
});
addEventListener("pagehide", () => stream && navigator.sendBeacon(`/api/camera/phone/stop?phone=${me}`));

state.lang = firstLanguage(null);
draw();
