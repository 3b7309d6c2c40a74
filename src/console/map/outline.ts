import type { Geometry } from 'geojson';
import { OUTLINE_UNITS, toPosition } from './view.ts';

/** The rings of the outline that the first frame shows, which is a path of SVG. */
export const parseOutline = (path: string): Geometry[] =>
  path
    .split('z')
    .filter((ring) => ring !== '')
    .map((ring) => {
      const numbers = ring.match(/-?\d+/g)?.map(Number) ?? [];
      let [x, y] = [0, 0];
      const positions: [number, number][] = [];
      // The first pair is a position, the others are steps from it on.
      for (let at = 0; at + 1 < numbers.length; at += 2) {
        x += numbers[at] ?? 0;
        y += numbers[at + 1] ?? 0;
        positions.push(toPosition(x / OUTLINE_UNITS, y / OUTLINE_UNITS));
      }
      return { type: 'Polygon', coordinates: [[...positions, positions[0] ?? [0, 0]]] };
    });
