import type { Geometry } from '../../lib/polygon.ts';
import type { Position } from '../division.ts';

/** The part of TopoJSON that national atlases use: quantised arcs, shared by the polygons on both their sides. */
export interface Topology {
  transform: { scale: [number, number]; translate: [number, number] };
  arcs: [number, number][][];
  objects: Record<string, { geometries: TopologyGeometry[] }>;
}

export type TopologyGeometry = { id?: string; properties?: { name?: string } } & (
  | { type: 'Polygon'; arcs: number[][] }
  | { type: 'MultiPolygon'; arcs: number[][][] }
);

/** Lays out polygons: each ring is a chain of arcs, a negative number being an arc walked backwards. */
export function createGeometryReader({ transform, arcs }: Topology): (shape: TopologyGeometry) => Geometry {
  const laidOut = arcs.map((arc) => decodeArc(arc, transform));
  const ring = (chain: readonly number[]): Position[] =>
    chain.flatMap((index, step) => {
      const arc = index < 0 ? laidOut[~index]?.toReversed() : laidOut[index];
      // The first position of an arc is the last of the one before it.
      return (arc ?? []).slice(step === 0 ? 0 : 1);
    });
  return (shape) =>
    shape.type === 'Polygon'
      ? { type: 'Polygon', coordinates: shape.arcs.map(ring) }
      : { type: 'MultiPolygon', coordinates: shape.arcs.map((polygon) => polygon.map(ring)) };
}

/** Ten centimetres: far finer than what an atlas of a country was simplified to. */
const DIGITS = 6;

/** Each step of an arc is the difference from the one before, in units of the grid. */
function decodeArc(
  arc: readonly [number, number][],
  { scale, translate }: Topology['transform'],
): Position[] {
  let [column, row] = [0, 0];
  return arc.map(([right, up]) => {
    column += right;
    row += up;
    const longitude = column * scale[0] + translate[0];
    const latitude = row * scale[1] + translate[1];
    return [Number(longitude.toFixed(DIGITS)), Number(latitude.toFixed(DIGITS))];
  });
}
