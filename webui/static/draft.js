// What was dealt out or typed of a deal and is not booked yet: it is there again when the dialog is opened, the page loaded
// anew, or the browser closed in between.

import { matchOf, theMatch } from "./store.js";

/** The draft of this kind for the deal of now: what was `kept` of it, null for nothing; `keep(what)` keeps it. */
export function draftOf(kind) {
  const { match, deal } = theMatch();
  return draftAt(`draft ${match} ${deal.number} ${deal.laid} ${kind}`, localStorage);
}

/** The draft under a key of its own. */
export const draftAt = (key, store = sessionStorage) => ({
  kept: JSON.parse(store.getItem(key) ?? "null"),
  keep: (what) => store.setItem(key, JSON.stringify(what)),
});

/** Forget the drafts of deals that are over or were dealt anew; other matches may be gone on with. */
export function forgetDrafts(state) {
  const now = matchOf(state);
  if (!now) return;
  const here = now.phase === "over" ? "none" : `draft ${now.match} ${now.deal.number} ${now.deal.laid} `;
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(`draft ${now.match} `) && !key.startsWith(here)) localStorage.removeItem(key);
  }
}
