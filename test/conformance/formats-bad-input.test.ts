import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { type FeedOptions, type FeedReading, readFeed } from '../../src/ingest/feed.ts';
import { type FormatName, formatNames } from '../../src/ingest/format-names.ts';
import { formats } from '../../src/ingest/formats.ts';

const fixtures = join(import.meta.dirname, '..', 'fixtures', 'feeds');
const at = new Date('2026-03-01T08:00:00Z');

async function* once(bytes: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
}

const read = (
  bytes: string | Uint8Array,
  format: FormatName,
  more: Partial<FeedOptions> = {},
): Promise<FeedReading[]> =>
  Array.fromAsync(readFeed(once(bytes), { format, source: 'sample', observedAt: at, ...more }));

/** Accepted records by their line, rejected ones by line and reason. */
const describeReadings = (readings: readonly FeedReading[]) =>
  readings.map((reading) => ('reason' in reading ? `${reading.line}: ${reading.reason}` : `${reading.line}`));

const line = (payload: string, url = 'https://a.example/1') =>
  `{"source":"a","url":"${url}","observedAt":"2026-01-05T00:00:00Z","kind":"seen","payload":${payload}}`;

suite('a line of observations that cannot be taken is rejected with its number, and the rest goes in', () => {
  const cases: [what: string, line: string | Buffer, reason: string | RegExp][] = [
    ['cut in the middle', '{"source":"a","url"', /^not JSON: /],
    ['no object', '[1,2]', 'not an object'],
    ['a price of 1e400', line('{"displayedPrice":1e400}'), 'displayedPrice is not a possible number'],
    ['a price of "1e400"', line('{"displayedPrice":"1e400"}'), 'displayedPrice is not a possible number'],
    [
      'a point on the moon',
      line('{"location":{"coordinates":[384400,1]}}'),
      'coordinates 384400, 1 are not on Earth',
    ],
    ['a NUL in a text', line('{"title":"a\\u0000b"}'), 'title holds a NUL character'],
    ['a NUL byte', line('{"title":"a\0b"}'), 'holds a NUL character'],
    [
      'a letter of another encoding',
      Buffer.concat([Buffer.from('{"title":"'), Buffer.of(0xe9), Buffer.from('"}')]),
      'holds bytes that are no text in the encoding of the file',
    ],
    ['a line without end', `"${'x'.repeat(2_000_000)}"`, 'longer than 1048576 characters'],
    ['brackets without end', '['.repeat(100_000), 'nested deeper than 64'],
    [
      'no url',
      '{"source":"a","observedAt":"2026-01-05T00:00:00Z","kind":"expired","payload":null}',
      'no url',
    ],
    ['no time', '{"source":"a","url":"https://a.example/1","kind":"expired"}', 'no observedAt'],
    ['seen without a payload', line('null'), 'no payload'],
  ];
  for (const [what, bad, reason] of cases) {
    test(what, async () => {
      const good = Buffer.from(`${line('{"title":"Été"}')}\n`);
      const bytes = Buffer.concat([
        good,
        typeof bad === 'string' ? Buffer.from(bad) : bad,
        Buffer.from('\n'),
        good,
      ]);
      const [first, second, third, ...others] = await read(bytes, 'ndjson');
      assert.ok(first && 'observation' in first && third && 'observation' in third);
      assert.deepEqual([first.line, second?.line, third.line, others.length], [1, 2, 3, 0]);
      assert.ok(second && 'reason' in second && !second.endsReading);
      if (typeof reason === 'string') assert.equal(second.reason, reason);
      else assert.match(second.reason, reason);
    });
  }
});

test('a fault that is quoted from the file is cut, and holds no controls', async () => {
  const [rejection] = await read(`{"a":\u0007${'\u0007'.repeat(5000)}}\n`, 'ndjson');
  assert.ok(rejection && 'reason' in rejection);
  assert.ok(rejection.reason.length <= 301 && !/\p{Cc}/u.test(rejection.reason), rejection.reason);
});

test('a broken record of an XML feed is rejected alone; a truncated one ends the parsing', async () => {
  const property = (price: string) => `<property><id>1</id><price>${price}</price></property>\n`;
  const feed = `<root>\n${property('1')}${property('<b>2</c>')}${property('1e400')}${property('4')}`;
  assert.deepEqual(describeReadings(await read(`${feed}</root>`, 'kyero')), [
    '2',
    '3: not well-formed XML: unexpected close tag.',
    '4: displayedPrice is not a possible number',
    '5',
  ]);
  const cut = await read('<root>\n<property><id>1</id></property>\n<property><id>2', 'kyero');
  assert.deepEqual(cut.at(-1), { line: 3, reason: 'the file ends in the middle', endsReading: true });
});

test('entities of an XML feed are never expanded nor fetched', async () => {
  const declared =
    '<!DOCTYPE root [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY y "&x;&x;">]><root><property/></root>';
  assert.deepEqual(describeReadings(await read(declared, 'kyero')), [
    '1: the document declares entities of its own',
  ]);
});

test('a broken record of a CSV, BLM or JSON feed is rejected alone', async () => {
  const poliris = readFileSync(join(fixtures, 'poliris-cp1252.csv'), 'latin1').split('\r\n');
  const rows = [poliris[0], '"open', poliris[2]].join('\r\n');
  assert.deepEqual(describeReadings(await read(Buffer.from(rows, 'latin1'), 'poliris')), [
    '1',
    '2: a quote that is never closed',
    '3',
  ]);

  const blm =
    "#HEADER#\nVersion : 3\nEOF : '^'\nEOR : '~'\n#DEFINITION#\nAGENT_REF^PRICE^TRANS_TYPE_ID^~\n#DATA#\n1^100^1^~\n2^200~\n3^300^1^~\n#END#\n";
  assert.deepEqual(describeReadings(await read(blm, 'blm')), [
    '8',
    '9: 2 fields where the definition names 4',
    '10',
  ]);
  assert.deepEqual((await read(blm.replace('#END#', ''), 'blm')).at(-1), {
    line: 10,
    reason: 'the file ends in the middle: no #END#',
    endsReading: true,
  });

  const reso =
    '{"@odata.context":"x","value":[{"ListingKey":"1"},\n{"ListingKey":nul},\n{"ListingKey":"3"},\n{"a":1}]}';
  assert.deepEqual(
    describeReadings(await read(reso, 'reso')).map((each) => each.replace(/: Unexpected.*/, '')),
    ['1', '2: not JSON', '3', '4: no url'],
  );
});

test('a gzip bomb and a truncated archive end the parsing after the last valid record', async () => {
  const good = Buffer.from(`${line('{"rooms":3}')}\n`);
  const bomb = gzipSync(Buffer.concat([good, Buffer.alloc(64 * 1024 * 1024, ' ')]));
  const readings = await read(bomb, 'ndjson');
  assert.deepEqual(describeReadings(readings), ['1', '1: unpacks to more than 250 times its size']);
  assert.ok(readings.at(-1) && 'endsReading' in (readings.at(-1) ?? {}));
  assert.deepEqual(describeReadings(await read(good, 'ndjson', { maxDecodedBytes: 20 })), [
    '1: more than 20 bytes',
  ]);
});

test('a feed of one format read as another is named for what it is', async () => {
  const kyero = '<?xml version="1.0"?>\n<root><kyero><feed_version>3</feed_version></kyero></root>';
  for (const format of formatNames.filter((name) => name !== 'kyero')) {
    const readings = await read(kyero, format);
    assert.deepEqual(describeReadings(readings), [
      `1: this is Kyero version 3 and 2.1 (XML), not ${formats[format].description}`,
    ]);
    assert.ok(readings[0] && 'endsReading' in readings[0] && readings[0].endsReading);
  }
});

test('a file that is no feed is rejected by every format, in bounded time', async () => {
  const noise = Buffer.from(Array.from({ length: 200_000 }, (_, place) => (place * 2_654_435_761) >>> 24));
  for (const format of formatNames) {
    const readings = await read(noise, format);
    assert.ok(readings.length > 0 && readings.length <= 1001, `${format}: ${readings.length}`);
    assert.ok(
      readings.every((reading) => 'reason' in reading),
      format,
    );
  }
});

test('parsing ends when the first thousand records are all bad', async () => {
  const readings = await read('not json\n'.repeat(5000), 'ndjson');
  assert.equal(readings.length, 1001);
  assert.deepEqual(readings.at(-1), {
    line: 1000,
    reason: 'none of the first 1000 records can be read',
    endsReading: true,
  });
});

test('an empty file is valid in formats without an envelope, and truncated in those with one', async () => {
  for (const format of ['ndjson', 'poliris', 'idealista', 'bienici', 'schema-org', 'reso'] as const)
    assert.deepEqual(await read('', format), [], format);
  for (const format of ['kyero', 'openimmo', 'ubiflow', 'trovit', 'blm'] as const) {
    const [only] = await read('', format);
    assert.ok(only && 'endsReading' in only && only.endsReading, format);
  }
});

test('a listing without a URL gets one that is the same every day', async () => {
  const blm = "#HEADER#\nEOF : '^'\nEOR : '~'\n#DEFINITION#\nAGENT_REF^PRICE~\n#DATA#\nA/1 é^100~#END#";
  const urlOf = async (listingUrl?: string) => {
    const [reading] = await read(blm, 'blm', { listingUrl });
    return reading && 'observation' in reading ? reading.observation.url : undefined;
  };
  assert.equal(await urlOf(), 'https://sample.invalid/A%2F1%20%C3%A9');
  assert.equal(
    await urlOf('https://agency.example/homes?id={key}'),
    'https://agency.example/homes?id=A%2F1%20%C3%A9',
  );
});

test('a consumer that stops reading stops the source', async () => {
  let closed = false;
  async function* endless() {
    try {
      for (;;) yield Buffer.from(`${line('{"rooms":3}')}\n`);
    } finally {
      closed = true;
    }
  }
  for await (const _ of readFeed(endless(), { format: 'ndjson', source: 'a', observedAt: at })) break;
  assert.ok(closed);
});
