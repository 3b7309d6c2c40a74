/** A JSON value of about so many bytes that is as expensive to parse as possible. */
export type HostileBody = (bytes: number) => string;

const repeated = (piece: string, bytes: number, joint = ','): string => {
  const count = Math.max(1, Math.floor((bytes + joint.length) / (piece.length + joint.length)));
  return Array(count).fill(piece).join(joint);
};

/** Distinct parts until so many bytes are reached. */
function numbered(piece: (at: number) => string, bytes: number): string {
  const pieces: string[] = [];
  for (let at = 0, length = 0; length < bytes; at += 1) {
    const one = piece(at);
    pieces.push(one);
    length += one.length + 1;
  }
  return pieces.join(',');
}

const members = (count: number): string =>
  `{${Array.from({ length: count }, (_, at) => `"k${at}":1`).join()}}`;
const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

/** Values that any member of any body may get. */
export const anyValue: Readonly<Record<string, HostileBody>> = {
  whitespace: (bytes) => `[${' '.repeat(bytes - 2)}]`,
  'one long string': (bytes) => `"${'a'.repeat(bytes - 2)}"`,
  'a string of escapes': (bytes) => `"${'\\u00e9'.repeat(bytes / 6)}"`,
  'a string of escaped quotes': (bytes) => `"${'\\"'.repeat(bytes / 2 - 1)}"`,
  'a string of two-byte letters': (bytes) => `"${'é'.repeat(bytes / 2 - 1)}"`,
  'short strings': (bytes) => `[${repeated('"x"', bytes)}]`,
  'different strings': (bytes) => `[${numbered((at) => `"x${at}"`, bytes)}]`,
  'small numbers': (bytes) => `[${repeated('1', bytes)}]`,
  'long numbers': (bytes) => `[${repeated('1.23456789012345678901234567', bytes)}]`,
  exponents: (bytes) => `[${repeated('1e300', bytes)}]`,
  'numbers that are not exact': (bytes) => `[${repeated('1e999', bytes)}]`,
  nulls: (bytes) => `[${repeated('null', bytes)}]`,
  'empty objects': (bytes) => `[${repeated('{}', bytes)}]`,
  'objects of one member': (bytes) => `[${repeated('{"a":1}', bytes)}]`,
  'objects with an escaped name': (bytes) => `[${repeated('{"\\u0061":1}', bytes)}]`,
  'objects of 900 members': (bytes) => `[${repeated(members(900), bytes)}]`,
  'one object of all members': (bytes) => `{${numbered((at) => `"k${at}":1`, bytes)}}`,
  'members given twice': (bytes) => `{${repeated('"a":1', bytes)}}`,
  'lists 50 deep': (bytes) => `[${repeated(nested(50), bytes)}]`,
  'lists too deep': (bytes) => nested(bytes / 2),
  'objects too deep': (bytes) => `${'{"a":'.repeat(bytes / 6)}1${'}'.repeat(bytes / 6)}`,
  'lists too deep that do not end': (bytes) => '['.repeat(bytes),
  'a string that does not end': (bytes) => `"${'\\\\'.repeat(bytes / 2)}`,
  'text that no database holds': (bytes) => `[${repeated('"\\u0000"', bytes)}]`,
};

const LIST = 9_999;
/** Leaves of a tree, each with a list of the maximum length. */
function leaves(bytes: number, leaf: (list: string) => string, value: (at: number) => string): string {
  const all: string[] = [];
  for (let length = 0, at = 0; length < bytes; ) {
    const list: string[] = [];
    for (; list.length < LIST && length < bytes; at += 1) {
      const one = value(at);
      list.push(one);
      length += one.length + 1;
    }
    all.push(leaf(`[${list.join()}]`));
  }
  return `{"or":[${all.join()}]}`;
}

const typed = (list: string): string => `{"property":{"type":{"in":${list}}}}`;
const placed = (member: string) => (list: string) =>
  `{"property":{"locations":{"in":{"${member}":${list}}}}}`;

/** Rings of positions by `corner`. */
function rings(bytes: number, corner: (at: number, of: number) => [number, number]): string {
  const ring = (count: number): string => {
    const corners = Array.from({ length: count - 1 }, (_, at) => corner(at, count - 1));
    return `[[${[...corners, corners[0]].map((one) => `[${one?.map((part) => part.toFixed(6))}]`).join()}]]`;
  };
  const shape = `{"type":"Polygon","coordinates":${ring(Math.min(LIST, Math.max(5, Math.floor(bytes / 22))))}}`;
  return repeated(shape, bytes);
}

const circle = (at: number, of: number): [number, number] => [
  2 + Math.cos((at / of) * 2 * Math.PI),
  48 + Math.sin((at / of) * 2 * Math.PI),
];
/** Back and forth, each edge as long as the whole shape and slightly below the one before. */
function comb(at: number, of: number): [number, number] {
  if (at === of - 2) return [4, 49.5];
  if (at === of - 1) return [4, 47];
  return [at % 2 === 0 ? 1 : 3, 48 + at / of];
}
const slanted = (at: number, of: number): [number, number] => {
  const [x, y] = comb(at, of);
  return [x + y * 3, y + x * 3];
};

const shapes = (list: string): string => placed('geoShapes')(`[${list}]`);

/** Criteria trees. */
export const criteria: Readonly<Record<string, HostileBody>> = {
  'bad words by the thousand': (bytes) => leaves(bytes, typed, () => '"x"'),
  'good words by the thousand': (bytes) => leaves(bytes, typed, () => '"FLAT"'),
  'numbers for words': (bytes) => leaves(bytes, typed, () => '1'),
  'codes of places': (bytes) => leaves(bytes, placed('uniqueCodes'), (at) => `"${10_000 + (at % 80_000)}"`),
  'ids of places': (bytes) =>
    leaves(bytes, placed('ids'), (at) => `"0190d7a8-6a5e-7c3b-9b1e-${String(at).padStart(12, '0')}"`),
  'empty codes': (bytes) => leaves(bytes, placed('uniqueCodes'), () => '""'),
  'nodes by the thousand': (bytes) => `{"and":[${repeated('{"property":{"type":{"in":["FLAT"]}}}', bytes)}]}`,
  '400 nodes of phrases': (bytes) =>
    `{"or":[${repeated(`{"property":{"content":{"in":[${repeated(`"${'mot '.repeat(45)}"`, 4_400)}]}}}`, bytes)}]}`,
  'unknown members': (bytes) => `{"property":{${numbered((at) => `"displaced${at}"`.concat(':1'), bytes)}}}`,
  'unknown members in leaves': (bytes) =>
    `{"or":[${repeated(`{"property":{"unit":{${numbered((at) => `"numberOfRoomz${at}":1`, 10_000)}}}}`, bytes)}]}`,
  'a drawn shape of 9,999 positions': (bytes) => shapes(rings(bytes, circle)),
  'shapes of 9,999 positions in leaves': (bytes) =>
    `{"or":[${repeated(shapes(rings(Math.min(bytes, 220_000), circle)), bytes)}]}`,
  'shapes of long level strokes in leaves': (bytes) =>
    `{"or":[${repeated(shapes(rings(Math.min(bytes, 220_000), comb)), bytes)}]}`,
  'shapes of long slanted strokes in leaves': (bytes) =>
    `{"or":[${repeated(shapes(rings(Math.min(bytes, 220_000), slanted)), bytes)}]}`,
  'tiny shapes': (bytes) =>
    shapes(repeated('{"type":"Polygon","coordinates":[[[1,1],[2,1],[2,2],[1,1]]]}', bytes)),
  'bad positions': (bytes) => shapes(`{"type":"MultiPolygon","coordinates":[${repeated('[[1]]', bytes)}]}`),
};
