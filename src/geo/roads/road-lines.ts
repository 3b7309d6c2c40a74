import { ROAD_CLASSES, ROAD_LEVELS, type RoadClass, type RoadLevel } from '../../lib/road-levels.ts';
import type { Position } from '../division.ts';

/** A line of one class: longitude and latitude alternating, in whole units of the finest level. */
export interface RoadLine {
  readonly class: RoadClass;
  readonly ref?: string;
  readonly name?: string;
  readonly units: readonly number[];
}

/** A line as it is stored and sent: steps from each position to the next, in units of its level. */
export interface RoadSteps {
  readonly class: RoadClass;
  readonly ref?: string;
  readonly name?: string;
  readonly steps: readonly number[];
}

export interface RoadSquare {
  readonly column: number;
  readonly row: number;
}

/** A level of the list, with its values in units. */
export interface RoadGrid {
  readonly level: number;
  readonly side: number;
  readonly tolerance: number;
  readonly unitsPerStep: number;
  readonly lowestRank: number;
}

export const FINEST_LEVEL = ROAD_LEVELS.length - 1;
const UNITS_PER_DEGREE = Math.max(...ROAD_LEVELS.map(({ stepsPerDegree }) => stepsPerDegree));

export const rankOf = (roadClass: RoadClass): number => ROAD_CLASSES.indexOf(roadClass);

export const ROAD_GRIDS: readonly RoadGrid[] = ROAD_LEVELS.map(
  ({ squareDegrees, toleranceDegrees, stepsPerDegree, lowestClass }: RoadLevel, level) => ({
    level,
    side: Math.round(squareDegrees * UNITS_PER_DEGREE),
    tolerance: toleranceDegrees * UNITS_PER_DEGREE,
    unitsPerStep: UNITS_PER_DEGREE / stepsPerDegree,
    lowestRank: rankOf(lowestClass),
  }),
);

/** A line in units, without repeated positions. Steps longer than half a square are divided. */
export function toUnits(line: readonly Position[], { side }: RoadGrid): number[] {
  const units: number[] = [];
  for (const [longitude, latitude] of line) {
    const [x, y] = [Math.round(longitude * UNITS_PER_DEGREE), Math.round(latitude * UNITS_PER_DEGREE)];
    if (units.length === 0) {
      units.push(x, y);
      continue;
    }
    const [fromX = 0, fromY = 0] = units.slice(-2);
    const parts = Math.ceil(Math.max(Math.abs(x - fromX), Math.abs(y - fromY)) / (side / 2));
    for (let part = 1; part <= parts; part += 1)
      units.push(
        Math.round(fromX + ((x - fromX) * part) / parts),
        Math.round(fromY + ((y - fromY) * part) / parts),
      );
  }
  return units;
}

/** Divides a line among the squares of a grid. Both parts have the position where it is divided. */
export function divideLine(
  units: readonly number[],
  { side }: RoadGrid,
): { square: RoadSquare; units: number[] }[] {
  const parts: { square: RoadSquare; units: number[] }[] = [];
  for (let at = 0; at + 3 < units.length; at += 2) {
    const [x = 0, y = 0, nextX = 0, nextY = 0] = units.slice(at, at + 4);
    const square = {
      column: Math.floor((x + nextX) / 2 / side),
      row: Math.floor((y + nextY) / 2 / side),
    };
    const last = parts.at(-1);
    if (last?.square.column === square.column && last.square.row === square.row)
      last.units.push(nextX, nextY);
    else parts.push({ square, units: [x, y, nextX, nextY] });
  }
  return parts;
}

/** Undefined for a line that is one position in the units of its level. */
export function encodeLine({ units, ...line }: RoadLine, { unitsPerStep }: RoadGrid): RoadSteps | undefined {
  const steps: number[] = [];
  let [x, y] = [0, 0];
  for (let at = 0; at < units.length; at += 2) {
    const nextX = Math.round((units[at] ?? 0) / unitsPerStep);
    const nextY = Math.round((units[at + 1] ?? 0) / unitsPerStep);
    if (at > 0 && nextX === x && nextY === y) continue;
    steps.push(nextX - x, nextY - y);
    [x, y] = [nextX, nextY];
  }
  return steps.length < 4 ? undefined : { ...line, steps };
}

export function decodeLine({ steps, ...line }: RoadSteps, { unitsPerStep }: RoadGrid): RoadLine {
  const units: number[] = [];
  let [x, y] = [0, 0];
  for (let at = 0; at < steps.length; at += 2) {
    x += (steps[at] ?? 0) * unitsPerStep;
    y += (steps[at + 1] ?? 0) * unitsPerStep;
    units.push(x, y);
  }
  return { ...line, units };
}
