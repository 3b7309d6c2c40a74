import type { Node } from '../../src/catalogue/nodes.ts';
import { payloadSchema } from '../../src/ingest/payload.ts';
import { seededRandom } from '../../src/lib/seeded-random.ts';

/** Numbers from 0 to 1, the same for a seed. */
export type Random = () => number;

const below = (random: Random, count: number): number => Math.floor(random() * count);
const oneOf = <One>(random: Random, all: readonly One[]): One => all[below(random, all.length)] as One;

/** Stands for a number that JSON can represent and JavaScript cannot. */
const BEYOND = '@@1e400@@';

const NOISE_LENGTH = 130_000;
const noises = new Map<number, string>();

/** Incompressible texts: PostgreSQL accepts a long compressible one. Slices of one text, since generating them took longer than ingesting. */
function noise(random: Random, length: number, from: number, count: number): string {
  let whole = noises.get(from) ?? '';
  if (whole === '') {
    const drawn = seededRandom(from);
    const points = Array.from({ length: NOISE_LENGTH }, () => from + below(drawn, count));
    whole = points.map((point) => String.fromCodePoint(point)).join('');
    noises.set(from, whole);
  }
  const at = below(random, NOISE_LENGTH - length);
  return whole.slice(at, at + length);
}

const LENGTHS = [201, 501, 2_001, 2_800, 9_000, 60_000];
/** For a value within an array: some records stay below the maximum length. */
const MAX_INNER_LENGTH = 1_000;

const texts: readonly ((random: Random) => string)[] = [
  (random) => noise(random, oneOf(random, LENGTHS), 97, 26),
  (random) => noise(random, oneOf(random, LENGTHS), 0x3300, 0x57),
  (random) => noise(random, oneOf(random, LENGTHS), 0x4e00, 20_000),
  (random) => noise(random, oneOf(random, LENGTHS), 0x1f300, 700),
  (random) => '\ufdfa'.repeat(oneOf(random, LENGTHS)),
  (random) => `e${'\u0301'.repeat(oneOf(random, LENGTHS))}`,
  (random) => `${oneOf(random, ['\ud800', '\udc00', 'a\udbff', '\udfffb'])} surrogate`,
  (random) => oneOf(random, ['\u202e', '\u2028', '\u200d', '\ufeff', '\ufffe', '\u0085']).repeat(50),
  (random) => `control ${String.fromCharCode(below(random, 32))}${String.fromCharCode(below(random, 32))}`,
  () => 'nul \0 within',
  (random) => `https://${noise(random, oneOf(random, LENGTHS), 97, 26)}.example/`,
  (random) => `https://a.example/${noise(random, oneOf(random, LENGTHS), 0x4e00, 20_000)}`,
  (random) => `${noise(random, oneOf(random, LENGTHS), 97, 26)}@a.example`,
  (random) => noise(random, oneOf(random, LENGTHS), 48, 10),
  () => "'; drop table listing; --",
  () => '{"$ne": null}',
  () => '\\u0000',
  () => '&#0;&#x110000;<script>'.repeat(500),
  (random) => oneOf(random, ['NaN', 'Infinity', '-1e999', '0x10', '1e-400', '9'.repeat(400)]),
  (random) =>
    oneOf(random, ['0000-00-00', '9999-12-31T23:59:60Z', '2026-02-30', '-271821-04-20', '+275760-09-13']),
];

const NUMBERS = [
  ...[
    0,
    -0,
    1,
    -1,
    0.1,
    1e-300,
    5e-324,
    -5e-324,
    1e12,
    1e12 + 1,
    -1e12,
    1e308,
    -1e308,
    1.7976931348623157e308,
  ],
  ...[
    2 ** 31 - 1,
    2 ** 31,
    -(2 ** 31),
    2 ** 53,
    2 ** 63,
    1e21,
    0.000_000_1,
    32_768,
    253_402_300_800_000,
    -1e15,
  ],
];

const nested = (depth: number, inner: unknown, wrap: (value: unknown) => unknown): unknown =>
  depth === 0 ? inner : nested(depth - 1, wrap(inner), wrap);

function hostileValue(random: Random, depth = 0): unknown {
  const kind = below(random, depth < 2 ? 10 : 6);
  if (kind < 4) {
    const text = oneOf(random, texts)(random);
    return depth === 0 ? text : text.slice(0, MAX_INNER_LENGTH);
  }
  if (kind === 4) return random() < 0.1 ? BEYOND : oneOf(random, NUMBERS);
  if (kind === 5) return oneOf(random, [null, true, false, '', [], {}]);
  if (kind === 6) return nested(1 + below(random, 70), 1, (value) => [value]);
  if (kind === 7) return nested(1 + below(random, 70), 1, (value) => ({ value }));
  if (kind === 8)
    return Array.from({ length: oneOf(random, depth === 0 ? [1, 3, 600] : [1, 3]) }, () =>
      hostileValue(random, depth + 1),
    );
  return Object.fromEntries(
    Array.from({ length: 3 }, () => [
      oneOf(random, texts)(random).slice(0, 300),
      hostileValue(random, depth + 1),
    ]),
  );
}

function pathsBelow(node: Node, path: readonly string[]): (readonly string[])[] {
  if (node.kind === 'list') return pathsBelow(node.of, path);
  const members =
    node.kind === 'keyed'
      ? node.vocabulary.values.map((name) => [name, node.of] as const)
      : node.kind === 'object'
        ? Object.entries(node.members)
        : [];
  return members.flatMap(([name, member]) => {
    const own = [...path, name];
    return [own, ...pathsBelow(member, own)];
  });
}

/** Every member a payload may have, from the catalogue. */
const paths = [...pathsBelow(payloadSchema, []), ['location', 'coordinates'], ['nobody knows']];

type Block = Record<string, unknown>;

function put(block: Block, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    block[name] = value;
    return;
  }
  const inner = block[name];
  const isBlock = typeof inner === 'object' && inner !== null && !Array.isArray(inner);
  const next = isBlock ? (inner as Block) : {};
  block[name] = next;
  put(next, rest, value);
}

export interface HostileObservation {
  readonly line: string;
  readonly url: string;
  readonly price: number;
  readonly isHealthy: boolean;
}

const TOWNS = [
  { city: 'Bordeaux', postalCode: '33000' },
  { city: 'Chambéry', postalCode: '73000' },
  { city: 'Lyon', postalCode: '69001' },
  { city: 'Paris', postalCode: '75011' },
];

const AROUND = ['source', 'url', 'observedAt', 'kind', 'payload', 'more'];

/** Observations of one source; every other one is valid, the others have hostile values in one to four members. */
export function* hostileObservations(random: Random, count: number): Generator<HostileObservation> {
  for (let at = 0; at < count; at += 1) {
    const url = `https://hostile.example/${at}`;
    const price = 100_000 + at * 13;
    const payload: Block = {
      ...{ propertyType: 'FLAT', transactionType: 'SELL', displayedPrice: price, rooms: 2 + (at % 4) },
      ...{
        title: `Appartement ${at}`,
        description: `Bel appartement calme numéro ${at}`,
        area: { living: 30 + (at % 90) },
      },
      location: { countryCode: 'FR', ...oneOf(seededRandom(at), TOWNS) },
      publisher: { agencyName: `Agence ${at % 50}`, contact: { phone: `05 00 00 ${1_000 + (at % 50)}` } },
    };
    const draft: Block = {
      source: 'hostile',
      url,
      observedAt: '2026-03-01T08:00:00.000Z',
      kind: 'seen',
      payload: payload,
    };
    const isHealthy = at % 2 === 0;
    if (!isHealthy) {
      for (let wounds = 1 + below(random, 4); wounds > 0; wounds -= 1)
        put(payload, oneOf(random, paths), hostileValue(random));
      if (random() < 0.1) draft[oneOf(random, AROUND)] = hostileValue(random);
    }
    yield { line: JSON.stringify(draft).replaceAll(`"${BEYOND}"`, '1e400'), url, price, isHealthy };
  }
}
