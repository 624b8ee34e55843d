// Made of bot/web/protocol.py by tools/page_types.py; change that instead.

export type ButtonStyle = "primary" | "success" | "danger" | "secondary";

export type ActionGroup = "answer" | "withdraw" | "ask" | "claim" | "end" | "after" | "resume" | "team" | "hear" | "help" | "other";

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
  choices: (ChoiceView)[];
}

export interface ChoiceView {
  value: string;
  label: string;
  description?: string;
  needs?: (Record<string, string>)[];
}

export interface SceneView {
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

export interface ClockView {
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
  clock: ClockView | null;
}

export interface RequestView {
  kind: string;
  text: string;
  actions: (Action)[];
}

export interface TurnView {
  number: number;
  mark: string;
  moves: string;
  ply: number;
}

export interface ResultView {
  title: string;
  why: string;
  count: string;
  won: boolean | null;
}

export interface MatchView extends SceneView {
  kind: "match";
  id: number;
  version: number;
  revision: number;
  ply: number;
  last: number;
  ends: (number)[];
  turns: (TurnView)[];
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
  requests: (RequestView)[];
  actions: (Action)[];
  result: ResultView | null;
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
  scene: SceneView | null;
}

export interface Invitation {
  text: string;
  terms: string;
  fair: string;
  note: string;
  actions: (Action)[];
}

export interface AskedView {
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
  scene: SceneView;
  computer: Action;
  lessons: boolean;
  puzzles: boolean;
}

export interface OpponentView {
  id: string;
  name: string;
}

export interface Found {
  kind: "found";
  people: (OpponentView)[];
  note: string;
}

export interface GameOption {
  name: string;
  label: string;
  meaning: string;
  value: string;
  choices: (ChoiceView)[];
}

export interface TermsView {
  kind: "terms";
  game: string;
  options: (GameOption)[];
  clocks: (ChoiceView)[];
  sides: (ChoiceView)[];
  levels: (ChoiceView)[];
  level: string;
  hint: string;
}

export interface Home {
  kind: "home";
  challenges: (Invitation)[];
  asked: (AskedView)[];
  waiting: (SmallMatch)[];
  running: (SmallMatch)[];
  mine: (Invitation)[];
  games: (GameCard)[];
  opponents: (OpponentView)[];
  open: boolean;
  menu: (Action)[];
  tag?: string;
}

export interface PictureView {
  scene?: SceneView;
  source?: string;
  alt: string;
}

export interface Block {
  lines?: (string)[];
  small?: boolean;
  picture?: PictureView;
  actions?: (Action)[];
  menus?: (Menu)[];
}

export interface CardView {
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

export interface CardBoard extends SceneView {
  specials: ((string)[])[];
  seats: (Seat)[];
}

export interface FieldView {
  name: string;
  label: string;
  type: "line" | "box" | "record" | "menu" | "number" | "check" | "member" | "members";
  value: string;
  example: string;
  required: boolean;
  choices: (ChoiceView)[];
}

export interface FormView {
  kind: "form";
  title: string;
  press: string;
  fields: (FieldView)[];
  first: number;
}

export interface QuestionView {
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

export interface OpenedMatch {
  kind: "open";
  match: number;
}

export type Answer = CardView | FormView | QuestionView | Word | Farewell | Files | OpenedMatch;

export interface NodeView {
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

export interface ThoughtView extends SceneView {
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
  tree: (NodeView)[];
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
  scene: SceneView;
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
  scene: SceneView;
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
  chosen: ChosenSettings;
}

export interface SettingsView extends Spoken {
  kind: "settings";
}

export interface SessionView extends Spoken {
  token: string;
  to: string;
  me: string;
  home?: Home;
  match?: MatchView;
  blobs: Record<string, any>;
}

export interface ChosenSettings {
  theme: string;
  coordinates: string;
  flip: boolean;
  language: string;
}
