// What a page is told and says, made from the API's schema by tests/js/wire_types.py: change webui/wire.py or
// webui/schemas.py, and make it again.

/** Say that a card lies where none was found. */
export interface AddCard {
  seq: number;
  quad: [number, number][];
  /** a card such as 3t, or 'back' */
  card: string;
}

/** Book events, all or none, in the engine's wire form. */
export interface AddEvents {
  seq: number;
  events: { [key: string]: any }[];
}

/** Answer a question of the referee. */
export interface Answer {
  seq: number;
  question: string;
  answer: string;
}

/** What people may say; `p` is how likely it is, 0…1. */
export interface AnswerOffered {
  ja: string;
  en: string;
  card?: string;
  before?: number;
  id: string;
  p: number;
}

/** A hand, as faces: the kasu of a month look alike. */
export interface AskHand {
  seat: number;
  faces: string[];
}

/** Ask what a correction would change: other events, another card, or nothing in their stead. */
export interface AskInstead {
  seq: number;
  events?: { [key: string]: any }[];
  whole?: boolean;
  wrong?: string | null;
  right?: string | null;
}

/** Ask what may be told of a missing deal. */
export interface AskMissing {
  seq: number;
  missing: MissingDeal;
}

/** Ask what a half-turn put right would change; with nothing at all, that it never happened. */
export interface AskTurn {
  seq: number;
  events?: { [key: string]: any }[];
  whole?: boolean;
  wrong?: string | null;
  right?: string | null;
  card?: string | null;
  takes?: string[];
}

/** One card. */
export interface AtlasCardOut {
  ja: string;
  kana: string;
  en: string;
  card: string;
  month: NamedOut;
  points: number;
}

/** What is booked: the replay of the log up to `seq`. */
export interface Booked {
  match: string;
  seq: number;
  ruleset: GameOfMatch;
  options: { [key: string]: boolean | number | string | null };
  players: string[];
  scores: number[];
  on_table: number;
  phase: string;
  deal: DealOfMatch;
  entries: Entry[];
  unpaid: Unpaid[];
  result: Result | null;
  problems: RuleProblem[];
  four: Four | null;
  rejected: Rejected[];
  lowered: number[];
  can_undo: boolean;
  undo: Words | null;
  redo: Words | null;
}

/** A player called 上がり or 下げ. */
export interface CalledIn {
  kind: "called";
  seat: number;
  call: "agari" | "sage";
  sets?: [string, number][] | null;
  fed: [string, number][];
}

/** How the camera is. */
export interface Camera {
  state: "off" | "starting" | "live" | "slow" | "dark" | "frozen" | "waiting" | "lost" | "blind" | "restarting" | "ended";
  detail: Words | null;
  hint: Words | null;
  restarts: number;
}

/** A camera of yakume's computer: its number, what the system calls it, and a picture as a ``data:`` URL. */
export interface CameraFound {
  source: string;
  name: string;
  picture: string;
  in_use: boolean;
}

/** How the camera is, with figures: `slow` is this computer's fault, `frozen` the camera's. */
export interface CameraHealth {
  state: "off" | "starting" | "live" | "slow" | "dark" | "frozen" | "waiting" | "lost" | "blind" | "restarting" | "ended";
  detail: Words | null;
  hint: Words | null;
  restarts: number;
  frames: number;
  fps: number;
  picture_age_ms: number | null;
  stages_ms: StageTimes | null;
}

/** What is looked at: camera number, stream, file or folder; None: nothing. */
export interface CameraInUse {
  in_use: string | null;
}

/** The camera was knocked, and it could not be found where the table lies now: its corners must be set again. */
export interface CameraLost {
  kind: "camera_lost";
}

/** The camera was knocked a moment ago; corners and zones have followed. */
export interface CameraMoved {
  corners: [[number, number], [number, number], [number, number], [number, number]];
  by_px: number;
  kind: "camera_moved";
}

/** What can be looked at, and what is. */
export interface Cameras {
  in_use: string | null;
  cameras: CameraFound[];
}

/** Who had played on ended the deal for half. */
export interface CancelledIn {
  kind: "cancelled";
  seat: number;
}

/** One card of a frame, tracked; or what a person says is one. */
export interface CardOnTable {
  track: number;
  card: string | null;
  face: string;
  p: number;
  quad: [[number, number], [number, number], [number, number], [number, number]];
  zone: string | null;
  stable: boolean;
  candidates: [string, number][];
  said?: string | null;
  laid?: [number, number] | null;
}

/** One half-turn or set of a deal that would be another; null where there is none. */
export interface ChangedOut {
  was: WordsOut | null;
  now: WordsOut | null;
}

/** One event that could stand there. */
export interface ChoiceInsteadOut {
  ja: string;
  en: string;
  events: { [key: string]: any }[];
  whole: boolean;
}

/** One answer a quiz offers: a rule or, where it is asked whose, a seat from 0; empty for nothing or nobody. */
export interface ChoiceOut {
  ja: string;
  kana: string;
  en: string;
  rule: string;
  why: RuleSaid | null;
}

/** A hand yaku that may be announced. */
export interface ClaimOut {
  parts: string[];
  ja: string;
  en: string;
  mon: number;
  show: string[];
  hide: string[];
  hide_at_most: number;
}

/** A card of the field that something lies over, though nobody may see the card itself any more. */
export interface CoveredCard {
  track: number;
  face: string;
  over: [number, number];
}

/** The deal that is played, or comes next. */
export interface DealOfMatch {
  number: number;
  laid: number;
  of: boolean | number | string | null;
  dealer: number;
  roles: (Words | null)[];
  parts: string[];
  unshown: number[];
  ends_in_hand: boolean;
  turns: Words | null;
}

/** The enrolled decks, the draft of the next, and how its learning goes. */
export interface Decks {
  decks: string[];
  in_use: string | null;
  folder: string;
  job: Job | null;
  photos: number;
  cards: SheetCard[];
  missing: string[];
}

/** What may be declared now. */
export interface DeclarationsOut {
  seq: number;
  roles: RoleOut[];
  bids: { [key: string]: any }[];
  teyaku: { [key: string]: YakuOut[] };
  hands: number[];
  field: string[];
  wrong: { [key: string]: any }[];
  turned: { [key: string]: any }[];
  two_turned: string;
  void: boolean;
  start: StartOut | null;
  settle: boolean;
  order: number[];
  tell: TellOut | null;
  tally: TallyAnewOut | null;
  points: PointsAnewOut | null;
}

/** Room where the database and the pictures lie. */
export interface Disk {
  folder: string;
  free_bytes: number;
  total_bytes: number;
  low: boolean;
}

/** A stable card is not surely read. */
export interface Doubtful {
  track: number;
  face: string;
  p: number;
  kind: "doubtful";
}

/** How the first dealer was drawn. */
export interface DrawnOut {
  rounds: { [key: string]: string }[];
  dealer: number;
}

/** The running deal is over. */
export interface EndDeal {
  seq: number;
}

/** Let nobody in by a link any more. */
export interface EndLink {
  id: string;
}

/** The match is over, and with it the deal that runs. */
export interface EndMatch {
  seq: number;
}

/** What became of an end that people told; where it cannot be settled, what is missing and what else may be done. */
export interface EndOut {
  booked: boolean;
  order: number[];
  missing: string[];
  lacking: number;
  uncalled: number[];
  asked: boolean;
  refusal: Refusal | null;
  tell: TellOut | null;
  tally: TallyAnewOut | null;
  points: PointsAnewOut | null;
  void: boolean;
}

/** One payment; payer and payee of null are the table. */
export interface Entry {
  ja: string;
  en: string;
  deal: number;
  payer: number | null;
  payee: number | null;
  mon: number;
  rule: string;
  because: string[];
  name: Words;
}

/** One payment; seats of None are the table. */
export interface EntryOut {
  ja: string;
  en: string;
  deal: number;
  payer: number | null;
  payee: number | null;
  mon: number;
  rule: string;
}

/** What a call brings on average with simple players, in 文 (八十: 点). */
export interface ExpectedOut {
  call: string | null;
  mean: number;
  error: number;
  deals: number;
}

/** Lay the table out anew, in the form in which `GET /api/layout` tells it. */
export interface FitTable {
  layout: { [key: string]: any };
  seats?: number | null;
}

/** Say what a card in the picture really is. */
export interface FixCard {
  seq: number;
  track: number;
  /** a card such as 3t, 'back', or 'none' for no card at all */
  card: string;
}

/** How well the running deal is followed. */
export interface FollowHealth {
  ja: string;
  en: string;
  id: "on thread" | "doubtful" | "lost";
}

/** Where it is put right who dealt a deal: at the end of the one before. */
export interface FollowsOut {
  at: number;
  rule: string;
  says: WordsOut;
}

/** What a rule does with four of a month on the field. */
export interface Four {
  ja: string;
  en: string;
  rule: string;
}

/** A game that can be started. */
export interface Game {
  ja: string;
  en: string;
  id: string;
  about: Words;
  players: number[];
  options: Option[];
}

/** The game that is played. */
export interface GameOfMatch {
  ja: string;
  en: string;
  id: string;
  unit: string;
  in_kan: boolean;
  below_zero: string;
  price: "kan" | "ten" | "mon";
  hand: number;
  field: number;
  ba: boolean;
  dealing: Words;
  calls: { [key: string]: Words };
  rules: { [key: string]: string };
}

export interface HTTPValidationError {
  detail?: ValidationError[];
}

/** What a hand holds. */
export interface HandOut {
  cards: string[];
  claims: ClaimOut[];
  sets: string[];
  oikomi_mon: number;
  announce: boolean;
  call: boolean;
}

/** A hand card and what playing it may do. */
export interface HandPlayOut {
  card: string;
  takes: TakeOut[];
  warnings: WarningOut[];
}

/** How far a set of the game is. */
export interface HandSetOut {
  rule: string;
  ja: string;
  en: string;
  mon: number;
  state: "done" | "open" | "dead";
  lacking: number;
  have: string[];
  missing: yakume__webui__routes__hand__MissingOut[];
}

/** How yakume is. */
export interface Health {
  version: string;
  uptime_s: number;
  camera: CameraHealth;
  store: StoreHealth;
  disk: Disk | null;
}

/** The log as people read it. */
export interface HistoryOut {
  seq: number;
  steps: StepOut[];
  undo: WordsOut | null;
  redo: WordsOut | null;
  insert: WordsOut | null;
}

/** What may be put right about what stands at one place of the log. */
export interface InsteadOut {
  choices: ChoiceInsteadOut[];
  cards: string[];
  tally: TallyAnewOut | null;
  points: PointsAnewOut | null;
  follows: FollowsOut | null;
  late?: LateOut | null;
  about?: WordsOut | null;
  removable: boolean;
}

/** How the learning of a deck goes. */
export interface Job {
  share?: number;
  message?: string;
  why?: Words | null;
  checked?: number;
  right?: number;
  right_before?: number;
  name: string;
  state: "learning" | "done" | "failed";
}

/** Begin or end keeping pictures that people correct. */
export interface KeepSamples {
  on: boolean;
}

/** A hand yaku that was forgotten, to be put in before an end; the words that lead to it. */
export interface LateOut {
  ja: string;
  en: string;
  teyaku: { [key: string]: YakuOut[] };
  field: string[];
  events: { [key: string]: any }[];
}

/** The table as it is laid out, and as it would be by default. */
export interface Layout {
  layout: TableFit;
  default: TableFit;
}

/** Learn the deck of the draft. */
export interface LearnDeck {
  name: string;
  replace?: boolean;
  incomplete?: boolean;
}

/** What there is to learn of a game. */
export interface LearnOut {
  ruleset: string;
  cards: AtlasCardOut[];
  teyaku: TaughtOut[];
  dekiyaku: TaughtOut[];
  open: { [key: string]: string };
}

/** A half-turn that the rules allow. */
export interface LegalOut {
  ja: string;
  en: string;
  events: { [key: string]: any }[];
  whole: boolean;
  card: string;
  cards: string[];
  takes: string[];
}

/** One scene of a game's lesson. */
export interface LessonOut {
  title: NamedOut;
  says: RuleSaid[];
  before: PlaceOut;
  after: PlaceOut;
  value: number | null;
  unit: "kan" | "ten" | "mon";
  opened: boolean;
}

/** The links that are good, the oldest first. */
export interface LinkList {
  address: string | null;
  certificate: string | null;
  secure: boolean;
  links: LinkListed[];
}

/** A link by which others come. */
export interface LinkListed {
  id: string;
  role: "keeper" | "player" | "watcher" | "camera";
  seat: number | null;
  made_ms: number;
}

/** A new link: its address and its picture are told this once. */
export interface LinkMade {
  link: LinkListed;
  url: string;
  qr: string;
}

/** Take a match off the list, or bring it back. */
export interface ListMatch {
  match: string;
}

/** The events of the match. */
export interface Log {
  match: string | null;
  seq: number;
  events: LoggedEvent[];
}

/** An event in the engine's wire form. */
export interface LoggedEvent {
  seq: number;
  at_ms: number;
  event: { [key: string]: any };
}

/** A set that somebody has. */
export interface MadeOut {
  ja: string;
  en: string;
  rule: string;
  value: number;
  hatto: boolean;
}

/** Make a link for others. */
export interface MakeLink {
  role: "keeper" | "player" | "watcher" | "camera";
  seat?: number | null;
}

/** Every match, the newest first, and which of them is open. */
export interface MatchList {
  open: string | null;
  matches: MatchListed[];
}

/** A match of the list; times are milliseconds since 1970. */
export interface MatchListed {
  match: string;
  number: number;
  name: string;
  ruleset: string;
  players: string[];
  begun_ms: number;
  last_ms: number;
  events: number;
  deals: number | null;
  over: boolean;
  standing: Words | null;
  deleted: boolean;
}

/** What the stream says: each field is an event of that name. */
export interface Messages {
  state: Booked | NoMatch;
  table: Table;
  camera: Camera;
  samples: Samples;
  decks: Decks;
  store: Refusal | null;
}

/** How long the parts of a reading took. */
export interface Milliseconds {
  detect: number;
  read: number;
}

/** A deal that is missing in the history, as far as it is told. */
export interface MissingDeal {
  before: number;
  events?: { [key: string]: any }[];
  dealer?: number | null;
}

/** Say what a card found on a deck's photograph is. */
export interface NameFound {
  number: number;
  /** a card such as 3t, or 'none' for no card of the deck */
  card: string;
}

/** Call a match something. */
export interface NameMatch {
  match: string;
  name: string;
}

/** Call the players of the match otherwise, from its start on. */
export interface NamePlayers {
  seq: number;
  players: string[];
}

/** A thing's name. */
export interface NamedOut {
  ja: string;
  kana: string;
  en: string;
}

/** Nothing has been started. */
export interface NoMatch {
  match: null;
  seq: number;
  players: string[];
  scores: number[];
  entries: Entry[];
  can_undo: boolean;
}

/** The camera shows nothing: nothing changes on the table until it does. */
export interface NoSight {
  why: "dark" | "covered";
  kind: "no_sight";
}

/** Everything seen in one frame, as of the source's own time. */
export interface Observation {
  frame: number;
  t_ms: number;
  source: string;
  size: [number, number];
  cards: CardOnTable[];
  hands: (string | null)[];
  problems: (TooMany | Doubtful | OutsideZones | UnknownDeck | CameraMoved | CameraLost | NoSight | UpsideDown | ZoneGrew)[];
  detect_ms: number;
  read_ms: number;
  covered: CoveredCard[];
  type: "observation.v1";
}

/** Go on with another match; `seq` is that of the match on the page now. */
export interface OpenMatch {
  seq: number;
  match: string;
}

/** A house rule of a game. */
export interface Option {
  key: string;
  default: boolean | number | string | null;
  choices: (boolean | number | string | null)[];
  any_count: boolean;
  ask: boolean;
  source: string;
  name: Words;
  about: Words;
  choice_names: Words[];
}

/** A stable card lies face up beside all zones. */
export interface OutsideZones {
  track: number;
  kind: "outside_zones";
}

/** People only talk, or they go on. */
export interface Pause {
  on: boolean;
}

/** How the pictures of a phone come that is the camera. */
export interface PhoneTold {
  chosen: boolean;
  sending: boolean;
  frames: number;
  fps: number;
  width: number | null;
  height: number | null;
  age_ms: number | null;
  camera: "off" | "starting" | "live" | "slow" | "dark" | "frozen" | "waiting" | "lost" | "blind" | "restarting" | "ended";
}

/** Say where a card lies. */
export interface PlaceCard {
  seq: number;
  /** a card such as 3t */
  card: string;
  to: string | null;
  instead?: string | null;
}

/** Where the cards of a scene lie. */
export interface PlaceOut {
  hand: string[];
  field: string[];
  pile: string[];
}

/** A half-turn as it is believed: a better reading replaces it until the deal is settled. */
export interface Play {
  at: number;
  seat: number;
  card: string;
  takes: string[];
  from_hand: boolean;
}

/** What one player has done in one game. */
export interface PlayerOut {
  player: string;
  game: WordsOut;
  ruleset: string;
  in_kan: boolean;
  below_zero: string;
  price: "kan" | "ten" | "mon";
  matches: number;
  finished: number;
  won: number;
  deals: number;
  total: number;
  mean: number;
  best: number;
  yaku: YakuCount[];
}

/** What a hand may do now. */
export interface PlaysOut {
  gone: string[];
  field: string[];
  unseen: number;
  takes: number;
  teyaku: number | null;
  plays: HandPlayOut[];
  sets: HandSetOut[];
}

/** A deal's end as it was told without its cards, to be told anew with `POST /api/tally`. */
export interface PointsAnewOut {
  deal: number;
  order: number[];
  tell: TellOut;
  points: { [key: string]: number };
  kasu: { [key: string]: number };
  roles: [string, number][];
  told: (CalledIn | TobikomiIn | CancelledIn)[];
}

/** Ask what events would change. */
export interface PreviewEvents {
  seq: number;
  events: { [key: string]: any }[];
  missing?: MissingDeal | null;
}

/** What events would change. */
export interface PreviewOut {
  events: { [key: string]: any }[];
  scores: number[];
  change: number[];
  added: EntryOut[];
  removed: EntryOut[];
  refused: string[];
  notes: WordsOut[];
}

/** What the start form proposes. */
export interface Proposal {
  ruleset: string;
  players: string[];
  dealer: number | null;
  options: { [key: string]: boolean | number | string | null };
  again: boolean;
}

/** What the deal would still pay if the set that is asked about ended it. */
export interface Provisional {
  seat: number;
  scores: number[];
  entries: Entry[];
}

/** Something that people must say; answers are the likeliest first. */
export interface Question {
  ja: string;
  en: string;
  id: string;
  kind: string;
  deal: number;
  seat: number | null;
  again: boolean;
  track: number | null;
  rule: string;
  cards: string[];
  answers: AnswerOffered[];
}

/** One question and its answer. */
export interface QuizOut {
  kind: "teyaku" | "dekiyaku" | "whose";
  piles: string[][];
  choices: ChoiceOut[];
  answer: string;
  made: TaughtOut[];
}

/** The field rate (場), or what the bids multiply by. */
export interface Rate {
  ja: string;
  en: string;
  id: string;
  multiplier: string;
}

/** A card of a photograph; `candidates` are faces with their probabilities, the likeliest first. */
export interface ReadCard {
  face: string;
  candidates: [string, number][];
  quad: number[][];
  score: number;
}

/** What was read in a photograph. */
export interface Reading {
  width: number;
  height: number;
  cards: ReadCard[];
  unread: UnreadCard[];
  unknown_deck: boolean;
  ms: Milliseconds;
}

/** Bring back what undo took back last. */
export interface Redo {
  seq: number;
  photo?: boolean;
}

/** Why something was refused, or what is wrong with the log of the match that is open. */
export interface Refusal {
  code: string;
  message: string;
  rule: string;
  why: Words | null;
  says: Words | null;
}

/** An event of the log that counts no more after a correction. */
export interface Rejected {
  seq: number;
  message: string;
}

/** One deal, scene by scene. */
export interface ReplayOut {
  deal: number;
  seq: number;
  decides: boolean;
  followed: WordsOut;
  scenes: SceneOut[];
}

/** How the match ended. */
export interface Result {
  scores: number[];
  unit: string;
  mon: number[];
  void: boolean;
}

/** What a seat does in the running deal. */
export interface RoleOut {
  part: "plays" | "asked" | "waits" | "in" | "dropped" | "squeezed" | "released" | "out";
  paid: number;
}

/** What a rule of the rule book says. */
export interface Rule {
  ja: string;
  en: string;
  rule: string;
  name: Words;
}

/** What does not add up. */
export interface RuleProblem {
  rule: string;
  message: string;
}

/** A rule in one sentence. */
export interface RuleSaid {
  rule: string;
  ja: string;
  en: string;
}

/** Whether corrected pictures are kept, where they lie, and how much room they take. */
export interface Samples {
  on: boolean;
  folder: string;
  pictures: number;
  bytes: number;
  limit_bytes: number;
  trouble: string;
}

/** How the table lay after one event or half-turn. */
export interface SceneOut {
  ja: string;
  en: string;
  seq: number | null;
  pictured: boolean;
  card: string | null;
  field: string[];
  captures: string[][];
  shown: string[][];
  scores: number[];
  entries: EntryOut[];
  rule: string;
  turn: number | null;
}

/** What lies before a player. */
export interface Seat {
  captures: string[];
  shown: string[];
  points: number | null;
  yaku: SetProgress[];
  teyaku: ShownYaku[];
}

/** A set that may be told, with the number of its cards. */
export interface SetOut {
  ja: string;
  en: string;
  rule: string;
  value: number;
  hatto: boolean;
  least: number;
  most: number;
  more: number;
}

/** A set of captures (出来役): `mon` is per opponent before the field rate. */
export interface SetProgress {
  ja: string;
  en: string;
  rule: string;
  mon: number;
  cards: string[];
  missing: string[];
  lacking: number;
  state: "open" | "done" | "dead";
}

/** What a page needs once. */
export interface Setup {
  you: You;
  lang: "ja" | "en" | null;
  names: { [key: string]: Words };
  rulesets: Game[];
  unsure: number;
  proposal: Proposal;
  demo: boolean;
  first: boolean;
}

/** A card that was found on the photographs of a deck. */
export interface SheetCard {
  number: number;
  card: string | null;
  p: number;
  doubtful: boolean;
  said: boolean;
  covered: boolean;
  again: string | null;
}

/** A hand yaku (手役) that was announced. */
export interface ShownYaku {
  ja: string;
  en: string;
  rule: string;
  mon: number;
}

/** What one picture takes, ms: means of the last ten seconds. */
export interface StageTimes {
  detect: number;
  read: number;
  judge: number;
  total: number;
}

/** Begin a match; `seq` is that of the match on the page now. */
export interface StartMatch {
  seq: number;
  ruleset: string;
  players: string[];
  dealer?: number;
  options?: { [key: string]: boolean | number | string | null };
}

/** How the next deal may begin. */
export interface StartOut {
  dealer: number;
  mizuten: boolean;
  blanks: number[];
  blank: WordsOut;
  partly: WordsOut;
}

/** What everybody has done. */
export interface StatisticsOut {
  players: PlayerOut[];
  how: WordsOut;
}

/** One event that counts. */
export interface StepOut {
  ja: string;
  en: string;
  seq: number;
  deal: number;
  event: { [key: string]: any };
  change: number[];
  entries: EntryOut[];
  rule: string;
  refused: Refusal | null;
  pictured: boolean;
}

/** Whether the database can be used. */
export interface StoreHealth {
  kind: string;
  code: string;
  message: string;
  why: Words | null;
}

/** What lies on the table now, how far everyone is, and what is asked. */
export interface Table {
  rate: Rate | null;
  field: string[];
  seats: Seat[];
  provisional: Provisional | null;
  questions: Question[];
  plays: Play[];
  turn: number | null;
  health: FollowHealth | null;
  paused: boolean;
  zones_grew: boolean;
  photo: Words | null;
  photo_back: Words | null;
  problems: Words[];
  hand_over_table: boolean;
}

/** Where the table's corners lie, as shares of the picture, and its zones, mm. */
export interface TableFit {
  players: number;
  size_mm: number[];
  corners: number[][];
  zones: { [key: string]: number[][] };
}

/** One way to play a card. */
export interface TakeOut {
  cards: string[];
  completes: string[];
}

/** A deal's end as it was told, to be told anew with `POST /api/tally`. */
export interface TallyAnewOut {
  deal: number;
  order: number[];
  piles: { [key: string]: string[] };
  told: (CalledIn | TobikomiIn | CancelledIn)[];
}

/** A deal as people tell it at its end. */
export interface TallyDeal {
  seq: number;
  piles?: { [key: string]: string };
  points?: { [key: string]: number } | null;
  kasu?: { [key: string]: number };
  roles?: [string, number][];
  told?: (CalledIn | TobikomiIn | CancelledIn)[];
  nobody?: boolean;
  at?: number | null;
  missing?: MissingDeal | null;
}

/** What a deal told at its end would pay. */
export interface TallyOut {
  missing: string[];
  standing: { [key: string]: MadeOut[] };
  threes: [number, number][];
  result: PreviewOut | null;
  silent: WordsOut | null;
  refusal: Refusal | null;
}

/** One yaku. */
export interface TaughtOut {
  ja: string;
  kana: string;
  en: string;
  rule: string;
  value: number;
  unit: "kan" | "ten" | "mon";
  cards: string[];
  least: number;
  about: { [key: string]: string };
}

/** What may be told of a deal whose cards nobody looks at. */
export interface TellOut {
  points: number | null;
  exact: boolean;
  sets: SetOut[];
  at_end: boolean;
  threes: [number, number][];
  liable: boolean;
  kasu_from: number | null;
  cancel: boolean;
  how: WordsOut;
  wants: WordsOut;
}

/** All four cards of a shown three were captured (飛込み). */
export interface TobikomiIn {
  kind: "tobikomi";
  seat: number;
  month: number;
  hatto_by?: number | null;
}

/** A face is surely read more often than there are cards that show it (COM-CARD-01). */
export interface TooMany {
  face: string;
  kind: "too_many";
}

/** What may be put right about one half-turn. */
export interface TurnInsteadOut {
  choices: ChoiceInsteadOut[];
  cards: string[];
  tally: TallyAnewOut | null;
  points: PointsAnewOut | null;
  follows: FollowsOut | null;
  late?: LateOut | null;
  about?: WordsOut | null;
  removable: boolean;
  legal: LegalOut[];
}

/** What a half-turn put right would change. */
export interface TurnsOut {
  events: { [key: string]: any }[];
  scores: number[];
  change: number[];
  added: EntryOut[];
  removed: EntryOut[];
  refused: string[];
  notes: WordsOut[];
  turns: ChangedOut[];
  draft: string;
  unfinished: Refusal | null;
  not_yet: WordsOut;
}

/** Take back the newest event that still counts. */
export interface Undo {
  seq: number;
  photo?: boolean;
}

/** More cards lie there that cannot be read than can: a deck that has to be enrolled. */
export interface UnknownDeck {
  unread: number;
  kind: "unknown_deck";
}

/** A deal of which there is no payment, or none that counts, and why; `rule` is empty for a draw. */
export interface Unpaid {
  ja: string;
  en: string;
  deal: number;
  rule: string;
}

/** Something like a card; `none` is how likely it is no card that is known, 0…1. */
export interface UnreadCard {
  face: string;
  candidates: [string, number][];
  quad: number[][];
  score: number;
  none: number;
}

/** The stock lies where it would if the camera hung the other way round. */
export interface UpsideDown {
  kind: "upside_down";
}

/** Look at a camera from now on. */
export interface UseCamera {
  source: string | null;
}

/** Choose the deck that is read with. */
export interface UseDeck {
  name: string | null;
}

/** Say that what was read in a photograph lies somewhere on the table, and nothing else does. */
export interface UsePhoto {
  seq: number;
  place: string;
  faces: string[];
}

export interface ValidationError {
  loc: (string | number)[];
  msg: string;
  type: string;
  input?: any;
  ctx?: { [key: string]: any };
}

/** What playing a card may cost (法度). */
export interface WarningOut {
  seat: number;
  rules: string[];
  mon: number;
  excusable: boolean;
}

/** One thing said in both languages. */
export interface Words {
  ja: string;
  en: string;
}

/** One thing said in both languages. */
export interface WordsOut {
  ja: string;
  en: string;
}

/** How often a yaku was paid for. */
export interface YakuCount {
  ja: string;
  en: string;
  rule: string;
  count: number;
}

/** A yaku with its printed price. */
export interface YakuOut {
  ja: string;
  en: string;
  rule: string;
  value: number;
}

/** Who asks, see `access`. */
export interface You {
  role: "keeper" | "player" | "watcher" | "camera";
  seat: number | null;
}

/** A zone has grown to where people lay their cards. */
export interface ZoneGrew {
  zone: string;
  polygon: [number, number][];
  kind: "zone_grew";
}

/** A card that a set lacks. */
export interface yakume__webui__routes__hand__MissingOut {
  card: string;
  place: "pile" | "hand" | "field" | "unseen";
  holder: number | null;
  fate: "sure" | "open" | "lost";
}

/** A missing deal as far as it is told. */
export interface yakume__webui__routes__missing__MissingOut {
  dealer: number;
  dealers: number[];
  told: WordsOut[];
  title: WordsOut;
  how: WordsOut;
  role: WordsOut;
  partly: WordsOut;
  now: DeclarationsOut;
  result: PreviewOut | null;
  refusal: Refusal | null;
}

/** What each route answers. */
export interface Answers {
  "POST /api/answer": Booked | NoMatch;
  "GET /api/camera/phone": PhoneTold;
  "POST /api/camera/phone": PhoneTold;
  "POST /api/camera/phone/stop": PhoneTold;
  "GET /api/cameras": Cameras;
  "POST /api/cameras/use": CameraInUse;
  "POST /api/cards": Booked | NoMatch;
  "POST /api/cards/add": Booked | NoMatch;
  "POST /api/cards/place": Booked | NoMatch;
  "POST /api/deal/end": EndOut;
  "GET /api/decks": Decks;
  "DELETE /api/decks/draft": Decks;
  "POST /api/decks/found": Decks;
  "POST /api/decks/frame": Decks;
  "DELETE /api/decks/learn": Decks;
  "POST /api/decks/learn": Decks;
  "POST /api/decks/missed": Decks;
  "POST /api/decks/photo": Decks;
  "POST /api/decks/use": Decks;
  "GET /api/declare": DeclarationsOut;
  "POST /api/demo/leave": CameraInUse;
  "GET /api/draw": DrawnOut;
  "GET /api/events": Log;
  "POST /api/events": Booked | NoMatch;
  "POST /api/hand": HandOut;
  "POST /api/hand/plays": PlaysOut;
  "GET /api/health": Health;
  "GET /api/history": HistoryOut;
  "GET /api/instead/{at}": InsteadOut;
  "POST /api/instead/{at}": PreviewOut;
  "GET /api/layout": Layout;
  "POST /api/layout": Layout;
  "POST /api/layout/shrink": Layout;
  "GET /api/learn/{ruleset}": LearnOut;
  "GET /api/learn/{ruleset}/lessons": LessonOut[];
  "GET /api/learn/{ruleset}/quiz": QuizOut;
  "GET /api/links": LinkList;
  "POST /api/links": LinkMade;
  "POST /api/links/end": LinkList;
  "POST /api/match": Booked | NoMatch;
  "POST /api/match/end": EndOut;
  "POST /api/match/players": Booked | NoMatch;
  "GET /api/matches": MatchList;
  "POST /api/matches/delete": MatchList;
  "POST /api/matches/open": Booked;
  "POST /api/matches/rename": MatchList;
  "POST /api/matches/restore": MatchList;
  "POST /api/missing": yakume__webui__routes__missing__MissingOut;
  "POST /api/pause": Pause;
  "POST /api/photo": Booked | NoMatch;
  "POST /api/preview": PreviewOut;
  "POST /api/read": Reading;
  "POST /api/redo": Booked | NoMatch;
  "GET /api/replay/{deal}": ReplayOut;
  "GET /api/rules/{rule}": Rule;
  "DELETE /api/samples": Samples;
  "GET /api/samples": Samples;
  "POST /api/samples": Samples;
  "GET /api/setup": Setup;
  "GET /api/state": Booked | NoMatch;
  "GET /api/statistics": StatisticsOut;
  "POST /api/tally": TallyOut;
  "GET /api/turns/{deal}/{at}": TurnInsteadOut;
  "POST /api/turns/{deal}/{at}": TurnsOut;
  "POST /api/undo": Booked | NoMatch;
  "GET /healthz": { [key: string]: string };
}

/** What a route answers, such as "GET /api/setup"; one that is not known answers anything. */
export type AnswerOf<Route extends string> = Route extends keyof Answers ? Answers[Route] : any;
