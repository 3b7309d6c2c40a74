import { parseImportShape } from './geometry.ts';
import { type ImportRecordResult, paddedCode, refused } from './import-record.ts';

/** The names that national and city files use for the same things, in lower case. */
const PART_CODES = ['code_iris', 'dcomiris', 'c_quinsee', 'code_quartier', 'num_quartier', 'c_qu'];
const PART_NAMES = [
  'nom_iris',
  'l_qu',
  'nom_quartier',
  'lib_quartier',
  'quartier',
  'neighborhood',
  'neighbourhood',
];
const CODES = [
  'code',
  'code_insee',
  'insee_com',
  'codgeo',
  'insee',
  'com_code',
  'code_commune',
  'codigo',
  'id',
];
const NAMES = ['nom', 'name', 'nom_com', 'libgeo', 'libelle', 'nom_commune', 'nombre', 'nom_officiel'];
const MUNICIPALITIES = ['insee_com', 'depcom', 'code_insee', 'code_commune', 'com_code', 'codgeo', 'insee'];
const IRIS_TYPES = ['typ_iris', 'type_iris', 'typ'];

const MIN_ID_CHARS = 5;

type Properties = ReadonlyMap<string, string>;

const firstValue = (properties: Properties, names: readonly string[]): string | undefined =>
  names.map((name) => properties.get(name)).find((value) => value !== undefined && value !== '');

/** A GeoJSON feature: the contour of a division, or a part of a municipality. */
export function readFeature(text: string): ImportRecordResult {
  const feature = parseFeature(text);
  if (feature === undefined) return refused('not readable as JSON', text);
  const properties = lowercaseProperties(feature['properties'], feature['id']);
  const partName = firstValue(properties, PART_NAMES);
  const partCode = firstValue(properties, PART_CODES);
  const isPart = partName !== undefined || partCode !== undefined;
  const code = isPart ? partCode : firstValue(properties, CODES);
  const name = partName ?? firstValue(properties, NAMES);
  if (firstValue(properties, IRIS_TYPES) === 'Z') return refused('the whole of a municipality', name ?? code);
  const parentCode = isPart ? firstValue(properties, MUNICIPALITIES) : undefined;
  return toAreaRecord({ code, name, parentCode, isPart }, feature['geometry']);
}

/** One entry of the compact list of IRIS: `{code, nom, typ, g}` with the positions of a MultiPolygon. */
export function readIris(text: string): ImportRecordResult {
  const entry = parseFeature(text);
  if (entry === undefined) return refused('not readable as JSON', text);
  const properties = lowercaseProperties(entry, undefined);
  const [code, name] = [properties.get('code'), properties.get('nom')];
  if (properties.get('typ') === 'Z') return refused('the whole of a municipality', name ?? code);
  return toAreaRecord(
    { code, name, parentCode: undefined, isPart: true },
    { type: 'MultiPolygon', coordinates: entry['g'] },
  );
}

interface AreaLabels {
  readonly code: string | undefined;
  readonly name: string | undefined;
  readonly parentCode: string | undefined;
  readonly isPart: boolean;
}

function toAreaRecord({ code, name, parentCode, isPart }: AreaLabels, given: unknown): ImportRecordResult {
  const shape = parseImportShape(given);
  if ('fault' in shape) return refused(shape.fault, name ?? code);
  return {
    about: 'area',
    isPart,
    ...(code === undefined ? {} : { code: isPart ? code : paddedCode(code) }),
    ...(name === undefined ? {} : { name }),
    ...(parentCode === undefined ? {} : { parentCode: paddedCode(parentCode) }),
    ...shape,
  };
}

function parseFeature(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/** Members by their name in lower case; some publishers wrap each value in an array. */
function lowercaseProperties(members: unknown, id: unknown): Properties {
  const found = new Map<string, string>();
  // A short id is far more often a row number than the code of a department.
  if (typeof id === 'string' && id.length >= MIN_ID_CHARS) found.set('id', id);
  for (const [name, value] of Object.entries((members ?? {}) as Record<string, unknown>)) {
    const single: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
    if (typeof single === 'string' || typeof single === 'number')
      found.set(name.toLowerCase(), String(single).trim());
  }
  return found;
}
