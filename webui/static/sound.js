// A tone at a question, and booked payments said aloud: both off until a person turns them on, on this page alone.

import { pick } from "./words.js";

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
export function hear(state) {
  const questions = new Set((state.table?.questions ?? []).map((question) => question.id));
  if (allowed("tone") && [...questions].some((id) => !asked.has(id))) tone();
  asked = questions;
  if (!state.booked) return;
  const { match, entries = [] } = state.booked;
  // What was booked before the page opened, or in another match, is not news.
  const news = known && known.match === match ? entries.slice(known.entries) : [];
  if (allowed("voice")) for (const entry of news) speak(pick(entry), state.lang);
  known = { match, entries: entries.length };
}

function tone() {
  const context = new AudioContext();
  const [source, gain] = [context.createOscillator(), context.createGain()];
  source.frequency.value = TONE.pitch;
  gain.gain.setValueAtTime(TONE.loud, context.currentTime);
  gain.gain.exponentialRampToValueAtTime(0.0001, context.currentTime + TONE.lasts);
  source.connect(gain).connect(context.destination);
  source.start();
  source.stop(context.currentTime + TONE.lasts);
  source.onended = () => context.close();
}

function speak(sentence, lang) {
  const said = new SpeechSynthesisUtterance(sentence);
  said.lang = lang === "ja" ? "ja-JP" : "en-GB";
  speechSynthesis.speak(said);
}
