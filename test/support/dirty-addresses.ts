import { type Division, isGuessed, type Position } from '../../src/geo/division.ts';
import type { LocationHint } from '../../src/geo/locate.ts';
import { partitionPoint } from '../../src/lib/lower-bound.ts';
import { seededRandom } from '../../src/lib/seeded-random.ts';
import { withTypo } from './typing.ts';

export interface DirtyAddress {
  readonly truth: Division;
  readonly hint: LocationHint;
}

type Random = () => number;

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replaceAll('œ', 'oe');
const shortened = (text: string): string =>
  text
    .replace(/\bsaint\b/gi, 'St')
    .replace(/\bsainte\b/gi, 'Ste')
    .replace(/\bnotre-dame\b/gi, 'N.D.');
const withPostalWording = (text: string): string =>
  plain(shortened(text)).toUpperCase().replace(/[-']/g, ' ');
const withOcrErrors = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
const withHtmlEntities = (text: string): string =>
  text.replace(/[^\x20-\x7e]/g, (letter) => `&#${letter.codePointAt(0)};`);

/** How a name is written, with weights: by portals, by the post, by people, by broken programs. */
const SPELLINGS: readonly [
  share: number,
  write: (name: string, random: Random, truth: Division) => string,
][] = [
  [30, (name) => name],
  [18, (name) => withPostalWording(name)],
  [9, (name) => plain(name).toLowerCase()],
  [7, (name) => plain(name).toLowerCase().replaceAll('-', ' ')],
  [9, (name) => shortened(name)],
  [4, (name) => name.toUpperCase()],
  [7, (name, random) => withTypo(name, random)],
  [3, (name, _, { uniqueCode }) => `${name} (${uniqueCode.slice(0, 2)})`],
  [3, (name, _, { postalCodes }) => `${postalCodes[0] ?? ''} ${name}`],
  [2, (name) => `${withPostalWording(name)} CEDEX`],
  [1, (name) => name.slice(0, 20)],
  [2, (name) => `${name} - Centre`],
  [1, (name) => `${name} centre-ville`],
  [1, (name) => withOcrErrors(name)],
  [1, (name) => withHtmlEntities(name)],
  [1, (name) => `Commune de ${name}`],
  [1, (name) => name.replace(/-(?:sur|sous|en|lès|les)-/, '/')],
];

function pick<Entry>(entries: readonly (readonly [number, Entry])[], random: Random): Entry {
  let left = random() * entries.reduce((sum, [share]) => sum + share, 0);
  for (const [share, entry] of entries) {
    left -= share;
    if (left < 0) return entry;
  }
  return (entries.at(-1) as readonly [number, Entry])[1];
}

const oneOf = <Entry>(entries: readonly Entry[], random: Random): Entry =>
  entries[Math.floor(random() * entries.length)] as Entry;

/** Addresses with the errors of real feeds; half of them anywhere in the country, half weighted by population. */
export function* dirtyAddresses(divisions: readonly Division[], seed: number): Generator<DirtyAddress> {
  const random = seededRandom(seed);
  const municipalities = divisions.filter(
    ({ type, postalCodes }) => type === 'MUNICIPALITY' && postalCodes.length > 0,
  );
  const parts = Map.groupBy(
    divisions.filter(({ type }) => type === 'MUNICIPAL_DISTRICT'),
    ({ parentId }) => parentId,
  );
  const bySubregion = Map.groupBy(municipalities, ({ parentId }) => parentId);
  const peopled = new PopulationSampler(municipalities);
  for (;;) {
    const truth = random() < 0.5 ? oneOf(municipalities, random) : peopled.pick(random);
    const district = parts.get(truth.id) === undefined ? undefined : oneOf(parts.get(truth.id) ?? [], random);
    const hint = buildHint(
      { truth, district, municipalities, neighbours: bySubregion.get(truth.parentId) ?? [] },
      random,
    );
    const stated = [hint.city, hint.postalCode, hint.inseeCode, hint.coordinates].filter(
      (part) => part !== undefined,
    );
    if (stated.length >= 2) yield { truth, hint };
  }
}

interface Drawing {
  readonly truth: Division;
  readonly district: Division | undefined;
  readonly municipalities: readonly Division[];
  /** Those of the same department. */
  readonly neighbours: readonly Division[];
}

function buildHint(drawing: Drawing, random: Random): LocationHint {
  const postalCode = writtenPostalCode(drawing, random);
  return {
    city: random() < 0.03 ? undefined : writtenCity(drawing, random),
    postalCode: random() < 0.08 ? undefined : postalCode,
    inseeCode: random() < 0.2 ? writtenCode(drawing, random) : undefined,
    coordinates: random() < 0.55 ? writtenPoint(drawing, random) : undefined,
    address: random() < 0.3 ? '12 rue de la République' : undefined,
  };
}

function writtenCity({ truth, district }: Drawing, random: Random): string {
  const former =
    truth.formerNames.length > 0 && random() < 0.3 ? oneOf(truth.formerNames, random) : undefined;
  if (district === undefined || random() < 0.4)
    return pick(SPELLINGS, random)(former ?? truth.name, random, truth);
  const number = /\d+/.exec(district.name)?.[0] ?? '';
  return oneOf(
    [
      `${truth.name} ${number}ème arrondissement`,
      `${truth.name.toUpperCase()} ${number.padStart(2, '0')}`,
      district.name,
      `${truth.name} ${number}`,
    ],
    random,
  );
}

function writtenPostalCode({ truth, district, neighbours }: Drawing, random: Random): string {
  const right = district?.postalCodes[0] ?? oneOf(truth.postalCodes, random);
  const kind = random();
  if (district !== undefined && kind < 0.05) return `${right.slice(0, 2)}000`;
  if (kind < 0.02) return right.replace(/\d$/, (figure) => String((Number(figure) + 1) % 10));
  if (kind < 0.04) return oneOf(neighbours, random).postalCodes[0] ?? right;
  if (kind < 0.05) return `${right.slice(0, 2)} ${right.slice(2)}`;
  return right.startsWith('0') && kind < 0.3 ? right.slice(1) : right;
}

function writtenCode({ truth, district, municipalities }: Drawing, random: Random): string {
  const kind = random();
  if (kind < 0.03) return truth.formerCodes[0] ?? truth.uniqueCode;
  if (kind < 0.05) return oneOf(municipalities, random).uniqueCode;
  if (kind < 0.08) return truth.postalCodes[0] ?? '';
  const right = district?.uniqueCode ?? truth.uniqueCode;
  return right.startsWith('0') && kind < 0.2 ? right.slice(1) : right;
}

/** Two kilometres, or six where the centre is a guess. */
function writtenPoint({ truth, district, municipalities }: Drawing, random: Random): Position | undefined {
  const { centroid, centroidOrigin } = random() < 0.02 ? oneOf(municipalities, random) : (district ?? truth);
  if (centroid === null) return undefined;
  const spread = (isGuessed(centroidOrigin) ? 0.06 : 0.018) * (random() + random() - 1);
  const turn = 2 * Math.PI * random();
  const point: Position = [
    centroid[0] + 1.4 * spread * Math.cos(turn),
    centroid[1] + spread * Math.sin(turn),
  ];
  return random() < 0.01 ? [point[1], point[0]] : point;
}

/** Municipalities weighted by population. */
class PopulationSampler {
  readonly #municipalities: readonly Division[];
  readonly #ends: number[] = [];

  constructor(municipalities: readonly Division[]) {
    this.#municipalities = municipalities;
    let sum = 0;
    for (const { population } of municipalities) {
      sum += population ?? 0;
      this.#ends.push(sum);
    }
  }

  pick(random: Random): Division {
    const wanted = random() * (this.#ends.at(-1) ?? 0);
    const at = partitionPoint(0, this.#ends.length - 1, (middle) => (this.#ends[middle] ?? 0) <= wanted);
    return this.#municipalities[at] as Division;
  }
}
