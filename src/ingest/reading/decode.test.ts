import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOT_TEXT } from '../parse-notes.ts';
import { decodeText } from './decode.ts';

async function textOf(bytes: Buffer, piece = bytes.length || 1): Promise<string> {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
  }
  return (await Array.fromAsync(decodeText(pieces()))).join('');
}

const FRENCH = 'Séjour traversant\nÀ 5 min de la gare : 250 000 €\n';

test('UTF-8 is decoded across chunks, with and without a byte order mark', async () => {
  for (const piece of [1, 2, 3, 1000]) {
    assert.equal(await textOf(Buffer.from(FRENCH), piece), FRENCH);
    assert.equal(await textOf(Buffer.from(`\ufeff${FRENCH}`), piece), FRENCH);
  }
});

test('a file that is not UTF-8 is decoded as Windows-1252', async () => {
  const bytes = Buffer.concat([Buffer.from('S\xe9jour \x80', 'latin1'), Buffer.from('\nplain\n')]);
  for (const piece of [1, 3, 1000]) assert.equal(await textOf(bytes, piece), 'Séjour €\nplain\n');
});

test('invalid bytes of a UTF-8 file are marked', async () => {
  const mixed = Buffer.concat([Buffer.from('é\n'), Buffer.from('\xe9\n', 'latin1'), Buffer.from('é\n')]);
  assert.equal(await textOf(mixed), `é\n${NOT_TEXT}\né\n`);
  const marked = Buffer.concat([Buffer.from('\ufeff'), Buffer.from('\xe9\n', 'latin1')]);
  assert.equal(await textOf(marked), `${NOT_TEXT}\n`);
  const cutWithin = Buffer.concat([Buffer.from('Un séjour et une entr'), Buffer.of(0xc3), Buffer.from('\n')]);
  assert.equal(await textOf(cutWithin), `Un séjour et une entr${NOT_TEXT}\n`);
});

test('a Windows-1252 document that declares UTF-8 is decoded as Windows-1252', async () => {
  const xml = '<?xml version="1.0" encoding="UTF-8"?>\n<a>Séjour traversé d’été : 10 €</a>\n';
  const bytes = Buffer.from(xml.replace('’', '\x92').replace('€', '\x80'), 'latin1');
  for (const piece of [1, 7, 1000]) assert.equal(await textOf(bytes, piece), xml);
});

test('a UTF-8 line of a Windows-1252 file is decoded as UTF-8', async () => {
  const mixed = Buffer.concat([Buffer.from('\xe9\n', 'latin1'), Buffer.from('é\n')]);
  assert.equal(await textOf(mixed), 'é\né\n');
});

test('an encoding declared by XML is used', async () => {
  const xml = '<?xml version="1.0" encoding="ISO-8859-15"?><a>10 €</a>';
  const bytes = Buffer.from(xml.replace('€', '\xa4'), 'latin1');
  assert.equal(await textOf(bytes), xml);
  await assert.rejects(
    textOf(Buffer.from('<?xml version="1.0" encoding="klingon"?>')),
    /the encoding klingon is not known/,
  );
});

test('UTF-16 is detected by its byte order mark or its zero bytes', async () => {
  const little = Buffer.from(`\ufeff${FRENCH}`, 'utf16le');
  assert.equal(await textOf(little, 3), FRENCH);
  assert.equal(await textOf(little.subarray(2), 3), FRENCH);
  const big = Buffer.from(little).swap16();
  assert.equal(await textOf(big, 3), FRENCH);
  assert.equal(await textOf(big.subarray(2), 3), FRENCH);
});

test('C1 controls are decoded as Windows-1252', async () => {
  assert.equal(await textOf(Buffer.from('the UK\u0092s \u0080')), 'the UK’s €');
});
