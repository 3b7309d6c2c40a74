// node scripts/console/build-water.ts: writes water.json, the rivers and lakes of the base map, from two packages of the
// registry. They have 38 MB of the whole earth, so that they are read here once and are no dependencies.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listCommunes } from './base-map.ts';
import { drawRivers, type Position, toFragment } from './river-lines.ts';

const RIVERS = '@geo-maps/earth-rivers-250m@0.6.0';
const LAKES = '@geo-maps/earth-lakes-1km@0.6.0';
const BOX = { west: -9.6, south: 35.9, east: 9.8, north: 51.3 };
/** Smaller lakes are a dot at the zooms where they are drawn. In degrees. */
const MIN_LAKE_DEGREES = 0.012;

/** In degrees. */
const LAND_MARGIN = 0.06;
const towns = new Set(listCommunes().map(([x, y]) => `${cellOf(x)} ${cellOf(y)}`));

function cellOf(degrees: number): number {
  return Math.floor(degrees / LAND_MARGIN);
}

/** Water of countries that are not drawn would stand in the sea: a commune is near. */
const isOnLand = ([x, y]: Position): boolean =>
  [-1, 0, 1].some((right) => [-1, 0, 1].some((up) => towns.has(`${cellOf(x) + right} ${cellOf(y) + up}`)));

const isInside = (at: Position): boolean =>
  at[0] > BOX.west && at[0] < BOX.east && at[1] > BOX.south && at[1] < BOX.north && isOnLand(at);

function readOuterRings(name: string): Position[][] {
  const folder = mkdtempSync(join(tmpdir(), 'gable-water-'));
  try {
    const file = execFileSync('npm', ['pack', name, '--silent'], { cwd: folder, encoding: 'utf8' }).trim();
    execFileSync('tar', ['xzf', file], { cwd: folder });
    const map = JSON.parse(readFileSync(join(folder, 'package/map.geo.json'), 'utf8')) as {
      geometries: { coordinates: Position[][][] }[];
    };
    return map.geometries.flatMap(({ coordinates }) =>
      coordinates.flatMap(([outer = []]) => (outer.some(isInside) ? [outer] : [])),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const spanOf = (ring: readonly Position[], axis: 0 | 1): number =>
  Math.max(...ring.map((at) => at[axis])) - Math.min(...ring.map((at) => at[axis]));

/** Thousandths of a degree, each as the step from the one before. */
function encode(line: readonly Position[]): number[] {
  let [x, y] = [0, 0];
  return line.flatMap(([east, north]) => {
    const at = [Math.round(east * 1_000), Math.round(north * 1_000)] as const;
    const step = [at[0] - x, at[1] - y];
    [x, y] = at;
    return step;
  });
}

const rivers = drawRivers(readOuterRings(RIVERS).map(toFragment));
const lakes = readOuterRings(LAKES).filter(
  (ring) => Math.max(spanOf(ring, 0), spanOf(ring, 1)) >= MIN_LAKE_DEGREES,
);
const text = JSON.stringify({ rivers: rivers.map(encode), lakes: lakes.map(encode) });
writeFileSync(join(import.meta.dirname, 'water.json'), `${text.replaceAll('],[', '],\n[')}\n`);
console.log(`${rivers.length} lines of rivers and ${lakes.length} lakes, ${text.length} bytes`);
