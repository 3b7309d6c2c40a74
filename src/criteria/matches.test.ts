import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parisFlat } from '../../test/fixtures/property-result.ts';
import { parseTree } from '../../test/support/parse-tree.ts';
import type { PropertyResult } from '../catalogue/document.ts';
import { buildSearchRow } from './columns.ts';
import { compilePredicate } from './matches.ts';
import type { Lineage } from './search-row.ts';

const lineage: Lineage = () => ({
  ids: ['0199c2f4-0000-7000-8000-0000000000aa'],
  codes: ['75', 'R11', 'FR'],
});

/** The flat in Paris, with some members removed or changed. */
function flatWith(change: (flat: PropertyResult) => void = () => {}): PropertyResult {
  const flat: PropertyResult = structuredClone(parisFlat);
  change(flat);
  return flat;
}

function passes(criteria: unknown, flat: PropertyResult = flatWith()): boolean {
  return compilePredicate(parseTree(criteria))(buildSearchRow(flat, lineage));
}

const unit = (members: object) => ({ property: { unit: members } });
const roomless = flatWith(({ property }) => delete property.unit?.rooms);

suite('unknown values', () => {
  test('fail a range, unless the range admits missing values', () => {
    assert.equal(passes(unit({ rooms: { gte: 3, lte: 3 } })), true);
    assert.equal(passes(unit({ rooms: { gte: 4 } })), false);
    assert.equal(passes(unit({ rooms: { lte: 9 } }), roomless), false);
    assert.equal(passes(unit({ rooms: { lte: 9, orMissing: true } }), roomless), true);
    assert.equal(passes(unit({ rooms: { gte: 4, orMissing: true } })), false);
  });

  test('fail `in`, pass `nin` and `inOrMissing`', () => {
    const unstated = flatWith(({ property }) => delete property.unit?.condition);
    assert.equal(passes(unit({ condition: { in: ['GOOD', 'NEW'] } })), true);
    assert.equal(passes(unit({ condition: { nin: ['GOOD'] } })), false);
    assert.equal(passes(unit({ condition: { inOrMissing: ['NEW'] } })), false);
    assert.equal(passes(unit({ condition: { in: ['GOOD'] } }), unstated), false);
    assert.equal(passes(unit({ condition: { nin: ['GOOD'] } }), unstated), true);
    assert.equal(passes(unit({ condition: { inOrMissing: ['NEW'] } }), unstated), true);
  });

  test('of a feature fail `in`, and only an explicit no fails `inOrMissing`', () => {
    const silent = flatWith(({ property }) => delete property.unit?.balcony);
    const denied = flatWith(({ property }) => Object.assign(property.unit ?? {}, { balcony: false }));
    const features = (operator: string) => unit({ features: { [operator]: ['BALCONY', 'PARQUET'] } });
    assert.deepEqual(
      [flatWith(), silent, denied].map((flat) => passes(features('in'), flat)),
      [true, false, false],
    );
    assert.deepEqual(
      [flatWith(), silent, denied].map((flat) => passes(features('inOrMissing'), flat)),
      [true, true, false],
    );
    const without = unit({ features: { nin: ['BALCONY'] } });
    assert.deepEqual(
      [flatWith(), silent, denied].map((flat) => passes(without, flat)),
      [false, true, true],
    );
  });

  test('pass neither side of a switch', () => {
    const included = (operand: boolean) => ({
      property: { pricing: { sale: { fees: { agency: { includedInPrice: operand } } } } },
    });
    const silent = flatWith(({ property }) => delete property.pricing?.sale?.fees?.agency?.includedInPrice);
    assert.deepEqual([passes(included(true)), passes(included(false))], [true, false]);
    assert.deepEqual([passes(included(true), silent), passes(included(false), silent)], [false, false]);
  });

  test('of a place pass `nin` and fail `in`', () => {
    const nowhere = flatWith(({ property }) => delete property.location);
    const locations = (operand: object) => ({ property: { locations: operand } });
    assert.equal(passes(locations({ in: { uniqueCodes: ['75'] } }), nowhere), false);
    assert.equal(passes(locations({ nin: { uniqueCodes: ['75'] } }), nowhere), true);
    const circle = { centerPoint: { latitude: 48.86, longitude: 2.37, radiusKm: 5 } };
    assert.equal(passes(locations({ nin: circle }), nowhere), true);
    assert.equal(passes(locations({ nin: circle })), false);
    assert.equal(passes(locations({ countryCode: 'FR' }), nowhere), false);
  });
});

suite('places', () => {
  const locations = (operand: object) => passes({ property: { locations: operand } });

  test('a code or an id finds everything below it in the administrative tree', () => {
    for (const code of ['7511101-1', '75111', '75056', '75', 'R11', 'FR']) {
      assert.equal(locations({ in: { uniqueCodes: ['13055', code] } }), true, code);
      assert.equal(locations({ nin: { uniqueCodes: [code] } }), false, code);
    }
    assert.equal(locations({ in: { ids: ['0199C2F4-0000-7000-8000-0000000000AA'] } }), true);
    assert.equal(locations({ in: { uniqueCodes: ['75112'] } }), false);
  });

  test('codes are applied as they are, with or without a country', () => {
    assert.equal(locations({ countryCode: 'FR', in: { uniqueCodes: ['75'] } }), true);
    assert.equal(locations({ countryCode: 'BE', in: { uniqueCodes: ['75'] } }), false);
  });

  test('a postal code is that of the district, not of the whole city', () => {
    assert.equal(locations({ in: { postalCodes: ['75011'] } }), true);
    assert.equal(locations({ in: { postalCodes: ['75012'] } }), false);
  });

  test('a list with several kinds of places matches any of them', () => {
    assert.equal(locations({ in: { uniqueCodes: ['13055'], postalCodes: ['75011'] } }), true);
    assert.equal(locations({ nin: { uniqueCodes: ['13055'], postalCodes: ['75011'] } }), false);
  });

  test('the radius of a circle is measured on the Earth', () => {
    // The Place de la République is 0.67 km from the flat: 304 m north, 595 m west.
    const from = (radiusKm: number) => ({ centerPoint: { latitude: 48.8675, longitude: 2.3638, radiusKm } });
    assert.equal(locations({ in: from(0.6) }), false);
    assert.equal(locations({ in: from(0.7) }), true);
    const acrossTheDateLine = flatWith(({ property }) =>
      Object.assign(property.location?.geometry ?? {}, { coordinates: [179.99, 0] }),
    );
    const circle = {
      property: { locations: { in: { centerPoint: { latitude: 0, longitude: -179.99, radiusKm: 3 } } } },
    };
    assert.equal(passes(circle, acrossTheDateLine), true);
  });

  test('a hole in a shape is not part of it', () => {
    const around = (reach: number) => {
      const [x, y] = [2.37194, 48.86477];
      return [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
        [-1, -1],
      ].map(([dx = 0, dy = 0]) => [x + dx * reach, y + dy * reach]);
    };
    const shape = (...rings: unknown[]) => ({ in: { geoShapes: [{ type: 'Polygon', coordinates: rings }] } });
    assert.equal(locations(shape(around(0.1))), true);
    assert.equal(locations(shape(around(0.1), around(0.05))), false);
    const both = { type: 'MultiPolygon', coordinates: [[around(0.1), around(0.05)], [around(0.01)]] };
    assert.equal(locations({ in: { geoShapes: [both] } }), true);
  });

  test('accuracy is one of a list', () => {
    assert.equal(locations({ accuracy: ['PRECISE', 'STREET'] }), true);
    assert.equal(locations({ accuracy: ['PRECISE'] }), false);
  });
});

suite('phrases', () => {
  const description = (operand: object) => passes({ property: { body: { description: operand } } });

  test('are adjacent words in order, regardless of case and accents', () => {
    assert.equal(description({ in: ['BALCON filant'] }), true);
    assert.equal(description({ in: ['quatrieme etage'] }), true);
    assert.equal(description({ in: ['filant balcon'] }), false);
    assert.equal(description({ in: ['balcon sud'] }), false);
    assert.equal(description({ in: ['balco'] }), false);
    assert.equal(description({ in: ['e\u0301quipe\u0301e'] }), true);
  });

  test('are found in the listings too, and never across two texts', () => {
    assert.equal(description({ in: ['proche metro parmentier'] }), true);
    assert.equal(description({ in: ['et box tres beau'] }), false);
  });

  test('treat punctuation and hyphens as spaces', () => {
    assert.equal(description({ in: ['d-un bel'] }), true);
    assert.equal(description({ in: ['séjour : avec, cheminée!'] }), true);
  });

  test('`nin` excludes all of them, and a property without text passes', () => {
    assert.equal(description({ nin: ['terrasse', 'balcon'] }), false);
    assert.equal(description({ nin: ['terrasse'] }), true);
    const mute = flatWith(({ property, listings }) => {
      delete property.body;
      for (const listing of listings) delete listing.description;
    });
    assert.equal(passes({ property: { body: { description: { nin: ['balcon'] } } } }, mute), true);
    assert.equal(passes({ property: { body: { description: { in: ['balcon'] } } } }, mute), false);
  });
});

suite('sections', () => {
  test('ONE publisher satisfies all members together', () => {
    assert.equal(passes({ publisher: { type: { in: ['COMMERCIAL_AGENT'] } } }), true);
    assert.equal(passes({ publisher: { hasEmail: true } }), true);
    assert.equal(passes({ publisher: { type: { in: ['COMMERCIAL_AGENT'] }, hasEmail: true } }), false);
    assert.equal(
      passes({
        and: [{ publisher: { type: { in: ['COMMERCIAL_AGENT'] } } }, { publisher: { hasEmail: true } }],
      }),
      true,
    );
    assert.equal(passes({ publisher: { hasEmail: false, hasPhone: true } }), true);
    assert.equal(passes({ publisher: { type: { nin: ['PROFESSIONAL'] } } }), false);
    assert.equal(passes({ publisher: { references: ['LM75-204'] } }), true);
  });

  test('ONE listing satisfies all members together', () => {
    const url = 'https://www.toits-de-paris.example/vente/lm75-204/';
    assert.equal(passes({ listings: { url, marketing: { urgent: true } } }), true);
    assert.equal(passes({ listings: { url, marketing: { boosted: true } } }), false);
    assert.equal(
      passes({ listings: { sources: { in: ['figures-immo'] }, marketing: { favorites: { gte: 40 } } } }),
      true,
    );
    assert.equal(passes({ listings: { sources: { in: ['0199c2f4-0000-7000-8000-0000000000a2'] } } }), true);
    assert.equal(passes({ listings: { sources: { nin: ['figures-immo', 'toits-de-paris'] } } }), false);
  });

  test('ONE change satisfies all members together', () => {
    const change = (members: object) => passes({ changes: members });
    assert.equal(change({ attribute: { in: ['DISPLAYED_PRICE'] }, variationPercent: { lte: -3 } }), true);
    assert.equal(change({ attribute: { in: ['TITLE'] } }), false);
    assert.equal(change({ occurredAt: { from: '2026-02-11T07:42:10Z', to: '2026-02-11T07:42:11Z' } }), true);
    assert.equal(change({ occurredAt: { to: '2026-02-11T07:42:10Z' } }), false);
  });

  test('without a publisher no condition on one holds, not even `nin`', () => {
    const withoutPublisher = flatWith((flat) => flat.publishers.splice(0));
    assert.equal(passes({ publisher: { mandate: { nin: ['EXCLUSIVE'] } } }, withoutPublisher), false);
  });
});

suite('default filters', () => {
  const expired = flatWith(({ property }) => Object.assign(property, { expired: true }));
  const verdicts = (...coherent: (boolean | undefined)[]) =>
    flatWith(({ listings }) => {
      for (const [index, listing] of listings.entries()) {
        if (coherent[index] === undefined) delete listing.priceCoherent;
        else listing.priceCoherent = coherent[index];
      }
    });

  test('off-market properties are found only on request', () => {
    assert.equal(passes({}, expired), false);
    assert.equal(passes({ property: { expired: true } }, expired), true);
    assert.equal(passes({ property: { expired: true } }), false);
    assert.equal(passes({ listings: { expiredAt: { from: '2026-01-01T00:00:00Z' } } }, expired), true);
  });

  test('properties whose listings are all price-incoherent are found only on request', () => {
    const wrong = verdicts(false, false);
    assert.equal(passes({}, wrong), false);
    assert.equal(passes({ listings: { priceCoherent: false } }, wrong), true);
    assert.equal(passes({ listings: { priceCoherent: true } }, wrong), false);
    for (const sound of [verdicts(false, true), verdicts(false, undefined), verdicts(undefined, undefined)]) {
      assert.equal(passes({}, sound), true);
      assert.equal(passes({ listings: { priceCoherent: false } }, sound), false);
    }
  });

  test('price coherence is evaluated on the property, whichever listing matches the other members', () => {
    const operand = { listings: { priceCoherent: true, marketing: { urgent: true } } };
    assert.equal(passes(operand, verdicts(true, false)), true);
  });
});

suite('numbers', () => {
  test('areas are compared in square metres', () => {
    const land = (gte: number, lte: number) => passes({ property: { areas: { land: { gte, lte } } } });
    assert.equal(land(399, 401), true);
    assert.equal(land(0, 1), false);
  });

  test('all scores must hold', () => {
    const scores = (...operand: object[]) => passes(unit({ diagnostic: { scores: operand } }));
    const energy = { type: 'ENERGY_CONSUMPTION', rating: ['C', 'D'], value: { lte: 200 } };
    assert.equal(scores(energy), true);
    assert.equal(scores(energy, { type: 'CARBON_EMISSIONS', rating: ['A'] }), false);
  });

  test('any heating installation may match', () => {
    const twice = flatWith(({ property }) =>
      property.unit?.energy?.heating?.push({ energyCarrier: 'WOOD', collective: false }),
    );
    const collective = (operand: boolean, flat?: PropertyResult) =>
      passes(unit({ energy: { heating: { collective: operand } } }), flat);
    assert.deepEqual([collective(true), collective(false)], [true, false]);
    assert.deepEqual([collective(true, twice), collective(false, twice)], [true, true]);
    assert.equal(passes(unit({ energy: { heating: { energyCarrier: { nin: ['WOOD'] } } } }), twice), false);
  });
});
