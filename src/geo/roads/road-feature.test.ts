import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRoadFeature } from './road-feature.ts';

const LINE = {
  type: 'LineString',
  coordinates: [
    [2.1, 48.8, 35],
    [2.2, 48.9, 36],
  ],
};
const feature = (properties: unknown, geometry: unknown = LINE): string =>
  JSON.stringify({ type: 'Feature', id: 'way/7', properties, geometry });
const read = (properties: unknown): string => {
  const result = readRoadFeature(feature(properties));
  if ('refused' in result) return result.refused;
  return [result.class, result.owner, result.ref, result.name].filter(Boolean).join(' ');
};

test('roads of OpenStreetMap are known in each of the forms in which they are exported', () => {
  assert.equal(
    read({ highway: 'motorway', ref: 'A 6;A 7', name: 'Autoroute du Soleil' }),
    'MOTORWAY OPENSTREETMAP A 6 Autoroute du Soleil',
  );
  assert.equal(
    read({ highway: 'trunk', other_tags: '"lanes"=>"2","ref"=>"N 10"' }),
    'TRUNK OPENSTREETMAP N 10',
  );
  assert.equal(read({ fclass: 'primary', ref: 'D 7' }), 'PRIMARY OPENSTREETMAP D 7');
  assert.equal(read({ subtype: 'road', class: 'secondary' }), 'SECONDARY OPENSTREETMAP');
  for (const highway of ['motorway_link', 'tertiary', 'residential', 'construction', 'footway'])
    assert.equal(read({ highway }), 'not a main road', highway);
});

test('roads of IGN are known by importance and nature, and by vocation', () => {
  assert.equal(read({ importance: '1', nature: 'Type autoroutier', cpx_numero: 'A13' }), 'MOTORWAY IGN A13');
  assert.equal(read({ IMPORTANCE: 2, NATURE: 'Route à 1 chaussée', NUMERO: 'NC' }), 'PRIMARY IGN');
  assert.equal(read({ importance: '1', nature: 'Bretelle' }), 'not a main road');
  assert.equal(read({ importance: '5', nature: 'Route à 1 chaussée' }), 'not a main road');
  assert.equal(read({ VOCATION: 'Liaison régionale', NUM_ROUTE: 'D906' }), 'PRIMARY IGN D906');
  assert.equal(read({ VOCATION: 'Bretelle' }), 'not a main road');
});

test('roads of Natural Earth are known by type', () => {
  assert.equal(read({ type: 'Major Highway', expressway: 1, label: 'A1' }), 'MOTORWAY NATURAL_EARTH A1');
  assert.equal(read({ type: 'Secondary Highway', expressway: 0 }), 'PRIMARY NATURAL_EARTH');
  assert.equal(read({ type: 'Ferry Route' }), 'not a main road');
});

test('what is no road is refused with its reason and its own name, whatever its form', () => {
  const refusal = (text: string): string => {
    const result = readRoadFeature(text);
    assert.ok('refused' in result, text);
    return `${result.refused}: ${result.name}`;
  };
  const road = { highway: 'primary', name: 'Rue\u001b[2J Haute' };
  assert.equal(refusal('{"type": "Feature", \u001b[31m'), 'not readable as JSON: {"type": "Feature",  [31m');
  for (const text of ['null', '7', '[]', '{}', feature(null), feature([1]), feature('x')])
    assert.match(refusal(text), /^(not a main road|not readable as JSON)/, text);
  assert.equal(refusal(feature(road, { type: 'Point', coordinates: [2, 48] })), 'no line: Rue [2J Haute');
  for (const coordinates of [
    [],
    [[2, 48]],
    [[2, 48], null],
    [
      [2, 48],
      ['2', 48],
    ],
    'x',
    [[[2, 48]]],
  ])
    assert.match(
      refusal(feature(road, { type: 'LineString', coordinates })),
      /^no line/,
      JSON.stringify(coordinates),
    );
  assert.match(refusal(feature(road, null)), /^no line/);
  assert.match(refusal(feature(road, { type: 'MultiLineString', coordinates: [] })), /^no line/);
  const lambert = [
    [652_000, 6_862_000],
    [652_100, 6_862_100],
  ];
  assert.match(
    refusal(feature(road, { type: 'LineString', coordinates: lambert })),
    /^not in longitude and latitude/,
  );
  const across = [
    [179.9, 0],
    [-179.9, 0],
  ];
  assert.match(
    refusal(feature(road, { type: 'LineString', coordinates: across })),
    /^two positions more than 2 degrees/,
  );
});
