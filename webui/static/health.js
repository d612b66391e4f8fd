// How yakume is: pictures a second, time per stage, age of the picture, disk, database, version. A slow computer and a
// camera that has stopped look alike on the picture; here they are told apart.

import { get } from "./api.js";
import { el, keyed, set, text } from "./dom.js";
import { openAnswered, state } from "./store.js";
import { pick, say } from "./words.js";

const EVERY_MS = 2000;

/** Open the dialog with the figures of now. */
export async function askHealth() {
  await openAnswered(get("/api/health"), (health) => ({ kind: "health", health }));
}

/** What the dialog holds; its figures are asked for again as long as it is open, and each is changed where it stands. */
export function buildHealth({ health }) {
  const verdict = el("p", { class: "verdict", role: "status" });
  const list = el("dl");
  const show = (/** @type {import("./wire").Health} */ now) => {
    const well = ["live", "off"].includes(now.camera.state) && !now.store.code && !now.disk?.low;
    text(set(verdict, { "data-bad": !well }), say(well ? "health_well" : "health_not_well"));
    keyed(list, lines(now), ({ word }) => word, ({ word }) => el("div", {}, el("dt", {}, say(word)), el("dd")), (node, { value, bad }) => {
      text(set(node, { "data-bad": bad }).lastChild, value);
    });
  };
  show(health);
  const again = async () => {
    if (!list.isConnected) return;
    const response = await fetch("/api/health").catch(() => null);
    if (response?.ok) show(await response.json());
    setTimeout(again, EVERY_MS);
  };
  setTimeout(again, EVERY_MS);
  return [el("div", { class: "figures" }, verdict, list, el("p", {}, el("a", { href: "/api/health", target: "_blank", rel: "noopener" }, say("health_json"))))];
}

/**
 * Each figure with its word, and whether it is what is wrong.
 * @param {import("./wire").Health} health
 * @returns {{word: string, value: string, bad: boolean}[]}
 */
function lines({ camera, store, disk, version, uptime_s }) {
  const stages = camera.stages_ms;
  const line = (word, value, bad = false) => ({ word, value, bad });
  const number = (value, digits = 0) => value.toLocaleString(state.lang, { maximumFractionDigits: digits });
  const looks = camera.state !== "off";
  return [
    line("health_camera", [say(`camera_${camera.state}`), pick(camera.hint), pick(camera.detail)].filter(Boolean).join(" — "), !["live", "off", "starting"].includes(camera.state)),
    looks && camera.picture_age_ms !== null && line("health_age", say("health_s", { n: number(camera.picture_age_ms / 1000, 1) }), camera.state === "frozen"),
    looks && line("health_fps", say("health_fps_n", { n: number(camera.fps, 1), all: number(camera.frames) })),
    looks && stages && line("health_stages", say("health_stages_ms", { detect: number(stages.detect), read: number(stages.read), judge: number(stages.judge), total: number(stages.total) }), camera.state === "slow"),
    camera.restarts > 0 && line("health_restarts", number(camera.restarts)),
    line("health_store", store.code ? pick(store.why) : say("health_store_well", { kind: store.kind }), Boolean(store.code)),
    disk && line("health_disk", say("health_gb", { free: number(disk.free_bytes / 1e9, 1), all: number(disk.total_bytes / 1e9), folder: disk.folder }) + (disk.low ? ` — ${say("health_low")}` : ""), disk.low),
    line("health_version", `yakume ${version}`),
    line("health_uptime", say("health_min", { n: number(uptime_s / 60) })),
  ].filter((each) => each !== false && each !== null);
}
