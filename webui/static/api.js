// Speaking with yakume: commands out, events in.

import { READ_MS } from "./dom.js";
import { refusal, state, UNREACHABLE, update } from "./store.js";

/** @import { AnswerOf } from "./wire" */

/**
 * Send a command; a refusal lands in `state.error`.
 * @template {string} Path
 * @template {string} [Method="POST"]
 * @param {Path} path
 * @param {any} [body]
 * @param {{method?: Method, raw?: boolean}} [options]
 * @returns {Promise<AnswerOf<`${Method} ${Path}`>|null>} the answer, or null
 */
export async function send(path, body, { method, raw = false } = {}) {
  update({ error: null });
  try {
    const response = await fetch(path, {
      method: method ?? "POST",
      headers: raw ? {} : { "Content-Type": "application/json" },
      body: raw ? body : body === undefined ? undefined : JSON.stringify(body),
    });
    const answer = await response.json();
    if (response.ok) return answer;
    update({ error: answer.error });
  } catch {
    update({ error: UNREACHABLE });
  }
  return null;
}

/**
 * Ask for something; a refusal lands in `state.error`.
 * @template {string} Path
 * @param {Path} path
 */
export const get = (path) => send(path, undefined, { method: "GET" });

/** What was sent and is not answered yet. */
let sent = { said: "", answer: /** @type {Promise<any>} */ (Promise.resolve()) };

/**
 * A command that changes the log: it names the event it was based on, so nobody overwrites another. A double tap is one command.
 * @param {string} path
 * @param {{[field: string]: any}} [body]
 */
export function command(path, body = {}) {
  const said = path + JSON.stringify(body);
  if (said !== sent.said) {
    const mine = (sent = { said, answer: book(path, body) });
    mine.answer.then(() => { mine.said = ""; });
  }
  return sent.answer;
}

async function book(path, body) {
  const answer = /** @type {any} */ (await send(path, { seq: state.booked?.seq ?? 0, ...body }));
  // The stream tells the same a moment later: a tap before that is about what stands now, too.
  const { match, seq } = state.booked ?? { seq: 0 };
  if (match && answer?.match === match && answer.seq > seq) take(answer);
  return answer;
}

/** The undo or redo tapped last: of what (-1 once it is answered), whether twice, and since when what comes next is named. */
let stepped = { path: "", seq: -1, twice: false, ms: 0 };

function take(booked) {
  if (stepped.seq >= 0 && booked?.seq > stepped.seq) stepped.ms ||= performance.now();
  update({ booked });
}

/**
 * Undo or redo what a button named when the log had `seq` events. A tap while that is on its way named the same once
 * more, and of a double tap the second was meant for it, too: nothing else is taken back for them, and it is told.
 * @param {string} path
 * @param {number} [seq]
 * @param {() => any} [then] shows what is named next, where the stream does not
 * @param {{photo?: boolean}} [what] a photograph instead of what was booked
 */
export async function step(path, seq = 0, then, what = {}) {
  if (stepped.seq === seq || (stepped.path === path && performance.now() - stepped.ms < READ_MS)) {
    stepped.twice = true;
    return update({ error: refusal("one_step") });
  }
  const now = (stepped = { path, seq, twice: false, ms: 0 });
  const done = await command(path, { seq, ...what });
  now.seq = -1;
  if (!done) return;
  now.ms ||= performance.now();
  if (!then) return;
  await then(); // clears what was told, too
  now.ms = performance.now();
  if (now.twice) update({ error: refusal("one_step") });
}

/**
 * Keep an event stream open while the page can be seen: a browser shares six connections among all its pages of one
 * address, and hidden ones would leave none for a command. What is told on opening is whole, so nothing is missed.
 * @param {(stream: EventSource) => void} listen adds the listeners to a new stream
 */
function stream(address, listen) {
  let open = /** @type {EventSource|null} */ (null);
  const follow = () => {
    if (document.hidden) {
      open?.close();
      open = null;
    } else if (!open) {
      open = new EventSource(address);
      listen(open);
    }
  };
  document.addEventListener("visibilitychange", follow);
  follow();
}

/** It answers again: that it did not is no news any more. */
const answers = () => state.error?.code === "unreachable" && update({ error: null });
addEventListener("online", answers);

/** Follow the score and the table; the browser reconnects by itself and is spared what it has of this match. */
export async function follow() {
  const booked = await get("/api/state");
  stream(`/api/stream?match=${booked?.match ?? ""}`, (open) => {
    const hear = (name, field) => open.addEventListener(name, (event) => update({ [field]: JSON.parse(event.data) }));
    open.addEventListener("state", (event) => take(JSON.parse(event.data)));
    hear("table", "table");
    // Without a camera what it saw last is no picture of the table any more.
    open.addEventListener("camera", ({ data }) => {
      const camera = JSON.parse(data);
      if (camera.state === "off") [newest, cameras] = [null, cameras + 1];
      update({ camera, ...(camera.state === "off" ? { seen: null, picture: null } : {}) });
    });
    hear("samples", "samples");
    hear("store", "damaged");
    hear("decks", "decks");
    open.onopen = () => {
      update({ link: "open" });
      answers();
    };
    open.onerror = () => {
      update({ link: "lost" });
      // The browser tries again by itself, unless it was refused: then the refusal says why.
      if (open.readyState === EventSource.CLOSED) get("/api/state");
    };
  });
}

/** What was seen last, until its picture is asked for. */
let newest = /** @type {any} */ (null);
/** How many cameras were taken away: a picture that is still on its way from one of them is none of the table any more. */
let cameras = 0;

/** Follow the picture: of each observation the frame it was made from, and never more than one on the way. */
export function watch() {
  let busy = false;
  const next = async () => {
    if (busy || !newest || document.hidden) return;
    busy = true;
    const [seen, camera] = [newest, cameras];
    newest = null;
    try {
      const response = await fetch(`/api/camera/frame.jpg?frame=${seen.frame}`);
      if (response.ok) {
        const picture = URL.createObjectURL(await response.blob());
        const image = new Image();
        image.src = picture;
        await image.decode();
        // A dialog may still show the picture it was opened on.
        if (state.picture && state.picture !== state.dialog?.picture) URL.revokeObjectURL(state.picture);
        if (camera === cameras) update({ seen, picture });
        else URL.revokeObjectURL(picture);
      }
    } catch {
      // A lost picture is replaced by the next one.
    }
    busy = false;
    next();
  };
  stream("/api/observations", (open) =>
    open.addEventListener("observation", (event) => {
      newest = JSON.parse(event.data);
      next();
    }));
}
