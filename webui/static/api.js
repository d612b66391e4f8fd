// Speaking with yakume: commands out, events in.

import { state, update } from "./store.js";

/** Send a command; a refusal lands in `state.error`. @returns {Promise<any|null>} the answer, or null */
export async function send(path, body, { method = "POST", raw = false } = {}) {
  update({ error: null });
  try {
    const response = await fetch(path, {
      method,
      headers: raw ? {} : { "Content-Type": "application/json" },
      body: raw ? body : body === undefined ? undefined : JSON.stringify(body),
    });
    const answer = await response.json();
    if (response.ok) return answer;
    update({ error: answer.error });
  } catch {
    update({ error: { code: "unreachable", message: "yakume does not answer", rule: "" } });
  }
  return null;
}

/** A command that changes the log: it names the event it was based on, so nobody overwrites another. */
export function command(path, body = {}) {
  return send(path, { seq: state.booked?.seq ?? 0, ...body });
}

/** Follow the score and the table; the browser reconnects by itself and is spared what it has of this match. */
export async function follow() {
  const booked = await send("/api/state", undefined, { method: "GET" });
  const stream = new EventSource(`/api/stream?match=${booked?.match ?? ""}`);
  const take = (name, field) => stream.addEventListener(name, (event) => update({ [field]: JSON.parse(event.data) }));
  take("state", "booked");
  take("table", "table");
  take("camera", "camera");
  take("samples", "samples");
  take("decks", "decks");
  stream.onopen = () => update({ link: "open" });
  stream.onerror = () => update({ link: "lost" });
}

/** Follow the picture: of each observation the frame it was made from, and never more than one on the way. */
export function watch() {
  const stream = new EventSource("/api/observations");
  let newest = null;
  let busy = false;
  const next = async () => {
    if (busy || !newest || document.hidden) return;
    busy = true;
    const seen = newest;
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
        update({ seen, picture });
      }
    } catch {
      // A lost picture is replaced by the next one.
    }
    busy = false;
    next();
  };
  stream.addEventListener("observation", (event) => {
    newest = JSON.parse(event.data);
    next();
  });
  document.addEventListener("visibilitychange", next);
}
