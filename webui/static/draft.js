// What was dealt out or typed of a deal and is not booked yet: it is there again when the dialog is opened or the page loaded anew.

import { matchOf, theMatch } from "./store.js";

/** The draft of this kind for the deal of now: what was `kept` of it, null for nothing; `keep(what)` keeps it. */
export function draftOf(kind) {
  const { match, deal } = theMatch();
  return draftAt(`draft ${match} ${deal.number} ${deal.laid} ${kind}`);
}

/** The draft under a key of its own. */
export const draftAt = (key) => ({
  kept: JSON.parse(sessionStorage.getItem(key) ?? "null"),
  keep: (what) => sessionStorage.setItem(key, JSON.stringify(what)),
});

/** Forget the drafts of deals that are over or were dealt anew; other matches may be gone on with. */
export function forgetDrafts(state) {
  const now = matchOf(state);
  if (!now) return;
  const here = now.phase === "over" ? "none" : `draft ${now.match} ${now.deal.number} ${now.deal.laid} `;
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(`draft ${now.match} `) && !key.startsWith(here)) sessionStorage.removeItem(key);
  }
}
