// What the board reads of the server: a position's items, its decisions, its board; in short, as
// they are sent, and with names, as `unpack.js` gives them.

import type { SceneView } from "../protocol";
import type { Point } from "./geometry.js";

/** A polygon or a line. */
export interface PathItem {
  kind: "path";
  points: Point[];
  /** The role of its area, "" for none; as the other roles. */
  fill: string;
  line: string;
  width: number;
  closed: boolean;
  /** The radius of its corners. */
  round: number;
  /** The length of an arrow head at its end. */
  head: number;
  /** The length of its dashes. */
  dash: number;
  /** The role of a wider line beneath it. */
  casing: string;
  alpha: number;
}

/** A circle. */
export interface DiscItem {
  kind: "disc";
  point: Point;
  radius: number;
  fill: string;
  line: string;
  width: number;
  casing: string;
  alpha: number;
}

/** A tinted region: discs, and bands as wide that join them. */
export interface AreaItem {
  kind: "area";
  points: Point[];
  joins: [Point, Point][];
  radius: number;
  fill: string;
  alpha: number;
}

export interface PieceItem {
  kind: "piece";
  point: Point;
  /** "disc" or "tile" */
  shape: string;
  tone: string;
  /** Its width. */
  size: number;
  /** How high it stands. */
  level: number;
  glyph: string;
  /** Whether it has left the board. */
  ghost: boolean;
}

export interface TextItem {
  kind: "text";
  point: Point;
  text: string;
  size: number;
  role: string;
  /** First letter: l, m or r. */
  anchor: string;
  bold: boolean;
  casing: string;
  alpha: number;
}

export type Item = PathItem | DiscItem | AreaItem | PieceItem | TextItem;

/** A cell, and its place. */
export interface Cell {
  name: string;
  x: number;
  y: number;
  level: number;
}

/** A place at which a cell can be touched; on a map of a level it is smaller than 1. */
export interface Site {
  cell: string;
  x: number;
  y: number;
  scale: number;
}

/** A board without what lies on it. */
export interface Backdrop {
  width: number;
  /** Where it begins, below what the chat's pictures have there. */
  top: number;
  /** From `top` down. */
  height: number;
  cells: Cell[];
  items: Item[];
  maps: Site[];
}

/** A board as the server sends it. */
export interface SentBoard {
  size: [number, number, number];
  names: string;
  levels: number[];
  at: [number[], number[]];
  items: PackedItem[];
  maps: [string, number, number, number][];
}

/** A decision that can be made: its text, the stone that it uses ("" for none), where it goes. */
export interface Decision {
  text: string;
  source: string;
  target: string;
}

/** A decision as it is sent: its text alone where that is its cells with a dash between them. */
export type SentDecision = string | string[];

/** The kind of an item, where it is, and its other fields, of which the last may be left out. */
export type PackedItem = any[];

/** A point, or the number of a cell. */
export type Place = number | [number, number];

/**
 * A position as the server sends it, as far as the board reads it; of a match, with the decisions
 * of the turn that is being made, and how many of them one of `moves` would take the place of.
 */
export type View = SceneView & { made?: string[]; instead?: number };

/** What the board tells its view. */
export interface BoardEvents {
  /** A decision was made, and is shown already. */
  choose(move: string): void;
  /** Which of several decisions that go to the cell that was touched? */
  which(moves: string[]): void;
  /**
   * Nothing can be played on the cell that was touched, with the stone on `chosen` if that is not
   * "": the chosen one, or the one that the decision used which a touch would replace.
   */
  illegal(cell: string, chosen: string): void;
  /** A part of the board is enlarged, or is no longer. */
  zoomed?(): void;
}

export interface BoardOptions {
  /** Whether what can be touched is marked. */
  legal?: boolean;
  /** Whether anything can be touched. */
  live?: boolean;
  /** Whether the decisions replace the last one of the turn shown. */
  instead?: boolean;
}

export type Layer = "back" | "items" | "highlights" | "arrows" | "marks" | "ghost" | "cells";
