// A tone at a question, and booked payments said aloud: both off until a person turns them on, on this page alone.

import { state } from "./store.js";
import { listed, money, pick, say } from "./words.js";

const KEY = { tone: "sound-tone", voice: "sound-voice" };
/** Hz and seconds of the tone: a soft A, gone before anybody turns the head. */
const TONE = { pitch: 440, lasts: 0.25, loud: 0.08 };

/** Whether the tone or the voice is on. @param {"tone"|"voice"} what */
export const allowed = (what) => localStorage.getItem(KEY[what]) === "on";

/** Turn the tone or the voice on or off; a first sound shows what it is like. @param {"tone"|"voice"} what */
export function allow(what, on) {
  localStorage.setItem(KEY[what], on ? "on" : "off");
  if (on && what === "tone") tone();
}

let asked = new Set();
/** How many payments of which match were there; null before the first message. */
let known = /** @type {{match: string|null, entries: number}|null} */ (null);

/** Let what is new be heard. */
export function hear() {
  const questions = new Set((state.table?.questions ?? []).map((question) => question.id));
  if (allowed("tone") && [...questions].some((id) => !asked.has(id))) tone();
  asked = questions;
  if (!state.booked) return;
  const { match, entries = [] } = state.booked;
  // What was booked before the page opened, or in another match, is not news.
  const news = known && known.match === match ? entries.slice(known.entries) : [];
  if (allowed("voice")) for (const sentence of spoken(news, state.booked.players)) speak(sentence, state.lang);
  known = { match, entries: entries.length };
}

/**
 * Payments as one hears them: who is paid, for what, by whom; what several pay alike is one sentence.
 * @param {import("./wire").Entry[]} entries
 * @param {string[]} players
 */
export function spoken(entries, players) {
  const called = (seat) => (seat === null ? say("table") : players[seat]);
  const alike = /** @type {{[key: string]: import("./wire").Entry[]}} */ ({});
  for (const each of entries) (alike[`${each.rule} ${each.payee} ${each.mon}`] ??= []).push(each);
  return Object.values(alike).map((all) => say(all[1] ? "voice_each" : "voice_one", {
    payee: called(all[0].payee), why: pick(all[0].name), mon: money(all[0].mon, false), payers: listed(all.map(({ payer }) => called(payer))),
  }));
}

/** Sound the tone, in a context of its own. @param {BaseAudioContext & {close?: () => any}} context */
export function tone(context = new AudioContext()) {
  const [source, gain] = [context.createOscillator(), context.createGain()];
  source.frequency.value = TONE.pitch;
  gain.gain.setValueAtTime(TONE.loud, context.currentTime);
  gain.gain.exponentialRampToValueAtTime(0.0001, context.currentTime + TONE.lasts);
  source.connect(gain).connect(context.destination);
  source.start();
  source.stop(context.currentTime + TONE.lasts);
  source.onended = () => context.close?.();
}

function speak(sentence, lang) {
  const said = new SpeechSynthesisUtterance(sentence);
  said.lang = lang === "ja" ? "ja-JP" : "en-GB";
  speechSynthesis.speak(said);
}
