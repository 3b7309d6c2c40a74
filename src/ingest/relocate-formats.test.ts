import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { freshDatabase } from '../../test/support/database.ts';
import { silentLog } from '../../test/support/log.ts';
import { sql } from '../db/sql.ts';
import { loadDivisions } from '../geo/load.ts';
import { createPlaceService } from '../geo/place-service.ts';
import { systemClock } from '../lib/clock.ts';
import { findProperty, findPropertyIdByUrl } from '../properties/lookup.ts';
import { readFeed } from './feed.ts';
import type { FormatName } from './format-names.ts';
import { openPipeline } from './open.ts';
import { ingest } from './pipeline.ts';
import { relocate } from './relocate.ts';

/** One listing of a Spanish town in each format, ingested before divisions are loaded. */
const FEEDS: Partial<Record<FormatName, string>> = {
  kyero: `<root><kyero><feed_version>3</feed_version></kyero><property><id>k1</id><price>200000</price>
    <price_freq>sale</price_freq><type>villa</type><town>Dénia</town><country>spain</country>
    <location><longitude>0.10559</longitude><latitude>38.84078</latitude></location>
    <surface_area><built>120</built></surface_area></property></root>`,
  openimmo: `<openimmo><anbieter><firma>A</firma><immobilie>
    <objektkategorie><vermarktungsart KAUF="true"/><objektart><haus/></objektart></objektkategorie>
    <geo><plz>03700</plz><ort>Dénia</ort><strasse>Calle Mayor</strasse><hausnummer>3</hausnummer><land iso_land="ESP"/>
    <geokoordinaten breitengrad="38.84078" laengengrad="0.10559"/></geo>
    <preise><kaufpreis>200000</kaufpreis></preise>
    <verwaltung_techn><objektnr_extern>o1</objektnr_extern></verwaltung_techn></immobilie></anbieter></openimmo>`,
  trovit: `<trovit><ad><id>t1</id><url>https://t.example/1</url><title>Villa</title><type>For Sale</type>
    <content>Villa</content><price>200000</price><property_type>villa</property_type><city>Dénia</city>
    <postcode>03700</postcode><country>ES</country></ad></trovit>`,
  idealista: JSON.stringify({
    customerCountry: 'Spain',
    customerCode: 'c',
    customerProperties: [
      {
        propertyCode: 'i1',
        propertyOperation: { operationType: 'sale', operationPrice: 200000 },
        propertyAddress: {
          addressTown: 'Dénia',
          addressPostalCode: '03700',
          addressVisibility: 'hidden',
          addressCoordinatesLongitude: 0.10559,
          addressCoordinatesLatitude: 38.84078,
        },
        propertyFeatures: { featuresType: 'house' },
      },
    ],
  }),
  reso: JSON.stringify({
    value: [{ ListingKey: 'r1', Country: 'ES', City: 'Dénia', PostalCode: '03700', ListPrice: 200000 }],
  }),
  'schema-org': JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'House',
    '@id': 'https://s.example/1',
    address: { addressLocality: 'Dénia', postalCode: '03700', addressCountry: 'ES' },
  }),
  ndjson: JSON.stringify({
    source: 'own',
    url: 'https://own.example/1',
    observedAt: '2026-10-01T00:00:00Z',
    kind: 'seen',
    payload: { location: { countryCode: 'ES', city: 'Dénia', postalCode: '03700' } },
  }),
};

const { db } = await freshDatabase({ after }, { statementTimeoutMs: 60_000 });
const open = () =>
  openPipeline(db, systemClock, {
    places: createPlaceService(db, (error) => assert.fail(String(error))),
  });

async function* bytesOf(text: string) {
  yield new TextEncoder().encode(text);
}

async function ingestOne(format: FormatName, text: string): Promise<string> {
  const feed = { format, source: format, observedAt: new Date('2026-10-01T00:00:00Z') };
  const [read, ...more] = await Array.fromAsync(readFeed(bytesOf(text), feed));
  assert.ok(read !== undefined && 'observation' in read && more.length === 0, `${format} has one advert`);
  assert.equal((await ingest(open(), [read])).length, 1);
  return read.observation.url;
}

const locationOf = async (url: string) => {
  const result = await findProperty(db, (await findPropertyIdByUrl(db, url)) ?? '');
  return result?.property.location;
};

test('a listing ingested before its divisions keeps its stated location and is located later, in every format', async () => {
  const urls = new Map<string, string>();
  for (const [format, text] of Object.entries(FEEDS))
    urls.set(format, await ingestOne(format as FormatName, text));

  const openimmo = await locationOf(urls.get('openimmo') ?? '');
  assert.deepEqual(openimmo, {
    geometry: { type: 'Point', coordinates: [0.10559, 38.84078] },
    accuracy: 'STREET',
    address: 'Calle Mayor 3',
    countryCode: 'ES',
    stated: { city: 'Dénia', postalCode: '03700' },
  });
  for (const [format, url] of urls)
    assert.equal((await locationOf(url))?.stated?.city, 'Dénia', `${format} shows its town`);
  assert.deepEqual(
    await db.rows(sql`select field as member, reason as why from ignored_field where field like 'location%'`),
    [],
    'no hint counts as contradicted',
  );

  await loadDivisions(db, systemClock, silentLog, 'ES');
  const done = await relocate(open(), () => undefined);
  assert.deepEqual(done, { listings: urls.size, moved: urls.size });
  for (const [format, url] of urls) {
    const location = await locationOf(url);
    assert.deepEqual([location?.city?.uniqueCode, location?.stated], ['03063', undefined], format);
  }
});
