import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { suite, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createGzip } from 'node:zlib';
import { readFeed } from '../../src/ingest/feed.ts';
import type { FormatName } from '../../src/ingest/format-names.ts';

const MEGABYTE = 1024 * 1024;
/** Holding all of its second half would add 16 MB, twice the allowance. */
const FEED_BYTES = 32 * MEGABYTE;
/** Memory still referenced after a collection, sampled this often. */
const WEIGHED_EVERY_BYTES = 4 * MEGABYTE;
const MAX_ADDED_BYTES = 96 * MEGABYTE;
const MAX_GROWTH_BYTES = 8 * MEGABYTE;
const TIME_LIMIT_MS = 110_000;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function usedBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** A feed generated while it is read: a beginning, the same part repeatedly, an end. */
const feedOf = (beginning: string, part: (at: number) => string, end: string) =>
  async function* (made: Made): AsyncGenerator<Uint8Array> {
    yield Buffer.from(beginning);
    for (let at = 0, bytes = 0; bytes < FEED_BYTES; at += 1) {
      const chunk = Buffer.from(part(at));
      bytes += chunk.length;
      made(chunk.length);
      yield chunk;
    }
    yield Buffer.from(end);
  };

interface Measure {
  accepted: number;
  rejected: string[];
  /** The maximum that was added to the process in the first and in the second half of the feed. */
  addedBytes: [first: number, second: number];
}

type Made = (bytes: number) => void;

/** A feed that counts how many of its bytes were generated. */
type Feed = (made: Made) => AsyncIterable<Uint8Array>;

async function measured(bytes: Feed, format: FormatName): Promise<Measure> {
  const before = usedBytes();
  const measure: Measure = { accepted: 0, rejected: [], addedBytes: [0, 0] };
  let [plainBytes, weighedAt] = [0, 0];
  const weigh = () => {
    if (plainBytes < weighedAt + WEIGHED_EVERY_BYTES) return;
    weighedAt = plainBytes;
    const half = plainBytes < FEED_BYTES / 2 ? 0 : 1;
    measure.addedBytes[half] = Math.max(measure.addedBytes[half], usedBytes() - before);
  };
  for await (const reading of readFeed(bytes(weighing), {
    format,
    source: 'big',
    observedAt: new Date('2026-01-05'),
  })) {
    if ('reason' in reading) measure.rejected.push(reading.reason);
    else measure.accepted += 1;
  }
  return measure;

  function weighing(made: number): void {
    plainBytes += made;
    weigh();
  }
}

const text = 'Séjour traversant, cuisine équipée, deux chambres. '.repeat(400);

suite('a feed of 32 MB is read in memory that does not grow with it', { timeout: TIME_LIMIT_MS * 6 }, () => {
  const check = async (bytes: Feed, format: FormatName) => {
    const measure = await measured(bytes, format);
    const [first, second] = measure.addedBytes;
    const said = measure.addedBytes.map((added) => `${Math.round(added / MEGABYTE)} MB`).join(', then ');
    assert.ok(Math.max(first, second) < MAX_ADDED_BYTES, said);
    assert.ok(second - first < MAX_GROWTH_BYTES, said);
    return measure;
  };
  const timeout = TIME_LIMIT_MS;

  test('observations, compressed', { timeout }, async () => {
    const line = (at: number) =>
      `${JSON.stringify({ source: 'big', url: `https://big.example/${at}`, observedAt: '2026-01-05T00:00:00Z', kind: 'seen', payload: { description: `${at} ${text}`, rooms: 3 } })}\n`;
    // Compresses well, but not so well as to look like a bomb.
    const noise = () => `${Math.random()}`.repeat(20);
    const lines = feedOf('', (at) => `${line(at)}${noise()}\n`, '');
    const packed: Feed = (made) => Readable.from(lines(made)).pipe(createGzip({ level: 1 }));
    const { accepted, rejected } = await check(packed, 'ndjson');
    assert.ok(accepted > 1300 && rejected.length === accepted, `${accepted} ${rejected.length}`);
  });

  test('a line without end', { timeout }, async () => {
    const { accepted, rejected } = await check(
      feedOf('{"a":"', () => 'x'.repeat(65_536), '"}\n'),
      'ndjson',
    );
    assert.deepEqual([accepted, rejected], [0, ['longer than 1048576 characters']]);
  });

  test('an XML document', { timeout }, async () => {
    const property = (at: number) =>
      `<property><id>${at}</id><price>1</price><desc><en>${text}</en></desc></property>\n`;
    const { accepted, rejected } = await check(feedOf('<root>', property, '</root>'), 'kyero');
    assert.ok(accepted > 1300 && rejected.length === 0);
  });

  test('an XML text without end', { timeout }, async () => {
    const { rejected } = await check(
      feedOf('<root><property><desc>', () => 'x'.repeat(65_536), ''),
      'kyero',
    );
    assert.deepEqual(rejected, ['a text without end']);
  });

  test('a JSON document', { timeout }, async () => {
    const record = (at: number) => `{"ListingKey":"${at}","PublicRemarks":"${text}"},\n`;
    const { accepted, rejected } = await check(
      feedOf('{"@odata.context":"x","value":[', record, '{"ListingKey":"last"}]}'),
      'reso',
    );
    assert.ok(accepted > 1300 && rejected.length === 0);
  });

  test('a BLM file of one record without end', { timeout }, async () => {
    const beginning = "#HEADER#\nEOF : '^'\nEOR : '~'\n#DEFINITION#\nAGENT_REF^PRICE~\n#DATA#\n1^";
    const { rejected } = await check(
      feedOf(beginning, () => 'x'.repeat(65_536), '~\n#END#'),
      'blm',
    );
    assert.deepEqual(rejected, ['longer than 1048576 characters']);
  });
});
