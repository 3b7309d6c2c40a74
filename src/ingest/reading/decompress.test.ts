import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { BrokenFeed } from './broken-feed.ts';
import { decompressFeed } from './decompress.ts';

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const plain = async (bytes: Uint8Array, { piece = 1000, maxBytes = 1e9 } = {}): Promise<string> =>
  Buffer.concat(await Array.fromAsync(decompressFeed(inPieces(bytes, piece), maxBytes))).toString('utf8');

interface Entry {
  readonly name: string;
  readonly content: Buffer;
  readonly method?: 0 | 8;
  /** 0 leaves the bytes of the content as they are within the deflate stream. */
  readonly level?: number;
  /** Sizes in a data descriptor after the content, as Java writes them. */
  readonly sizesLater?: boolean;
  /** The data descriptor has no signature, which the format allows. */
  readonly unsigned?: boolean;
  readonly flags?: number;
}

function zipEntry(entry: Entry): Buffer {
  const { name, content, method = 8, level = 6, sizesLater = false, unsigned = false, flags = 0 } = entry;
  const packed = method === 8 ? deflateRawSync(content, { level }) : content;
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(flags | (sizesLater ? 8 : 0), 6);
  header.writeUInt16LE(method, 8);
  const sizes = Buffer.alloc(12);
  sizes.writeUInt32LE(crc32(content), 0);
  sizes.writeUInt32LE(packed.length, 4);
  sizes.writeUInt32LE(content.length, 8);
  if (!sizesLater) sizes.copy(header, 14);
  header.writeUInt16LE(Buffer.byteLength(name), 26);
  const signature = unsigned ? '' : 'PK\u0007\u0008';
  const descriptor = Buffer.concat([Buffer.from(signature, 'latin1'), sizes]);
  return Buffer.concat([header, Buffer.from(name), packed, sizesLater ? descriptor : Buffer.alloc(0)]);
}

/** The central directory is not read: only its signature matters. */
const zip = (...entries: Entry[]): Buffer =>
  Buffer.concat([...entries.map(zipEntry), Buffer.from('PK\u0001\u0002', 'latin1'), Buffer.alloc(42)]);

const picture: Entry = { name: 'photos/1.jpg', content: Buffer.alloc(300_000, 7), sizesLater: true };
const feed: Entry = { name: 'Annonces.csv', content: Buffer.from('"a"!#"é"\n'.repeat(5000)) };

test('an uncompressed feed is passed through', async () => {
  assert.equal(await plain(Buffer.from('{"a":1}\n')), '{"a":1}\n');
  assert.equal(await plain(Buffer.alloc(0)), '');
});

test('gzip is detected by its magic bytes, with one member or several', async () => {
  const packed = Buffer.concat([gzipSync('first '), gzipSync('second')]);
  assert.equal(await plain(packed, { piece: 3 }), 'first second');
});

test('a truncated gzip file yields what could be read, then an error', async () => {
  const packed = gzipSync(
    Buffer.from(Array.from({ length: 100_000 }, (_, at) => `line ${at * 7919}\n`).join('')),
  );
  const read: Buffer[] = [];
  await assert.rejects(async () => {
    for await (const chunk of decompressFeed(inPieces(packed.subarray(0, packed.length / 2), 1000)))
      read.push(chunk);
  }, /^BrokenFeed|gzip: unexpected end/);
  assert.ok(Buffer.concat(read).toString('utf8').startsWith('line 0\nline 7919\n'));
});

test('the feed of a ZIP archive is found among pictures and settings', async () => {
  const settings: Entry = { name: 'Config.txt', content: Buffer.from('Version=4.12') };
  for (const piece of [7, 1000, 1_000_000])
    assert.equal(
      await plain(zip(picture, settings, feed, picture), { piece }),
      feed.content.toString('utf8'),
    );
});

test('a ZIP entry may be stored, or have its sizes in a data descriptor', async () => {
  for (const entry of [
    { ...feed, method: 0 as const },
    { ...feed, sizesLater: true },
  ])
    assert.equal(await plain(zip(picture, entry, picture), { piece: 501 }), feed.content.toString('utf8'));
});

test('the signature of a data descriptor is optional', async () => {
  const archive = zip({ ...picture, unsigned: true }, { ...feed, sizesLater: true, unsigned: true }, picture);
  assert.equal(await plain(archive), feed.content.toString('utf8'));
});

test('the entries of an archive within an archive are not read', async () => {
  const inner = zip({ ...feed, name: 'inner.csv' });
  const nested: Entry = { name: 'documents.zip', content: inner, level: 0, sizesLater: true };
  assert.equal(await plain(zip(nested, feed), { piece: 64 }), feed.content.toString('utf8'));
});

test('an archive with no feed, two feeds or encrypted entries is rejected', async () => {
  await assert.rejects(plain(zip(picture)), /holds no feed/);
  await assert.rejects(
    plain(zip(feed, { ...feed, name: 'other.xml' })),
    /two feeds, Annonces.csv and other.xml/,
  );
  await assert.rejects(plain(zip({ ...feed, flags: 1 })), /encrypted/);
  await assert.rejects(plain(zip(feed).subarray(0, 60)), BrokenFeed);
});

test('a decompression bomb is stopped by its ratio', async () => {
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
  await assert.rejects(plain(bomb), /more than 250 times its size/);
  await assert.rejects(
    plain(zip({ name: 'a.csv', content: Buffer.alloc(64 * 1024 * 1024) })),
    /more than 250 times/,
  );
});

test('every entry of a ZIP archive counts against the limits', async () => {
  const bomb: Entry = { name: 'photos/1.jpg', content: Buffer.alloc(64 * 1024 * 1024) };
  for (const entry of [bomb, { ...bomb, sizesLater: true }]) {
    await assert.rejects(plain(zip(entry, feed)), /more than 250 times its size/);
    await assert.rejects(plain(zip(feed, entry)), /more than 250 times its size/);
  }
  const photos = Array.from({ length: 4 }, (_, at): Entry => ({ ...picture, name: `photos/${at}.jpg` }));
  await assert.rejects(plain(zip(...photos, feed), { maxBytes: 1_000_000 }), /more than 1000000 bytes/);
  assert.equal(await plain(zip(...photos, feed), { maxBytes: 2_000_000 }), feed.content.toString('utf8'));
});

test('more bytes than allowed are rejected, compressed or not', async () => {
  await assert.rejects(plain(gzipSync('x'.repeat(2000)), { maxBytes: 1000 }), /more than 1000 bytes/);
  await assert.rejects(plain(Buffer.from('x'.repeat(2000)), { maxBytes: 1000 }), /more than 1000 bytes/);
});
