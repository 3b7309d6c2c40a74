import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { brotliPieces } from '../../../lib/brotli-pieces.ts';
import { gzipPieces, joinPieces } from '../../../lib/coded-pieces.ts';
import type { CodedForm } from '../coded-page.ts';
import { CodedDocuments } from './serialize-page.ts';

const whole = { name: 'whole', split: (document: Buffer) => ({ own: [document] }) };
const form: CodedForm = { coding: gzipPieces, layout: whole };

const source = (id: string, version: unknown[], read: () => Buffer | undefined) => ({ id, version, read });
/** Of a document that is sent for the second time at least. */
function getAgain(documents: CodedDocuments, form: CodedForm, one: ReturnType<typeof source>) {
  documents.getPage(form, [one]);
  return documents.getPage(form, [one])?.[0];
}

test('a document is compressed when it is sent again, and once until its version changes', () => {
  const documents = new CodedDocuments();
  let reads = 0;
  const get = (...version: unknown[]) => {
    const read = () => {
      reads += 1;
      return Buffer.from(JSON.stringify(version));
    };
    return documents.getPage(form, [source('id', version, read)])?.[0];
  };
  const file = {};
  assert.equal(get(file, 7, 1), undefined);
  assert.equal(reads, 0);
  const first = get(file, 7, 1) ?? assert.fail('not compressed');
  assert.equal(get(file, 7, 1), first);
  assert.equal(reads, 1);
  for (const version of [
    [file, 7, 2],
    [{}, 7, 2],
  ]) {
    assert.equal(get(...version), undefined);
    assert.notEqual(get(...version) ?? assert.fail('not compressed'), first);
  }
  assert.equal(reads, 3);
});

test('a large page is compressed in steps', () => {
  const documents = new CodedDocuments();
  const page = Array.from({ length: 100 }, (_, at) => source(String(at), [], () => Buffer.from(`${at}`)));
  const sent = Array.from({ length: 6 }, () => documents.getPage(form, page)?.length);
  assert.deepEqual(sent, [undefined, undefined, undefined, undefined, 100, 100]);
});

test('each coding and layout of a document is cached for itself', () => {
  const documents = new CodedDocuments();
  const halves = {
    name: 'halves',
    split: (document: Buffer) => ({
      own: [document.subarray(0, 1), document.subarray(1)],
      shared: new Map([['key', 'shared']]),
    }),
  };
  const get = (coding: CodedForm['coding'], layout: CodedForm['layout']) =>
    getAgain(
      documents,
      { coding, layout },
      source('id', [], () => Buffer.from('ab')),
    ) ?? assert.fail();
  const one = get(gzipPieces, whole);
  assert.equal(get(gzipPieces, whole), one);
  assert.notDeepEqual(get(brotliPieces, whole).pieces, one.pieces);
  const { pieces: [left, right] = [], shared } = get(gzipPieces, halves);
  assert.ok(left && right);
  assert.equal(gunzipSync(joinPieces(gzipPieces, ['[', left, '|', right, ']'])).toString(), '[a|b]');
  assert.equal(shared?.get('key'), 'shared');
});

test('the cache stays within its bytes and drops what was used least recently', () => {
  const documents = new CodedDocuments(1_000);
  const read: string[] = [];
  const text = Array.from({ length: 300 }, (_, at) => String.fromCharCode(33 + ((at * 7) % 90))).join('');
  const get = (id: string) =>
    getAgain(
      documents,
      form,
      source(id, [], () => {
        read.push(id);
        return Buffer.from(text);
      }),
    );
  for (let id = 0; id < 20; id += 1) {
    get('favourite');
    get(`other ${id}`);
    assert.ok(documents.bytes <= 1_000);
  }
  assert.equal(read.filter((id) => id === 'favourite').length, 1);
  assert.equal(get('other 0') !== undefined && read.at(-1), 'other 0', 'dropped, so read again');
});

test('a document that cannot be read or divided is not cached', () => {
  const documents = new CodedDocuments();
  const indivisible: CodedForm = { coding: gzipPieces, layout: { name: 'none', split: () => undefined } };
  const unreadable = source('id', [], () => undefined);
  assert.equal(getAgain(documents, form, unreadable), undefined);
  const readable = source('id', [], () => Buffer.from('x'));
  assert.equal(getAgain(documents, indivisible, readable), undefined);
  assert.equal(documents.bytes, 0);
});
