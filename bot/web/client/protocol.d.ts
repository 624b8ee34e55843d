// Made of bot/web/protocol.py by tools/page_types.py; change that instead.

export type Style = "primary" | "success" | "danger" | "secondary";

export type Group = "answer" | "withdraw" | "ask" | "claim" | "end" | "after" | "resume" | "team" | "hear" | "help" | "other";

export interface Action {
  name: string;
  label: string;
  press: string;
  style: "primary" | "success" | "danger" | "secondary";
  group: "answer" | "withdraw" | "ask" | "claim" | "end" | "after" | "resume" | "team" | "hear" | "help" | "other";
}

export interface Menu {
  label: string;
  press: string;
  value: string;
  choices: (Choice)[];
}

export interface Choice {
  value: string;
  label: string;
  description?: string;
  needs?: (Record<string, string>)[];
}

export interface Scene {
  back: string;
  theme: string;
  flip: boolean;
  look: (string)[];
  items: (any)[];
  held: (any)[];
  moves: (any)[];
  leaves: boolean;
  does: Record<string, any>;
  stone: (string)[];
}

export interface Clock {
  deadline: number;
  left: string;
}

export interface Seat {
  name: string;
  side: string;
  look: (string)[];
  stock: number;
  me: boolean;
  count: string;
  hints: string;
  on: boolean;
  clock: Clock | null;
}

export interface Request {
  kind: string;
  text: string;
  actions: (Action)[];
}

export interface Turn {
  number: number;
  mark: string;
  moves: string;
  ply: number;
}

export interface Result {
  title: string;
  why: string;
  count: string;
  won: boolean | null;
}

export interface MatchView extends Scene {
  kind: "match";
  id: number;
  version: number;
  revision: number;
  ply: number;
  last: number;
  ends: (number)[];
  turns: (Turn)[];
  game: string;
  game_name: string;
  name: string;
  title: string;
  aim: string;
  terms: string;
  running: boolean;
  paused: boolean;
  rated: boolean;
  mine: boolean;
  whole: boolean;
  instead: number;
  made: (string)[];
  undo: string;
  specials: ((string)[])[];
  step: string;
  notes: (string)[];
  said: string;
  played: (string)[];
  seats: (Seat)[];
  requests: (Request)[];
  actions: (Action)[];
  result: Result | null;
  following: number;
  tournament: CardLink | null;
  can: Can;
  tag?: string;
  error?: string;
}

export interface CardLink {
  label: string;
  press: string;
}

export interface Can {
  draw: boolean;
  sight: boolean;
  think: boolean;
  hint: string;
  hint_again: boolean;
  analyse: boolean;
}

export interface SmallMatch {
  id: number;
  name: string;
  game: string;
  who: string;
  waits: boolean;
  status: string;
  scene: Scene | null;
}

export interface Invitation {
  text: string;
  terms: string;
  fair: string;
  note: string;
  actions: (Action)[];
}

export interface Asked {
  match: number;
  text: string;
  actions: (Action)[];
}

export interface GameCard {
  slug: string;
  name: string;
  aim: string;
  minutes: string;
  difficulty: string;
  scene: Scene;
  computer: Action;
  lessons: boolean;
  puzzles: boolean;
}

export interface Opponent {
  id: string;
  name: string;
}

export interface Found {
  kind: "found";
  people: (Opponent)[];
  note: string;
}

export interface GameOption {
  name: string;
  label: string;
  meaning: string;
  value: string;
  choices: (Choice)[];
}

export interface Terms {
  kind: "terms";
  game: string;
  options: (GameOption)[];
  clocks: (Choice)[];
  sides: (Choice)[];
  levels: (Choice)[];
  level: string;
  hint: string;
}

export interface Home {
  kind: "home";
  challenges: (Invitation)[];
  asked: (Asked)[];
  waiting: (SmallMatch)[];
  running: (SmallMatch)[];
  mine: (Invitation)[];
  games: (GameCard)[];
  opponents: (Opponent)[];
  open: boolean;
  menu: (Action)[];
  tag?: string;
}

export interface Picture {
  scene?: Scene;
  source?: string;
  alt: string;
}

export interface Block {
  lines?: (string)[];
  small?: boolean;
  picture?: Picture;
  actions?: (Action)[];
  menus?: (Menu)[];
}

export interface Card {
  kind: "card";
  title: string;
  address: string;
  press: string;
  board: CardBoard | null;
  blocks: (Block)[];
  focus: (string)[];
  said: string;
  match: number;
  game: string;
}

export interface CardBoard extends Scene {
  specials: ((string)[])[];
  seats: (Seat)[];
}

export interface Field {
  name: string;
  label: string;
  type: "line" | "box" | "record" | "menu" | "number" | "check" | "member" | "members";
  value: string;
  example: string;
  required: boolean;
  choices: (Choice)[];
}

export interface Form {
  kind: "form";
  title: string;
  press: string;
  fields: (Field)[];
  first: number;
}

export interface Question {
  kind: "question";
  lines: (string)[];
  actions: (Action)[];
}

export interface Word {
  kind: "word";
  text: string;
}

export interface Farewell {
  kind: "farewell";
  text: string;
}

export interface Attachment {
  name: string;
  data: string;
}

export interface Files {
  kind: "files";
  text: string;
  files: (Attachment)[];
}

export interface Opening {
  kind: "open";
  match: number;
}

export type Answer = Card | Form | Question | Word | Farewell | Files | Opening;

export interface Node {
  id: number | string;
  parent: number | string;
  ply: number;
  depth: number;
  mark: string;
  move: string;
  planned: boolean;
  noted: boolean;
}

export interface Thinkable {
  plan: boolean;
  unplan: boolean;
  plans: boolean;
  remove: boolean;
  back: boolean;
  draft: boolean;
  shared: boolean;
}

export interface Thought extends Scene {
  kind: "thought";
  match: number;
  name: string;
  game: string;
  title: string;
  spot: (number | string)[];
  step: string;
  notes: (string)[];
  said: string;
  specials: ((string)[])[];
  seats: (Seat)[];
  tree: (Node)[];
  note: string;
  shared: boolean;
  actions: (Action)[];
  may: Thinkable;
  can: Can;
}

export interface Judgement {
  ply: number;
  number: number;
  title: string;
  why: (string)[];
  before: number;
  after: number;
  played: (string)[];
  better: (string)[];
  scene: Scene;
}

export interface Chance {
  number: number;
  ply: number;
  mark: string;
  moves: string;
  chance: number;
}

export interface AnalysisView {
  kind: "analysis";
  match: number;
  name: string;
  game: string;
  title: string;
  share: number;
  text: string;
  first: string;
  second: string;
  chances: (Chance)[];
  points: (Judgement)[];
  actions: (Action)[];
}

export interface RulesPicture {
  scene: Scene;
  caption: string;
  alt: string;
}

export interface RulesSection {
  heading: string;
  paragraphs: (string)[];
  points: (string)[];
  picture: RulesPicture | null;
}

export interface Rules {
  kind: "rules";
  game: string;
  name: string;
  aim: string;
  credit: string;
  link: string;
  sections: (RulesSection)[];
  lessons: boolean;
}

export interface Spoken {
  language: string;
  words: Record<string, string>;
  themes: ((string)[])[];
  coordinates: ((string)[])[];
  languages: ((string)[])[];
  chosen: Chosen;
}

export interface Settings extends Spoken {
  kind: "settings";
}

export interface Session extends Spoken {
  token: string;
  to: string;
  me: string;
  home?: Home;
  match?: MatchView;
  blobs: Record<string, any>;
}

export interface Chosen {
  theme: string;
  coordinates: string;
  flip: boolean;
  language: string;
}
