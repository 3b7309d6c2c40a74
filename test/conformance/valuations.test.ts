import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AlertIndexReplica } from '../../src/alerts/alert-index-replica.ts';
import { matchChanges } from '../../src/alerts/match-changes.ts';
import type { PropertyResult } from '../../src/catalogue/document.ts';
import { type Database, sql } from '../../src/db/sql.ts';
import { divisionId } from '../../src/geo/division.ts';
import { buildCountryRows } from '../../src/geo/load/rows.ts';
import { loadCountry } from '../../src/geo/load.ts';
import { findDivision } from '../../src/geo/lookup.ts';
import { createPlaceService } from '../../src/geo/place-service.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { newId } from '../../src/lib/ids.ts';
import { findProperty } from '../../src/properties/lookup.ts';
import { record } from '../../src/properties/record.ts';
import { type NamedAccuracy, readAccuracy } from '../../src/valuation/accuracy.ts';
import { forgetCurrentModel } from '../../src/valuation/current-model.ts';
import { requestFitNow, runDueFit } from '../../src/valuation/fit-market.ts';
import { type ListedPace, listMarketPaces } from '../../src/valuation/market-paces.ts';
import { findCurrentModel } from '../../src/valuation/store.ts';
import type { Valuation } from '../../src/valuation/valuation.ts';
import { EXAMPLE_VALUATION, toValuationQuery } from '../../src/valuation/valuation-request.ts';
import { valueByNewModel, valueChangedProperties } from '../../src/valuation/value-changes.ts';
import { valueHome, valueProperty } from '../../src/valuation/value-over-regions.ts';
import { expired, madeListing } from '../fixtures/listing-states.ts';
import { createTestAlert } from '../support/alerts.ts';
import { startApi } from '../support/api.ts';
import { readBoth } from '../support/both-formats.ts';
import { freshDatabase } from '../support/database.ts';
import { createdCountry } from '../support/made-country.ts';
import { makeMarket } from '../support/made-market.ts';
import { openServiceRegions } from '../support/regions.ts';
import { addMarket, addProperty, fitMarket, toClaims } from '../support/valued-market.ts';

const HOMES = 420;
const DAY_MS = 86_400_000;
const database = await freshDatabase({ after });
const api = await startApi({ after }, { db: database.db });
const { db, clock, log } = { ...api, clock: systemClock, log: { info() {}, warn() {}, error() {} } };

const accept = 'application/json';
const home = { longitude: 2.03, latitude: 41.025 };

/** A town whose centre is the home's point. */
const loadTown = (): Promise<unknown> =>
  loadCountry(db, clock, {
    code: 'XA',
    version: '1',
    read: async (imports) => {
      const centre = {
        centroid: [home.longitude, home.latitude] as const,
        centroidOrigin: 'gazetteer' as const,
      };
      const divisions = [
        createdCountry('COUNTRY', 'XA', null),
        createdCountry('MUNICIPALITY', 'X1', 'XA', centre),
      ];
      return buildCountryRows({ divisions, contours: new Map() }, imports);
    },
  });

const read = async (id: string): Promise<PropertyResult['property']> => {
  const found = await findProperty(db, id);
  assert.ok(found);
  return found.property;
};

/** A flat of the town, without a point, that left the market after some days. */
async function addGone(days: number): Promise<void> {
  const end = new Date(clock.now().getTime() - DAY_MS);
  const start = new Date(end.getTime() - days * DAY_MS);
  const city = await findDivision(db, divisionId('XA', 'X1'));
  const claims = {
    ...toClaims({ ...home, area: 50, price: 250_000, facts: {} }),
    location: { countryCode: 'XA' },
  };
  const state = madeListing(
    { ...claims, location: { countryCode: 'XA', ...(city && { city }) } },
    { createdAt: start, updatedAt: start, lastSeenAt: start },
  );
  const propertyId = newId(start);
  await record(db, { listings: [{ state, propertyId }] }, start);
  await record(db, { listings: [{ state: expired(state, end), propertyId }] }, end);
}

before(async () => {
  await loadTown();
  const city = await findDivision(db, divisionId('XA', 'X1'));
  assert.ok(city);
  await addMarket(db, HOMES, { countryCode: 'XA', city });
  await valueChangedProperties({ db, clock });
  for (let home = 0; home < 21; home += 1) await addGone(20 + home);
  await fitMarket(db);
});

test('a home is valued by its facts, with an interval, comparables and an index', async () => {
  const body = { ...EXAMPLE_VALUATION, ...home, areaSqm: 60, askedPrice: 200_000 };
  const { status, body: sent } = await api.call({ method: 'POST', path: '/valuations', body, accept });
  const valuation = sent as Valuation;
  assert.equal(status, 200);
  assert.ok(valuation.value !== null && valuation.low !== null && valuation.high !== null);
  assert.ok(valuation.low < valuation.value && valuation.value < valuation.high);
  assert.equal(valuation.reason, null);
  assert.match(valuation.confidence?.class ?? '', /^[ABCD]$/);
  assert.equal(valuation.deviationPercent, Math.round((200_000 / valuation.value - 1) * 1_000) / 10);
  assert.equal(valuation.comparables.length, 12);
  const weights = valuation.comparables.reduce((sum, { weight }) => sum + weight, 0);
  assert.ok(Math.abs(weights - 1) < 0.01);
  assert.equal(valuation.index?.months.at(-1)?.level, 100);
  assert.equal(valuation.model?.prices, HOMES);
});

test('a division stands for its centre; without a point, or with an unknown division, nothing is valued', async () => {
  const { longitude: _, latitude: __, ...facts } = { ...EXAMPLE_VALUATION, areaSqm: 60 };
  const ask = async (over: object) => {
    const answer = await api.call({
      method: 'POST',
      path: '/valuations',
      body: { ...facts, ...over },
      accept,
    });
    const { violations } = answer.body as { violations?: { code: string }[] };
    return { ...answer, code: violations?.[0]?.code, valuation: answer.body as Valuation };
  };
  const byDivision = await ask({ division: 'X1' });
  assert.equal(byDivision.status, 200, byDivision.text);
  const byPoint = await ask(home);
  assert.ok(byDivision.valuation.value !== null && byPoint.valuation.value !== null);
  assert.ok(Math.abs(byDivision.valuation.value / byPoint.valuation.value - 1) < 0.2);
  assert.equal((await ask({})).code, 'point_missing');
  assert.equal((await ask({ longitude: 2 })).code, 'point_missing');
  assert.equal((await ask({ ...home, division: 'X1' })).code, 'point_and_division');
  assert.equal((await ask({ division: 'X2' })).code, 'unknown_division');
  assert.equal((await ask({ division: '018f3a5e-0000-7000-8000-000000000000' })).code, 'unknown_division');
});

test('outside its reach a model gives the reason and no value', async () => {
  const ask = async (over: object): Promise<Valuation> =>
    (await api.call({ method: 'POST', path: '/valuations', body: { ...EXAMPLE_VALUATION, ...over }, accept }))
      .body as Valuation;
  assert.equal((await ask({ longitude: -40, latitude: 12 })).reason, 'TOO_FEW_COMPARABLES');
  assert.equal((await ask({ ...home, areaSqm: 5_000 })).reason, 'OUTSIDE_TRAINED_AREAS');
  assert.equal((await ask({ ...home, market: 'SALE' })).reason, 'NO_MODEL');
  const [row] = makeMarket(1, { seed: 5 });
  assert.ok(row);
  const { area: _, ...withoutArea } = toClaims(row);
  const id = await addProperty(db, withoutArea);
  const valuation = await readBoth<Valuation>(api, `/properties/${id}/valuation`);
  assert.deepEqual([valuation.reason, valuation.value], ['AREA_MISSING', null]);
});

test('a changed property carries its deviation, which search filters and sorts by', async () => {
  const [row] = makeMarket(1, { seed: 9, noise: 0 });
  assert.ok(row);
  const id = await addProperty(db, toClaims({ ...row, price: row.price * 0.7 }));
  assert.equal((await read(id)).valuation, undefined);
  await valueChangedProperties({ db, clock });
  const { valuation } = await read(id);
  const deviation = valuation?.deviationPercent ?? 0;
  assert.ok(deviation < -15 && deviation > -45, `deviation ${deviation}`);
  const criteria = { property: { valuation: { deviationPercent: { lte: deviation + 0.1 } } } };
  const sort = { field: 'VALUATION_DEVIATION', direction: 'ASC' };
  const found = await api.call({ method: 'POST', path: '/properties', body: { criteria, sort }, accept });
  const items = found.body as PropertyResult[];
  const deviations = items.map(({ property }) => property.valuation?.deviationPercent ?? 0);
  assert.ok(items.some((one) => one.id === id));
  assert.ok(deviations.every((one) => one <= deviation + 0.1));
  assert.deepEqual(
    deviations,
    deviations.toSorted((one, other) => one - other),
  );
  const report = await readBoth<Valuation>(api, `/properties/${id}/valuation`);
  assert.equal(report.askedPrice, Math.round(row.price * 0.7));
  assert.equal(await valueChangedProperties({ db, clock }), 0);
});

test('a home asked far under its estimate raises an alert when it is valued', async () => {
  const alert = await createTestAlert(db, clock, api.owner, {
    criteria: { property: { valuation: { deviationPercent: { lte: -10 } } } },
  });
  const book = new AlertIndexReplica();
  const lineage = async () => () => ({ ids: [], codes: [] });
  const match = async () => {
    while ((await matchChanges({ db, clock, log, book, lineage })).changes > 0);
    const events = await db.rows<{ id: string; type: string }>(
      sql`select property_id as id, event_type as type from alert_event where alert_id = ${alert.id}`,
    );
    return events;
  };
  const [row] = makeMarket(1, { seed: 21, noise: 0 });
  assert.ok(row);
  await match();
  const cheap = await addProperty(db, toClaims({ ...row, price: row.price * 0.75 }));
  const fair = await addProperty(db, toClaims(row));
  assert.ok((await match()).every(({ id }) => id !== cheap && id !== fair));
  await valueChangedProperties({ db, clock });
  const events = (await match()).filter(({ id }) => id === cheap || id === fair);
  assert.deepEqual(events, [{ id: cheap, type: 'NEW_MATCH' }]);
});

test('the time on market is listed by place and type, in both formats, with the homes behind it', async () => {
  const all = await readBoth<ListedPace[]>(api, '/analytics/market-pace');
  assert.deepEqual(all.map(({ id }) => id).toSorted(), ['*:FLAT', 'XA:X1:FLAT']);
  const town = divisionId('XA', 'X1');
  const [pace] = await readBoth<ListedPace[]>(
    api,
    `/analytics/market-pace?city_id=${town}&property_type=FLAT`,
  );
  assert.deepEqual(
    [
      pace?.place,
      pace?.countryCode,
      pace?.homes,
      pace?.medianDaysOnMarket,
      pace?.soldAgainstAskedPercent,
      pace?.sales,
    ],
    ['X1', 'XA', 21, 30, null, 0],
  );
  assert.deepEqual(await readBoth(api, `/analytics/market-pace?property_type=HOUSE`), []);
  assert.deepEqual(await readBoth(api, `/analytics/market-pace?city_id=${newId(clock.now())}`), []);
  assert.equal((await api.call({ path: '/analytics/market-pace?property_type=LAND' })).status, 400);
});

test('accuracy is reported in both formats, by class and type', async () => {
  const accuracy = await readBoth<NamedAccuracy>(api, '/valuations/accuracy?market=ASKING');
  assert.equal(accuracy.latestFit, 'FITTED');
  assert.ok((accuracy.all?.medianAbsoluteError ?? 1) < 0.2);
  assert.equal(accuracy.classes.length, 4);
  assert.deepEqual(
    accuracy.types.map(({ name }) => name),
    ['FLAT'],
  );
  assert.deepEqual(
    accuracy.places.map(({ name, countryCode, label }) => [name, countryCode, label]),
    [['X1', 'XA', 'Place X1']],
    'a place has its code, country and name',
  );
  const none = await readBoth<NamedAccuracy>(api, '/valuations/accuracy?market=RENT');
  assert.deepEqual([none.latestFit, none.all], ['NONE', null]);
});

test('a fit without enough prices leaves the last model in use and says why', async () => {
  const used = await findCurrentModel(db, 'ASKING');
  const later = { ...clock, now: () => new Date(clock.now().getTime() + 900 * DAY_MS) };
  assert.equal(await requestFitNow({ db, clock: later }, 'ASKING'), true);
  assert.equal(await requestFitNow({ db, clock: later }, 'ASKING'), false);
  const failed = await runDueFit({ db, clock: later, log });
  assert.equal(failed?.status, 'TOO_FEW_PRICES');
  assert.match(failed?.failure ?? '', /prices; a model needs/);
  assert.equal((await findCurrentModel(db, 'ASKING'))?.id, used?.id);
  const accuracy = await readBoth<NamedAccuracy>(api, '/valuations/accuracy');
  assert.equal(accuracy.latestFit, 'TOO_FEW_PRICES');
  assert.match(accuracy.failure ?? '', /a model needs/);
  assert.ok(accuracy.all);
});

test('after a fit every live property is valued, and only once', async () => {
  while ((await valueByNewModel({ db, clock }, 'ASKING')) > 0);
  const [counted] = await db.rows<{ valued: number; live: number }>(sql`
    select count(valuation_deviation_percent)::int as valued, count(*)::int as live from property_search
    where transaction_type = 'SELL' and areas_displayed is not null and not expired`);
  assert.equal(counted?.valued, counted?.live);
  assert.equal(await valueByNewModel({ db, clock }, 'ASKING'), 0);
});

test('with regions a home is valued by the model of its region, and accuracy and paces are of all of them', async () => {
  const places = createPlaceService(db, () => undefined);
  const request = [{ name: 'spain', countries: ['ES'], divisions: [] }];
  const several = await openServiceRegions({ after }, { ...database, places }, request);
  const now = new Date();
  const body = { ...EXAMPLE_VALUATION, ...home, areaSqm: 60, propertyType: 'FLAT', facts: {} };
  const query = toValuationQuery(body as never, now, await places.register());
  assert.ok(!('faults' in query));
  const id = await addProperty(db, toClaims({ ...home, area: 50, price: 250_000, facts: {} }));
  const property = await findProperty(db, id);
  assert.ok(property);
  const readAll = async (handle: Database) => {
    const context = { db: handle, clock };
    return {
      valuations: [
        await valueHome(context, query),
        await valueProperty(context, property, { date: now }),
        await valueHome(context, { ...query, market: 'SALE' }),
      ],
      accuracy: await readAccuracy(handle, 'ASKING'),
      paces: await listMarketPaces(context, { page: 1 }),
    };
  };
  const wanted = await readAll(db);
  assert.ok(wanted.valuations[1]?.value && wanted.paces.total > 0);
  assert.deepEqual(await readAll(several), wanted, 'the model is in the default region');
  await db.rows(sql`insert into spain.valuation_model select * from valuation_model`);
  await db.rows(sql`insert into spain.valuation_model_part select * from valuation_model_part`);
  assert.equal((await readAccuracy(several, 'ASKING')).all?.n, 2 * (wanted.accuracy.all?.n ?? 0));
  await db.rows(sql`delete from valuation_model_part where model_id is not null`);
  await db.rows(sql`delete from valuation_model where model_id is not null`);
  await db.rows(sql`insert into property_region (property_id, region) values (${id}, 'spain')`);
  forgetCurrentModel(db, 'ASKING');
  // What a region without a model says is cached for a minute.
  const later = await openServiceRegions({ after }, { ...database, places }, []);
  assert.deepEqual(await readAll(later), wanted, 'the model is in the region of the home');
});
