// Choosing the camera: those of yakume's computer, each with a picture, a file or a network camera, or none.

import { get, send } from "./api.js";
import { el, set, text, within } from "./dom.js";
import { linkPicture, makeLink, trusting } from "./share.js";
import { state, update } from "./store.js";
import { pick, say } from "./words.js";

/** The cameras that were found; null before the first look. @type {import("./wire").Cameras|null} */
let found = null;
let looking = false;
/** What is looked at, as yakume told; undefined before it did. @type {string|null|undefined} */
let inUse;

/** What yakume calls a phone that sends its pictures. */
const PHONE = "phone";

/** What the chosen camera is called; empty without one. */
export function cameraName() {
  if (state.camera.state === "off" || inUse === null) return "";
  if (inUse === PHONE) return say("wizard_phone_name");
  const camera = found?.cameras.find(({ source }) => source === inUse);
  return camera ? nameOf(camera) : inUse ? shortName(inUse) : say("wizard_now");
}

/** The last part of a file's path; an address as it is. */
const shortName = (source) => (source.includes("://") ? source : source.split(/[\\/]/).at(-1) ?? source);

const nameOf = ({ source, name }) => name || say("wizard_camera_n", { n: source });

/** What the step holds. @param {(event: any) => unknown} startBlind begins at once without a camera */
export function buildCameras(startBlind) {
  const list = el("div", { class: "cameras" });
  const link = el("div", { role: "status" });
  const address = el("input", { type: "text", maxlength: 400, autocomplete: "off", spellcheck: "false", "aria-label": say("wizard_address"), placeholder: "rtsp://…" });
  const nodes = [
    el("p", {}, say("wizard_camera_pick")),
    list,
    el("div", { class: "actions start" }, el("button", { class: "quiet look", onclick: () => look(list) }, say("wizard_look_again")),
      el("button", { class: "quiet phone", onclick: () => usePhone(list, link) }, say("wizard_phone")),
      el("button", { class: "quiet", onclick: startBlind }, say("wizard_blind"))),
    link,
    el("details", {}, el("summary", {}, say("wizard_other")),
      el("form", { class: "address", onsubmit: (event) => {
        event.preventDefault();
        if (address.value.trim()) use(address.value.trim(), list);
      } }, address, el("button", {}, say("wizard_use")))),
    el("section", { class: "now" }, el("h3", {}, say("wizard_now")), el("img", { alt: say("picture") }), el("p", { role: "status" })),
  ];
  if (found) fillList(list);
  else look(list);
  return nodes;
}

/** Bring the live picture and its state up to `state`. */
export function fillCameras(parent, { camera, picture }) {
  const now = within(parent, ".now");
  const [, image, words] = now.children;
  const live = camera.state !== "off" && picture;
  set(image, { src: live ? picture : false, hidden: !live });
  text(words, camera.state === "off" ? say("wizard_none_chosen")
    : [say(`camera_${camera.state}`), pick(camera.hint)].filter(Boolean).join(" — "));
}

async function look(list) {
  if (looking) return;
  looking = true;
  list.replaceChildren(el("p", { role: "status" }, say("wizard_looking")));
  const cameras = await get("/api/cameras");
  looking = false;
  if (cameras) {
    found = cameras;
    inUse = cameras.in_use;
  }
  fillList(list);
}

function fillList(list) {
  const cameras = found?.cameras ?? [];
  list.replaceChildren(...(cameras.length ? cameras.map((camera) =>
    el("button", { class: "camera-choice", "aria-pressed": camera.source === inUse, onclick: () => use(camera.source, list) },
      el("img", { src: camera.picture, alt: "" }), el("span", {}, nameOf(camera)),
      el("small", {}, camera.source === inUse ? say("wizard_camera_used") : "")))
    // Who looks through a file, a stream or a phone needs none of this computer's.
    : [inUse ? el("p", { role: "status" }, say("wizard_no_other")) : el("p", { class: "alarm", role: "status" }, say("wizard_no_camera"))]));
}

/** A phone is the camera from now on; its QR code leads it to the page that sends the pictures. */
async function usePhone(list, link) {
  const made = await makeLink("camera");
  if (!made || !(await use(PHONE, list))) return;
  const links = await get("/api/links");
  link.replaceChildren(el("p", {}, say("wizard_phone_how")), links ? trusting(links) : "", linkPicture(made));
}

async function use(source, list) {
  const answer = await send("/api/cameras/use", { source });
  if (!answer) return false;
  inUse = answer.in_use;
  // The last picture was another camera's.
  update({ seen: null, picture: null });
  fillList(list);
  return true;
}
