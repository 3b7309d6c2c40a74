import type { Db } from '../../db/sql.ts';
import { LruCache } from '../../lib/lru-cache.ts';
import { MapGrid } from '../../lib/map-grid.ts';
import { boxContains, buildContour, type Contour, contourContains } from '../../lib/polygon.ts';
import type { Division, DivisionType, Position } from '../division.ts';
import { type ContourBox, selectContourBoxes } from '../store.ts';
import { type Gazetteer, listSpellings } from './gazetteer.ts';
import { selectGeometries } from './store.ts';

/** Looks up once what all evidence is computed from. */
export function buildLocateContext(
  hint: LocationHint,
  gazetteer: Gazetteer,
  contourHit: ContourHit,
): LocateContext {
  const parsed = parseLocationHint(hint);
  const spellings = parsed.names.flatMap(listSpellings);
  const named = citiesOf(
    spellings.flatMap((spelling) => gazetteer.byName(spelling)),
    gazetteer,
  );
  const corrected = swapMisplacedCodes(parsed, named, gazetteer);
  const { code, postalCode = '' } = corrected;
  const coded = code === undefined ? undefined : cityOf(gazetteer.byCode(code), gazetteer);
  const isPlain = [...named].some((city) => city === coded || city.postalCodes.includes(postalCode));
  return {
    hint: corrected,
    gazetteer,
    contourHit,
    spellings: [...new Set(spellings)],
    named: new Set([...named].map(({ id }) => id)),
    isPlain,
    isLocality: named.size === 0 && isPostalCodeOfOneCity(hint.postalCode, gazetteer),
  };
}

/** Five digits only: four may be a postal code of Belgium or Switzerland. */
const isPostalCodeOfOneCity = (postalCode = '', gazetteer: Gazetteer): boolean =>
  /\b\d{5}\b/.test(postalCode) && gazetteer.byPostalCode(postalCode.trim()).length === 1;

/** Swaps a postal code in the field of the INSEE code, and the other way round. */
function swapMisplacedCodes(
  hint: ParsedLocationHint,
  named: ReadonlySet<Division>,
  gazetteer: Gazetteer,
): ParsedLocationHint {
  const { code, postalCode } = hint;
  const isPostalCode = (text = ''): boolean => gazetteer.byPostalCode(text).length > 0;
  const isMisplaced = (text: string): boolean =>
    text === postalCode ||
    gazetteer.byCode(text) === undefined ||
    (postalCode === undefined && isNamedThere(text, named) && !named.has(gazetteer.byCode(text) as Division));
  if (code !== undefined && isMisplaced(code)) {
    return { ...hint, code: undefined, postalCode: postalCode ?? (isPostalCode(code) ? code : undefined) };
  }
  if (code !== undefined || postalCode === undefined || isPostalCode(postalCode)) return hint;
  const city = cityOf(gazetteer.byCode(postalCode), gazetteer);
  const fits = city !== undefined && (hint.names.length === 0 || named.has(city));
  return fits ? { ...hint, code: postalCode, postalCode: undefined } : hint;
}

const isNamedThere = (postalCode: string, named: ReadonlySet<Division>): boolean =>
  [...named].some(({ postalCodes }) => postalCodes.includes(postalCode));

/** The distinct municipalities of divisions, parts replaced by their municipality. */
export function citiesOf(divisions: readonly Division[], gazetteer: Gazetteer): Set<Division> {
  return new Set(divisions.flatMap((division) => cityOf(division, gazetteer) ?? []));
}

function cityOf(division: Division | undefined, gazetteer: Gazetteer): Division | undefined {
  let at = division;
  while (at !== undefined && at.type !== 'MUNICIPALITY') at = gazetteer.byId(at.parentId ?? '');
  return at;
}

/** The location of a listing as its source states it. Any member may be missing or wrong. */
export interface LocationHint {
  readonly city?: string | undefined;
  readonly postalCode?: string | undefined;
  readonly inseeCode?: string | undefined;
  readonly neighborhood?: string | undefined;
  readonly address?: string | undefined;
  readonly coordinates?: Position | undefined;
}

export type LocationHintName = 'city' | 'postalCode' | 'inseeCode' | 'coordinates';

/** A parsed hint, before any lookup. */
interface ParsedLocationHint {
  /** The city name and its parts, as "Lyon 3e" and "Part-Dieu" of "Lyon 3e - Part-Dieu"; the most likely first. */
  readonly names: readonly string[];
  readonly postalCode: string | undefined;
  readonly code: string | undefined;
  /** A department number beside the name: "Saint-Denis (93)". */
  readonly subregion: string | undefined;
  /** The number of a sorting office, in big cities that of the district: "PARIS CEDEX 07". */
  readonly office: string | undefined;
  readonly neighborhoods: readonly string[];
  readonly point: Position | undefined;
}

function parseLocationHint(hint: LocationHint): ParsedLocationHint {
  const city = decodeEntities(hint.city ?? '');
  const stated = findPostalCode(hint.postalCode ?? '') ?? findPostalCode(city);
  const fromAddress = decodeEntities(hint.address ?? '');
  const tail = ADDRESS_TAIL.exec(fromAddress);
  const text = cleanCityName(city) || cleanCityName(tail?.[2] ?? '');
  const names = [text, ...partsOf(text)].filter((part) => part !== '');
  return {
    names: [...new Set(names)],
    postalCode: stated ?? findPostalCode(tail?.[1] ?? ''),
    code: findInseeCode(hint.inseeCode ?? ''),
    subregion: SUBREGION.exec(city)?.[1]?.toUpperCase(),
    office: OFFICE.exec(city)?.[1],
    neighborhoods: [decodeEntities(hint.neighborhood ?? ''), ...partsOf(text).slice(1)].filter(
      (name) => name !== '',
    ),
    point: hint.coordinates,
  };
}

/** "12 rue de la Paix, 75002 Paris" */
const ADDRESS_TAIL = /\b(\d{5})\s+(\D{2,60})$/;
const SUBREGION = /\((\d{2,3}|2[ab])\)/i;
const OFFICE = /\bcedex\s*0?(\d{1,2})\b/i;
const CODE_DIGITS = 5;

/** Five digits anywhere, or four whose leading zero a spreadsheet dropped. */
function findPostalCode(text: string): string | undefined {
  const [figures] = /\d{5}/.exec(text.replace(/(?<=\d)\s(?=\d)/g, '')) ?? [];
  if (figures !== undefined) return figures;
  const short = /^\s*(\d{4})\s*$/.exec(text)?.[1];
  return short?.padStart(CODE_DIGITS, '0');
}

function findInseeCode(text: string): string | undefined {
  const code = text.trim().toUpperCase();
  if (/^\d{4}$/.test(code)) return code.padStart(CODE_DIGITS, '0');
  return /^(?:\d{5}|2[AB]\d{3})$/.test(code) ? code : undefined;
}

/** Removes postal codes, department numbers and the sorting office from a city name. */
const cleanCityName = (city: string): string =>
  city
    .replace(/\bcedex\b(?:\s*\d{1,2}\b)?/gi, ' ')
    .replace(/\(\s*(?:\d{2,5}|2[ab])\s*\)?/gi, ' ')
    .replace(/\b(?:F-?)?\d{5}\b/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;/-]+|[\s,;/-]+$/g, '');

const partsOf = (name: string): string[] => {
  const parts = name
    .split(/(?<!\s)\s+-\s+|(?:(?<!\s)\s+)?[,;|/(]\s*/)
    .map((part) => part.replace(/\)$/, '').trim());
  return parts.length > 1 ? parts.filter((part) => part !== '') : [];
};

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  rsquo: "'",
  nbsp: ' ',
  ccedil: 'ç',
  oelig: 'œ',
  aelig: 'æ',
};
const ACCENTS: Readonly<Record<string, string>> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  uml: '\u0308',
  cedil: '\u0327',
};

/** Decodes HTML entities, and UTF-8 that was read as Latin-1. */
function decodeEntities(text: string): string {
  const plain = text
    .replace(/&#(\d{2,5});/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(
      /&([a-zA-Z])(acute|grave|circ|uml|cedil);/g,
      (_, letter, accent) => letter + (ACCENTS[accent] ?? ''),
    )
    .replace(/&([a-zA-Z]+);/g, (whole, name) => ENTITIES[name.toLowerCase()] ?? whole);
  if (!/[ÃÂ][\u0080-\u00bf]/.test(plain)) return plain.trim();
  const decoded = Buffer.from(plain, 'latin1').toString('utf8');
  return (decoded.includes('\ufffd') ? plain : decoded).trim();
}

/** The contours at the listing's point. */
export interface ContourHit {
  /** The divisions of any level whose contour contains the point. */
  readonly containingIds: readonly string[];
  /** Whether the division has a contour, so that not containing the point is evidence. */
  hasContour(id: string): boolean;
}

export interface LocateContext {
  readonly hint: ParsedLocationHint;
  readonly gazetteer: Gazetteer;
  readonly contourHit: ContourHit;
  /** Every spelling of the stated city name. */
  readonly spellings: readonly string[];
  /** Ids of the municipalities with exactly this name. */
  readonly named: ReadonlySet<string>;
  /** One of these has the stated postal code or INSEE code. */
  readonly isPlain: boolean;
  /**
   * No municipality has this name, and only one has the postal code: it names a part of it, as Juan-les-Pins of
   * Antibes.
   */
  readonly isLocality: boolean;
}

/** The levels a listing is assigned to. */
const LEVELS: readonly DivisionType[] = [
  'MUNICIPALITY',
  'MUNICIPAL_DISTRICT',
  'NEIGHBORHOOD',
  'SUB_NEIGHBORHOOD',
];

/** Cells of 0.1 degrees. */
const grid = new MapGrid(100_000);
/** About 4 kB each; a feed lists city after city. */
const MAX_CACHED_CONTOURS = 4_000;

/** The contours of one country: all boxes are in memory, a contour is read when a point first falls into its box. */
export class ContourIndex {
  readonly #db: Db;
  readonly #ids: ReadonlySet<string>;
  readonly #cells = new Map<number, ContourBox[]>();
  readonly #cache = new LruCache<Contour>(MAX_CACHED_CONTOURS);

  constructor(db: Db, boxes: readonly ContourBox[]) {
    this.#db = db;
    this.#ids = new Set(boxes.map(({ id }) => id));
    for (const box of boxes) for (const cell of grid.cellsIn(box)) this.#add(cell, box);
  }

  #add(cell: number, box: ContourBox): void {
    const boxes = this.#cells.get(cell);
    if (boxes === undefined) this.#cells.set(cell, [box]);
    else boxes.push(box);
  }

  /** The divisions whose contour contains the point. */
  async hitAt(point: Position | undefined): Promise<ContourHit> {
    const hasContour = (id: string): boolean => this.#ids.has(id);
    if (point === undefined || this.#ids.size === 0) return { containingIds: [], hasContour };
    const boxes = (this.#cells.get(grid.cellAt(...point)) ?? []).filter((box) => boxContains(box, point));
    const contours = await this.#read(boxes.map(({ id }) => id));
    const containingIds = [...contours]
      .filter(([, contour]) => contourContains(contour, point))
      .map(([id]) => id);
    return { containingIds, hasContour };
  }

  async #read(ids: readonly string[]): Promise<Map<string, Contour>> {
    const found = new Map<string, Contour>();
    const missing: string[] = [];
    for (const id of ids) {
      const contour = this.#cache.get(id);
      if (contour === undefined) missing.push(id);
      else found.set(id, contour);
    }
    if (missing.length === 0) return found;
    for (const { id, geometry } of await selectGeometries(this.#db, missing)) {
      const contour = buildContour(geometry);
      found.set(id, contour);
      this.#cache.set(id, contour);
    }
    return found;
  }
}

export const loadContourIndex = async (db: Db, countryCode: string): Promise<ContourIndex> =>
  new ContourIndex(db, await selectContourBoxes(db, countryCode, LEVELS));
