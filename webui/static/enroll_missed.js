// A card of the deck that was not found on its photographs: people tap where it lies and fit its outline.

import { send } from "./api.js";
import { el, set } from "./dom.js";
import { fitOutline, likeItsNeighbours } from "./missed.js";
import { update } from "./store.js";
import { cardName, say } from "./words.js";

/** The photographs that this page has sent for the draft. @type {{blob: Blob, url: string}[]} */
let photos = [];
let shown = /** @type {string|null} */ (null);

/** Remember a photograph that was sent. @param {Blob} blob */
export const keepPhoto = (blob) => photos.push({ blob, url: URL.createObjectURL(blob) });

/** The draft is begun anew. */
export function forgetPhotos() {
  for (const { url } of photos) URL.revokeObjectURL(url);
  photos = [];
}

/**
 * Bring the part up to the card that is looked for; null for none.
 * @param {HTMLElement} node
 * @param {string|null} card
 * @param {() => void} leave
 */
export function fitMissing(node, card, leave) {
  set(node, { hidden: !card });
  if (card === shown) return;
  shown = card;
  if (!card) return node.replaceChildren();
  const give = el("div", { class: "actions" }, el("button", { class: "quiet", type: "button", onclick: leave }, say("cancel")));
  const head = el("div", { class: "looked-at" }, el("img", { src: `/cards/${card}.svg`, alt: cardName(card), width: 66, height: 108 }),
    el("p", {}, say(photos.length ? "deck_tap_missing" : "deck_no_photo", { card: cardName(card) })));
  node.replaceChildren(head, ...photos.map((photo) => {
    const image = el("img", { src: photo.url, alt: say("deck_photo") });
    const button = el("button", { type: "button", class: "photo", onclick: (event) => place(node, card, photo, image, event, leave) }, image);
    return button;
  }), give);
}

function place(node, card, photo, image, event, leave) {
  const size = [image.naturalWidth, image.naturalHeight];
  const box = image.getBoundingClientRect();
  // Pressed by a key it is the middle, from where the outline is moved.
  const at = event.detail === 0 ? size.map((side) => side / 2)
    : [((event.clientX - box.x) / box.width) * size[0], ((event.clientY - box.y) / box.height) * size[1]];
  const { svg, turn, quad } = fitOutline(photo.url, size, likeItsNeighbours({ size: [size[0] * 1.4, 0], cards: [] }, at));
  const learn = el("button", { class: "seal", type: "button", onclick: async () => {
    const corners = quad.flat().map((value) => `quad=${value.toFixed(1)}`).join("&");
    const decks = await send(`/api/decks/missed?card=${card}&${corners}`, photo.blob, { raw: true });
    if (!decks) return;
    update({ decks });
    leave();
  } }, say("deck_is_this", { card: cardName(card) }));
  node.replaceChildren(el("p", {}, say("missed_hint")), svg,
    el("div", { class: "actions" }, turn, el("button", { class: "quiet", type: "button", onclick: leave }, say("cancel")), learn));
}
