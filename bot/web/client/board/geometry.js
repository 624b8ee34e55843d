// Points and outlines in board units: neighbouring cells are 1 from each other.

/** @typedef {[number, number]} Point */

/**
 * A value, or the nearer end of a range that it is not in.
 * @param {number} value
 * @param {number} least
 * @param {number} most
 */
export function clamp(value, least, most) {
  return Math.max(least, Math.min(value, most));
}

/**
 * How far two points are from each other.
 * @param {Point} one
 * @param {Point} other
 */
export function distance(one, other) {
  return Math.hypot(one[0] - other[0], one[1] - other[1]);
}

/**
 * The point that lies a share of the way from one point to another.
 * @param {Point} one
 * @param {Point} other
 * @param {number} share 0 to 1
 * @returns {Point}
 */
export function pointBetween(one, other, share) {
  return [one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share];
}

/**
 * The point at a distance from another in a direction.
 * @param {Point} origin
 * @param {number} angle radians, clockwise from the right
 * @param {number} length
 * @returns {Point}
 */
export function pointAround(origin, angle, length) {
  return [origin[0] + Math.cos(angle) * length, origin[1] + Math.sin(angle) * length];
}

/**
 * The points of a list in which x and y take turns.
 * @param {number[]} coordinates
 * @returns {Point[]}
 */
export function pointsOf(coordinates) {
  /** @type {Point[]} */
  const points = [];
  for (let index = 0; index < coordinates.length; index += 2) {
    points.push([coordinates[index], coordinates[index + 1]]);
  }
  return points;
}

/**
 * The path data of a line or outline whose corners are round.
 * @param {Point[]} points
 * @param {number} radius of the corners
 * @param {boolean} closed
 */
export function pathData(points, radius, closed) {
  const last = points.length - 1;
  let data = "";
  points.forEach((corner, index) => {
    const command = index === 0 ? "M" : "L";
    const isEnd = !closed && (index === 0 || index === last);
    if (radius === 0 || isEnd) {
      data += `${command}${corner}`;
      return;
    }
    const previous = points[index === 0 ? last : index - 1];
    const next = points[index === last ? 0 : index + 1];
    const start = towards(corner, previous, radius);
    const end = towards(corner, next, radius);
    data += `${command}${start}Q${corner} ${end}`;
  });
  return closed ? `${data}Z` : data;
}

/**
 * Where the rounding of a corner begins: at most half the way to the next corner.
 * @param {Point} corner
 * @param {Point} neighbour
 * @param {number} radius
 */
function towards(corner, neighbour, radius) {
  const length = distance(corner, neighbour) || 1;
  return pointBetween(corner, neighbour, Math.min(radius / length, 0.5));
}

/**
 * The corners of an arrow's head, and its line shortened to end within it.
 * @param {Point[]} line
 * @param {number} length of the head
 * @returns {{corners: Point[], line: Point[]}}
 */
export function arrowHead(line, length) {
  const tip = line[line.length - 1];
  const far = [...line].reverse().find((point) => distance(point, tip) >= length * 0.8);
  const tail = far || line[0];
  const angle = Math.atan2(tip[1] - tail[1], tip[0] - tail[0]);
  const base = pointAround(tip, angle, -length);
  const corners = [
    tip,
    pointAround(base, angle + Math.PI / 2, length * 0.58),
    pointAround(base, angle, length * 0.18),
    pointAround(base, angle - Math.PI / 2, length * 0.58),
  ];
  let shaft = line.slice(0, -1).filter((point) => distance(point, tip) >= length * 0.75);
  if (shaft.length === 0) shaft = line.slice(0, 1);
  shaft.push(pointAround(tip, angle, -length * 0.7));
  return { corners, line: shaft };
}
