import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TextBlocks, type TextRecord, textOf } from './text-blocks.ts';

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const blocksOf = (bytes: Buffer, { quoted = true, size = 7 } = {}) =>
  new TextBlocks(inPieces(bytes, size), { quoted, position: 0, line: 1 });

const describe = (records: readonly TextRecord[]): string[] =>
  records.map((record) => `${record.line} ${textOf(record)}`);

test('a quoted cell may contain line ends, and lines are counted through it', async () => {
  const { records, last } = await blocksOf(Buffer.from('a;b\r\n1;"two\nlines"\n2;x')).next();
  assert.deepEqual(describe(records), ['1 a;b', '2 1;"two\nlines"', '4 2;x']);
  assert.equal(last, true);
});

test('an unclosed quote affects only its own line', async () => {
  const { records } = await blocksOf(Buffer.from('a\n"b\nc\nd\n')).next();
  assert.deepEqual(describe(records), ['1 a', '2 "b', '3 c', '4 d']);
  assert.deepEqual(
    records.map(({ fault }) => fault),
    [undefined, 'a quote that is never closed', undefined, undefined],
  );
});

test('Windows-1252 is decoded, and a stray byte in UTF-8 rejects only its line', async () => {
  const old = await blocksOf(Buffer.from('entr\xe9e\n', 'latin1')).next();
  assert.deepEqual(describe(old.records), ['1 entrée']);
  const stray = Buffer.concat([
    Buffer.from('entrée\n'),
    Buffer.from('caf\xe9\n', 'latin1'),
    Buffer.from('b\n'),
  ]);
  // The first non-ASCII bytes, a block before, were UTF-8: the rest is decoded as such.
  const blocks = new TextBlocks(
    inPieces(Buffer.concat([Buffer.from('é\n'.repeat(1_200_000)), stray]), 65_536),
    {
      quoted: false,
      position: 0,
      line: 1,
    },
  );
  let unreadable: number[] = [];
  for (let last = false; !last; ) {
    const block = await blocks.next();
    ({ last } = block);
    unreadable = [
      ...unreadable,
      ...block.records.filter(({ fault }) => fault === 'bytes that are not UTF-8').map(({ line }) => line),
    ];
  }
  assert.deepEqual(unreadable, [1_200_002]);
});

test('UTF-16 is refused by name', async () => {
  await assert.rejects(blocksOf(Buffer.from('\ufeffid;b\n', 'utf16le')).next(), /UTF-16/);
});

test('records put back are read again, and reading may restart from the position', async () => {
  const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, at) => `ligne é ${at}\n`).join(''));
  const blocks = blocksOf(bytes, { size: 100_000 });
  const first = await blocks.next();
  assert.equal(first.last, false);
  blocks.putBack(first.records.length - 2);
  const { position, line } = blocks;
  const again = await blocks.next();
  assert.deepEqual(describe(again.records.slice(0, 2)), describe(first.records.slice(-2)));
  const restarted = new TextBlocks(inPieces(bytes.subarray(position), 100_000), {
    quoted: true,
    position,
    line,
  });
  assert.deepEqual(
    describe((await restarted.next()).records.slice(0, 1)),
    describe(first.records.slice(-2, -1)),
  );
});

test('a truncated file gives the lines before the end', async () => {
  async function* broken(): AsyncGenerator<Buffer> {
    yield Buffer.from('a\nb\nc');
    throw new Error('unexpected end of file');
  }
  const blocks = new TextBlocks(broken(), { quoted: true, position: 0, line: 1 });
  const { records, last } = await blocks.next();
  assert.deepEqual(
    [describe(records), last, blocks.failure?.message],
    [['1 a', '2 b'], true, 'unexpected end of file'],
  );
});
