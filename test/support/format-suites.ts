import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { detectFormat, type FeedReading, type FeedRejection, readFeed } from '../../src/ingest/feed.ts';
import type { FormatName } from '../../src/ingest/format-names.ts';
import { formats } from '../../src/ingest/formats.ts';
import { type FeedObservation, validateObservation } from '../../src/ingest/observation.ts';
import type { Payload } from '../../src/ingest/payload.ts';
import { decodeText } from '../../src/ingest/reading/decode.ts';

/** What a file contains, written by hand. Payloads are partial; null is an expired listing. */
interface Expectation {
  readonly format: FormatName;
  readonly file: string;
  /** The file looks like the format, but is none. */
  readonly alien?: true;
  readonly accepted: number;
  readonly rejected: readonly FeedRejection[];
  readonly listings: readonly {
    readonly line: number;
    readonly url: string;
    readonly payload: object | null;
    readonly pictures?: number;
    readonly without?: readonly (keyof Payload)[];
  }[];
  /** Members of the first payloads, in order; null is absent. */
  readonly table?: { readonly columns: readonly string[]; readonly rows: readonly (readonly unknown[])[] };
  /** Sums of members over all payloads. */
  readonly sums?: Readonly<Record<string, number>>;
  /** The members with ignored values. */
  readonly ignoredFields: readonly string[];
}

export interface NamedExpectation {
  readonly name: string;
  readonly expected: Expectation;
}

export const readExpectations = (directory: string): NamedExpectation[] =>
  readdirSync(directory).map((name) => ({
    name,
    expected: JSON.parse(readFileSync(join(directory, name), 'utf8')) as Expectation,
  }));

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(bytes: Uint8Array, format: FormatName, piece = 65_536): Promise<FeedReading[]> {
  const feed = { format, source: 'sample', observedAt: new Date('2026-03-01T08:00:00Z') };
  return Array.fromAsync(readFeed(inPieces(bytes, piece), feed));
}

const accepted = (readings: readonly FeedReading[]): FeedObservation[] =>
  readings.filter((reading) => 'observation' in reading);
const payloads = (readings: readonly FeedReading[]): Payload[] =>
  accepted(readings).flatMap(({ observation }) => observation.payload ?? []);

const memberAt = (payload: object, path: string): unknown =>
  path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], payload);

function assertReadings(readings: readonly FeedReading[], expected: Expectation): void {
  const good = accepted(readings);
  assert.deepEqual(
    readings.filter((reading) => 'reason' in reading),
    expected.rejected,
  );
  assert.equal(good.length, expected.accepted);
  for (const { line, url, payload, pictures, without } of expected.listings) {
    const found = good.find((reading) => reading.line === line);
    assert.ok(found, `a record begins on line ${line}`);
    assert.equal(found.observation.url, url);
    if (payload === null) assert.equal(found.observation.kind, 'expired');
    else assert.partialDeepStrictEqual(found.observation.payload, payload);
    if (pictures !== undefined) assert.equal(found.observation.payload?.pictures?.length, pictures);
    for (const member of without ?? []) assert.equal(found.observation.payload?.[member], undefined, member);
  }
  const { columns = [], rows = [] } = expected.table ?? {};
  assert.deepEqual(
    payloads(readings)
      .slice(0, rows.length)
      .map((payload) => columns.map((column) => memberAt(payload, column) ?? null)),
    rows,
  );
  for (const [member, sum] of Object.entries(expected.sums ?? {}))
    assert.equal(
      payloads(readings).reduce((total, payload) => total + Number(memberAt(payload, member) ?? 0), 0),
      sum,
      member,
    );
  const ignored = new Set(good.flatMap((reading) => reading.ignoredFields.map(({ member }) => member)));
  assert.deepEqual([...ignored].sort(), expected.ignoredFields);
}

/** A suite for each expectation; `skip` says why their files are not there. */
export function testFormats(
  expectations: readonly NamedExpectation[],
  directory: string,
  skip: string | false = false,
): void {
  for (const { name, expected } of expectations) testFormat(name, expected, { directory, skip });
}

function testFormat(
  name: string,
  expected: Expectation,
  { directory, skip }: { directory: string; skip: string | false },
): void {
  const path = join(directory, expected.file);
  suite(`${expected.format}: ${expected.file}`, { skip }, () => {
    test(`is read as ${name} expects`, async () => {
      assertReadings(await read(readFileSync(path), expected.format), expected);
    });

    test('is read equally in chunks of 7 bytes and compressed', async () => {
      const bytes = readFileSync(path);
      const whole = await read(bytes, expected.format);
      assert.deepEqual(await read(bytes, expected.format, 7), whole);
      assert.deepEqual(await read(gzipSync(bytes), expected.format), whole);
    });

    test('is read equally in UTF-16 and, where its characters allow, in Windows-1252', async () => {
      const bytes = readFileSync(path);
      const whole = await read(bytes, expected.format);
      const text = (await Array.fromAsync(decodeText(inPieces(bytes, bytes.length)))).join('');
      const marked = Buffer.from(`\ufeff${text}`, 'utf16le');
      assert.deepEqual(await read(marked, expected.format), whole);
      assert.deepEqual(await read(marked.swap16(), expected.format), whole);
      assert.deepEqual(await read(Buffer.from(text, 'utf16le'), expected.format), whole);
      const latin = Buffer.from(text.replace(/encoding="[\w-]+"/i, 'encoding="ISO-8859-1"'), 'latin1');
      if (latin.toString('latin1').length === text.length && !/[^\0-\xff]/.test(text))
        assert.deepEqual(await read(latin, expected.format), whole);
    });

    test('an observation that is validated again stays the same', async () => {
      for (const { observation } of accepted(await read(readFileSync(path), expected.format)))
        assert.deepEqual(validateObservation(observation), { observation, ignoredFields: [] });
    });

    test('a stored record gives the same location when its format reads it again', async () => {
      for (const { observation, raw } of accepted(await read(readFileSync(path), expected.format))) {
        if (observation.kind === 'expired') continue;
        const payload = formats[expected.format].readRecord(raw.toJSON());
        assert.ok(payload !== undefined, `${observation.url} is a record of its format`);
        const again = validateObservation({ ...observation, payload });
        assert.ok('observation' in again);
        assert.deepEqual(again.observation.payload?.location, observation.payload?.location);
        assert.equal(raw.format, expected.format);
      }
    });

    test('is recognised by its first characters', async () => {
      const bytes = readFileSync(path);
      const format = expected.alien ? undefined : expected.format;
      assert.equal(await detectFormat(inPieces(bytes, 4096)), format);
      assert.equal(await detectFormat(inPieces(gzipSync(bytes), 4096)), format);
    });
  });
}
