import type { Position } from 'geojson';

/** A line that is stored as whole steps from each position to the next, longitude and latitude alternating. */
export function decodeSteps(steps: readonly number[], stepsPerDegree: number): Position[] {
  const line: Position[] = [];
  let [x, y] = [0, 0];
  for (let at = 0; at < steps.length; at += 2) {
    x += steps[at] ?? 0;
    y += steps[at + 1] ?? 0;
    line.push([x / stepsPerDegree, y / stepsPerDegree]);
  }
  return line;
}
