import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCsvRows } from './csv.ts';
import { htmlToText } from './html.ts';

async function rows(separator: string, ...parts: string[]) {
  async function* chunks() {
    yield* parts;
  }
  return (await Array.fromAsync(readCsvRows(chunks(), separator))).map(({ cells, fault, line }) => [
    line,
    fault ?? cells?.join('|'),
  ]);
}

test('cells may be quoted, surrounded by spaces, and span lines', async () => {
  assert.deepEqual(await rows('!#', '"a"!#"b"\r\n"c" !# "d\nlumineux"\r\n', '\n"e"!#"f"'), [
    [1, 'a|b'],
    [2, 'c|d\nlumineux'],
    [5, 'e|f'],
  ]);
  assert.deepEqual(await rows(',', 'a,b\n1,"x, ""y"""'), [
    [1, 'a|b'],
    [2, '1|x, "y"'],
  ]);
});

test('unescaped quotes inside a cell are read when the separator is unambiguous', async () => {
  assert.deepEqual(await rows('!#', '"a"!#"b"\n"dit "le Clos" ici"!#"d"\n'), [
    [1, 'a|b'],
    [2, 'dit "le Clos" ici|d'],
  ]);
});

test('an unclosed quote loses only its own row', async () => {
  assert.deepEqual(await rows('!#', '"a"!#"b"\n"c"!#"d\n"e"!#"f"\n"g"!#"h"\n'), [
    [1, 'a|b'],
    [2, 'a quote that is never closed'],
    [3, 'e|f'],
    [4, 'g|h'],
  ]);
});

test('an endless line is not buffered', async () => {
  const endless = Array.from({ length: 100 }, () => 'x'.repeat(65_536));
  assert.deepEqual(await rows(',', 'a,b\n"', ...endless, '"\nc,d\n'), [
    [1, 'a|b'],
    [2, 'longer than 1048576 characters'],
    [3, 'c|d'],
  ]);
});

test('an unclosed quote at the top of a long file loses at most a hundred lines', async () => {
  const found = await rows(',', '"open\n', 'x\n'.repeat(300), 'a,b\n');
  assert.deepEqual(found.at(0), [1, 'a quote that is never closed']);
  assert.deepEqual(found.at(-1), [302, 'a|b']);
});

test('HTML is converted to plain text', () => {
  assert.equal(
    htmlToText(
      '<p><b>Entr&eacute;e</b><br/>15&#39; x 11&#x27; &amp; cave</p><ul><li>un</li><li>deux</li></ul>',
    ),
    "Entrée\n15' x 11' & cave\n- un\n- deux",
  );
  assert.equal(
    htmlToText('surface < 50 m² &constructor; &unknown;'),
    'surface < 50 m² &constructor; &unknown;',
  );
});
