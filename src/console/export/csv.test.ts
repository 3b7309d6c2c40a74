import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PropertyResult } from '../../catalogue/document.ts';
import { formatCsv } from './csv.ts';

const home = (property: object): PropertyResult =>
  ({
    id: '0199c2f4-0000-7000-8000-000000000001',
    publishers: [],
    listings: [{ url: 'https://one.example/1' }, { url: 'https://two.example/2' }],
    property: { createdAt: '2026-01-01T00:00:00+00:00', pictures: [], changes: [], ...property },
  }) as unknown as PropertyResult;

test('a file has a column for each member that a home states, and a line for each home', () => {
  const [head = '', ...lines] = formatCsv([
    home({ pricing: { displayed: 250_000 }, unit: { orientation: ['NORTH', 'EAST'] } }),
    home({ location: { geometry: { type: 'Point', coordinates: [4.8, 45.7] } } }),
  ]).split('\r\n');
  const names = head.replace('\uFEFF', '').split(',');
  assert.deepEqual(names.toSorted(), [
    'createdAt',
    'id',
    'listings',
    'listings.url',
    'location.geometry.latitude',
    'location.geometry.longitude',
    'pricing.displayed',
    'unit.orientation',
  ]);
  const cell = (line: number, name: string) => lines[line]?.split(',')[names.indexOf(name)];
  assert.equal(cell(0, 'listings.url'), 'https://one.example/1 https://two.example/2');
  assert.equal(cell(0, 'pricing.displayed'), '250000');
  assert.equal(cell(0, 'unit.orientation'), 'NORTH EAST');
  assert.equal(cell(1, 'location.geometry.longitude'), '4.8');
  assert.equal(cell(1, 'pricing.displayed'), '');
  assert.equal(lines.length, 3, 'the last line ends too');
});

test('quotes, commas and lines stay in their cell, and no cell is a formula', () => {
  const text = formatCsv([home({ body: { title: '=1+1', description: 'a "b", c\nd' } })]);
  assert.ok(text.includes(`,'=1+1,"a ""b"", c\nd"`), text);
});
