import { ROAD_CLASSES, type RoadClass } from '../../lib/road-levels.ts';
import type { Position } from '../division.ts';
import { isPosition, type RefusalReason, type RefusedRecord, refused } from '../import/import-record.ts';

/** The publishers whose files are known by the names of their properties. */
export type RoadOwner = 'OPENSTREETMAP' | 'IGN' | 'NATURAL_EARTH';

/** A main road of a file. */
export interface RoadRecord {
  readonly class: RoadClass;
  readonly owner: RoadOwner;
  readonly ref?: string;
  readonly name?: string;
  readonly lines: readonly (readonly Position[])[];
}

export type RoadRecordResult = RoadRecord | RefusedRecord;

type Properties = ReadonlyMap<string, string>;
interface RoadKind {
  readonly class: RoadClass;
  readonly owner: RoadOwner;
}

const REFS = ['ref', 'num_route', 'cpx_numero', 'numero', 'label'];
const NAMES = ['name', 'cpx_toponyme_route_nommee', 'nom_voie', 'nom_1_gauche', 'nom_collaboratif_gauche'];
const MAX_REF_CHARS = 12;
/** "Not concerned" and "not recorded" of IGN. */
const NO_REF = /^n[cr]$/i;
const MAX_NAME_CHARS = 60;
/** A straight line of this length is a mistake, or crosses the date line. */
const MAX_STEP_DEGREES = 2;

/** `VOCATION` of ROUTE 500. */
const VOCATIONS: Readonly<Record<string, RoadClass>> = {
  'type autoroutier': 'MOTORWAY',
  'liaison principale': 'TRUNK',
  'liaison régionale': 'PRIMARY',
  'liaison locale': 'SECONDARY',
};
/** `importance` of BD TOPO: between metropolises, between departments, between towns. Higher numbers are local. */
const IMPORTANCES: Readonly<Record<string, RoadClass>> = { 1: 'TRUNK', 2: 'PRIMARY', 3: 'SECONDARY' };
/** `nature` of BD TOPO: what is no road of its own, or none for cars. */
const NOT_MAIN_NATURES = [
  'bretelle',
  'sentier',
  'chemin',
  'escalier',
  'bac ou liaison maritime',
  'piste cyclable',
];
/** `type` of Natural Earth. */
const HIGHWAY_TYPES: Readonly<Record<string, RoadClass>> = {
  'major highway': 'TRUNK',
  beltway: 'TRUNK',
  bypass: 'TRUNK',
  'secondary highway': 'PRIMARY',
  road: 'SECONDARY',
};

/** A GeoJSON feature as a main road, or why it is none. */
export function readRoadFeature(text: string): RoadRecordResult {
  const feature = parseObject(text);
  if (feature === undefined) return refused('not readable as JSON', text);
  const properties = lowercaseProperties(feature['properties']);
  const [ref, name] = [readRef(properties), firstValue(properties, NAMES)?.slice(0, MAX_NAME_CHARS)];
  const label = name ?? ref ?? feature['id'] ?? text;
  const kind = classifyRoad(properties);
  if (kind === undefined) return refused('not a main road', label);
  const lines = parseLines(feature['geometry']);
  if (typeof lines === 'string') return refused(lines, label);
  return { ...kind, ...(ref && { ref }), ...(name && { name }), lines };
}

function classifyRoad(properties: Properties): RoadKind | undefined {
  const value = (name: string): string | undefined => properties.get(name)?.toLowerCase();
  const vocation = value('vocation');
  if (vocation !== undefined) return asKind(VOCATIONS[vocation], 'IGN');
  const importance = value('importance');
  if (importance !== undefined) return asKind(classifyTopo(importance, value('nature')), 'IGN');
  // `fclass` is of the shapes of OpenStreetMap extracts, `class` of Overture Maps.
  const highway =
    value('highway') ?? value('fclass') ?? (value('subtype') === 'road' ? value('class') : undefined);
  if (highway !== undefined)
    return asKind(
      ROAD_CLASSES.find((one) => one.toLowerCase() === highway),
      'OPENSTREETMAP',
    );
  const isExpressway = value('expressway') === '1';
  return asKind(isExpressway ? 'MOTORWAY' : HIGHWAY_TYPES[value('type') ?? ''], 'NATURAL_EARTH');
}

function classifyTopo(importance: string, nature = ''): RoadClass | undefined {
  if (nature === 'type autoroutier') return 'MOTORWAY';
  return NOT_MAIN_NATURES.includes(nature) ? undefined : IMPORTANCES[importance];
}

const asKind = (found: RoadClass | undefined, owner: RoadOwner): RoadKind | undefined =>
  found && { class: found, owner };

/** The first of several numbers. GDAL writes tags without a column of their own as one text. */
function readRef(properties: Properties): string | undefined {
  const tagged = /"ref"=>"([^"]*)"/.exec(properties.get('other_tags') ?? '')?.[1];
  const ref = (firstValue(properties, REFS) ?? tagged)?.split(/[;/]/)[0]?.trim();
  return ref && ref.length <= MAX_REF_CHARS && !NO_REF.test(ref) ? ref : undefined;
}

const firstValue = (properties: Properties, names: readonly string[]): string | undefined =>
  names.map((name) => properties.get(name)).find((value) => value !== undefined && value !== '');

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function lowercaseProperties(members: unknown): Properties {
  const found = new Map<string, string>();
  if (typeof members !== 'object' || members === null) return found;
  for (const [name, value] of Object.entries(members))
    if (typeof value === 'string' || typeof value === 'number')
      found.set(name.toLowerCase(), plainText(String(value)));
  return found;
}

/** What is drawn on a map has no control characters. */
const plainText = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim();

function parseLines(given: unknown): Position[][] | RefusalReason {
  const { type, coordinates } = (given ?? {}) as { type?: unknown; coordinates?: unknown };
  if (!Array.isArray(coordinates)) return 'no line';
  if (type !== 'LineString' && type !== 'MultiLineString') return 'no line';
  const lines: Position[][] = [];
  for (const line of type === 'LineString' ? [coordinates as unknown] : (coordinates as unknown[])) {
    const parsed = parseLine(line);
    if (typeof parsed === 'string') return parsed;
    lines.push(parsed);
  }
  return lines.length === 0 ? 'no line' : lines;
}

function parseLine(given: unknown): Position[] | RefusalReason {
  if (!Array.isArray(given) || given.length < 2) return 'no line';
  const line: Position[] = [];
  for (const position of given as unknown[]) {
    if (!isPosition(position)) return explainPosition(position);
    const [x, y] = line.at(-1) ?? position;
    if (Math.max(Math.abs(position[0] - x), Math.abs(position[1] - y)) > MAX_STEP_DEGREES)
      return 'two positions more than 2 degrees apart';
    line.push([position[0], position[1]]);
  }
  return line;
}

/** Metres of a national projection are the usual mistake. */
const explainPosition = (position: unknown): RefusalReason =>
  Array.isArray(position) && position.every((part) => typeof part === 'number')
    ? 'not in longitude and latitude'
    : 'no line';
