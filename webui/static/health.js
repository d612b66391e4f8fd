// How yakume is: pictures a second, time per stage, age of the picture, disk, database, version. A slow computer and a
// camera that has stopped look alike on the picture; here they are told apart.

import { send } from "./api.js";
import { el } from "./dom.js";
import { openDialog, state } from "./store.js";
import { knows, say } from "./words.js";

const EVERY_MS = 2000;

/** Open the dialog with the figures of now. */
export async function askHealth() {
  const health = await send("/api/health", undefined, { method: "GET" });
  if (health) openDialog({ kind: "health", health });
}

/** What the dialog holds; its figures are asked for again as long as it is open. */
export function buildHealth({ health }) {
  const body = el("div", { class: "figures" }, rows(health));
  const again = async () => {
    if (!body.isConnected) return;
    const response = await fetch("/api/health").catch(() => null);
    if (response?.ok && body.isConnected) body.replaceChildren(...rows(await response.json()));
    setTimeout(again, EVERY_MS);
  };
  setTimeout(again, EVERY_MS);
  return [body];
}

/** @param {import("./wire").Health} health */
function rows({ camera, store, disk, version, uptime_s }) {
  const stages = camera.stages_ms;
  const hint = `camera_hint_${camera.state}`;
  const line = (word, value, bad = false) => el("div", { "data-bad": bad }, el("dt", {}, say(word)), el("dd", {}, value));
  const number = (value, digits = 0) => value.toLocaleString(state.lang, { maximumFractionDigits: digits });
  const well = ["live", "ended", "off"].includes(camera.state) && !store.code && !disk?.low;
  return [
    el("p", { class: "verdict", "data-bad": !well, role: "status" }, say(well ? "health_well" : "health_not_well")),
    el("dl", {},
      line("health_camera", [say(`camera_${camera.state}`), knows(hint) ? say(hint) : "", camera.detail].filter(Boolean).join(" — "), !["live", "ended", "off", "starting"].includes(camera.state)),
      camera.picture_age_ms === null ? "" : line("health_age", say("health_s", { n: number(camera.picture_age_ms / 1000, 1) }), camera.state === "frozen"),
      camera.state === "off" ? "" : line("health_fps", say("health_fps_n", { n: number(camera.fps, 1), all: number(camera.frames) })),
      stages ? line("health_stages", say("health_stages_ms", { detect: number(stages.detect), read: number(stages.read), judge: number(stages.judge), total: number(stages.total) }), camera.state === "slow") : "",
      camera.restarts ? line("health_restarts", number(camera.restarts)) : "",
      line("health_store", store.code ? say(knows(`error_${store.code}`) ? `error_${store.code}` : "error_other") : say("health_store_well", { kind: store.kind }), Boolean(store.code)),
      disk ? line("health_disk", say("health_gb", { free: number(disk.free_bytes / 1e9, 1), all: number(disk.total_bytes / 1e9), folder: disk.folder }) + (disk.low ? ` — ${say("health_low")}` : ""), disk.low) : "",
      line("health_version", `yakume ${version}`),
      line("health_uptime", say("health_min", { n: number(uptime_s / 60) }))),
    el("p", {}, el("a", { href: "/api/health", target: "_blank", rel: "noopener" }, say("health_json"))),
  ];
}
