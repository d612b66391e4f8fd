// Links for others: a player of a seat, someone who looks on, a phone as the camera, another keeper. Each is shown once,
// with its QR code, and ended here. `askShare()` opens the dialog; `makeLink` and `linkPicture` are for other dialogs.

import { get, send } from "./api.js";
import { sure } from "./declare.js";
import { el } from "./dom.js";
import { openAnswered, state } from "./store.js";
import { say } from "./words.js";

/** @import { LinkList, LinkListed, LinkMade } from "./wire" */
/** @typedef {"keeper"|"player"|"watcher"|"camera"} Role */

/** Ask for the links that are good and show them, and make one for the player of `seat` if that is said. */
export async function askShare(seat = /** @type {number|null} */ (null)) {
  await openAnswered(get("/api/links"), (list) => ({ kind: "share", list, seat }));
}

/**
 * Make a link; a refusal lands in `state.error`.
 * @param {Role} role
 * @param {number|null} [seat] seat of a player
 */
export const makeLink = (role, seat = null) => send("/api/links", { role, seat });

/** Where phones get what has them trust this page, if they need it. @param {{certificate: string|null}} list as of /api/links */
export const trusting = ({ certificate }) => certificate ? el("p", {}, say("share_trust"), " ", el("a", { href: certificate, target: "_blank", rel: "noopener" }, certificate)) : "";

/** The QR code of a new link, its address, and a button that copies it. @param {LinkMade} made */
export function linkPicture(made) {
  const copy = el("button", { class: "quiet", onclick: async () => {
    // A page without HTTPS has no clipboard: the address is chosen, to be copied by hand.
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(made.url);
      copy.textContent = say("share_copied");
    } else address.select();
  } }, say("share_copy"));
  const address = el("input", { type: "text", readonly: true, value: made.url, "aria-label": say("share_copy"), onfocus: () => address.select() });
  return el("figure", { class: "link" },
    el("img", { src: made.qr, alt: say("share_qr", { who: whoseIs(made.link) }), width: 240, height: 240 }),
    el("figcaption", {}, el("b", {}, whoseIs(made.link)), el("span", {}, say("share_once")), address, el("div", { class: "actions" }, copy)));
}

/** What the dialog holds. */
export function buildShare({ list, seat: wanted = null }) {
  if (!list.address) return [el("p", {}, say("share_only_here"))];
  const fresh = el("div", { role: "status" });
  const good = el("ul", { class: "links" });
  const show = (/** @type {LinkListed[]} */ links) => {
    good.replaceChildren(...links.map((link) => row(link, (after) => show(after.links))));
    if (!links.length) good.append(el("li", {}, say("share_none")));
  };
  let links = list.links;
  const make = async (role, seat) => {
    const made = await makeLink(role, seat);
    if (!made) return;
    fresh.replaceChildren(linkPicture(made));
    fresh.scrollIntoView({ block: "nearest" });
    links = (await get("/api/links"))?.links ?? links;
    show(links);
  };
  const offer = (role, name, seat = /** @type {number|null} */ (null), not = "") => el("li", {},
    el("div", { class: "which" }, el("b", {}, name), el("small", {}, not || say(`share_${role}_may`))),
    el("button", { "aria-label": `${name}: ${say("share_make")}`, disabled: not !== "", onclick: () => make(role, seat) }, say("share_make")));
  const players = state.booked?.players ?? [];
  show(links);
  if (wanted !== null) make("player", wanted);
  return [
    el("p", {}, say("share_what")),
    trusting(list),
    el("section", { class: "part" }, el("h3", {}, say("share_new")),
      el("ul", { class: "links" },
        players.map((name, seat) => offer("player", say("share_player", { name, n: seat + 1 }), seat)),
        offer("watcher", say("share_watcher")), offer("camera", say("share_camera"), null, list.secure ? "" : say("share_camera_http")), offer("keeper", say("share_keeper"))),
      players.length ? "" : el("p", {}, say("share_no_match")),
      fresh),
    el("section", { class: "part" }, el("h3", {}, say("share_now")), good),
  ];
}

/** One good link, and the button that ends it; that is asked twice. */
function row(link, ended) {
  const end = sure(say("share_end"), async () => {
    const after = await send("/api/links/end", { id: link.id });
    if (after) ended(after);
  });
  const day = new Date(link.made_ms).toLocaleString(state.lang, { dateStyle: "medium", timeStyle: "short" });
  return el("li", { "data-link": link.id },
    el("div", { class: "which" }, el("b", {}, whoseIs(link)), el("small", {}, say("share_made", { day }))), end);
}

/** Whose a link is, in words. @param {LinkListed} link */
function whoseIs({ role, seat }) {
  if (seat === null) return say(`share_${role}`);
  const name = state.booked?.players?.[seat];
  return name ? say("share_player", { name, n: seat + 1 }) : say("seat_n", { n: seat + 1 });
}

/** True if the person at this page may answer a question of the referee: the keeper any, a player those of the seat. */
export function mayAnswer({ seat, kind }) {
  const { you } = state;
  return you.role === "keeper" || (you.role === "player" && seat === you.seat && !kind.startsWith("who_fed"));
}
