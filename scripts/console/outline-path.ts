import { OUTLINE_UNITS, toWorldX, toWorldY } from '../../src/console/map/view.ts';
import type { BaseMap } from './base-map.ts';

type Position = readonly [number, number];
type Ring = readonly Position[];

/**
 * The land as one path of SVG, for the first frame of a map: in whole units of the projected world. Neighbours are
 * rounded to the same corners, so that no gap is between them.
 */
export const drawOutlinePath = (land: BaseMap['land']): string =>
  land
    .flatMap(({ type, coordinates }) =>
      type === 'Polygon' ? (coordinates as Ring[]) : (coordinates as Ring[][]).flat(),
    )
    .map(toPath)
    .join('');

/** A smaller island is a dot. */
const MIN_CORNERS = 4;

function toPath(ring: Ring): string {
  const corners: Position[] = [];
  for (const [longitude, latitude] of ring) {
    const at = [
      Math.round(toWorldX(longitude) * OUTLINE_UNITS),
      Math.round(toWorldY(latitude) * OUTLINE_UNITS),
    ] as const;
    const [last, before] = [corners.at(-1), corners.at(-2)];
    if (last && last[0] === at[0] && last[1] === at[1]) continue;
    if (last && before && isStraight(before, last, at)) corners.pop();
    corners.push(at);
  }
  if (corners.length < MIN_CORNERS) return '';
  let [x, y] = corners[0] as Position;
  const steps = corners.slice(1).map((at) => {
    const step = `${at[0] - x} ${at[1] - y}`;
    [x, y] = at;
    return step;
  });
  return `M${corners[0]?.join(' ')}l${steps.join(' ')}z`;
}

const isStraight = ([ax, ay]: Position, [bx, by]: Position, [cx, cy]: Position): boolean =>
  (bx - ax) * (cy - by) === (by - ay) * (cx - bx) && (bx - ax) * (cx - bx) + (by - ay) * (cy - by) > 0;
