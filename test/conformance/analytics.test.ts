import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { collectEvents } from '../../src/analytics/collect.ts';
import { insertTailEvents } from '../../src/analytics/store.ts';
import { record } from '../../src/properties/record.ts';
import { day, expired, madeListing, recordTogether, revisited } from '../fixtures/listing-states.ts';
import { startApi } from '../support/api.ts';
import { generateEvents } from '../support/made-events.ts';
import { readHeader } from '../support/test-response.ts';

const PATH = '/analytics/listings';
const api = await startApi({ after });
const { db, clock } = api;

interface Figures {
  meta: { sample_size: number; min_event_at: string | null; max_event_at: string | null };
  data: { group: Record<string, string | null>; metrics: Record<string, number | null> }[];
}

const flat = async (query: string): Promise<Figures> => {
  const { status, body, text } = await api.call({ path: `${PATH}?${query}`, accept: 'application/json' });
  assert.equal(status, 200, text);
  return body as Figures;
};

const faults = async (query: string): Promise<string[]> => {
  const { status, body } = await api.call({ path: `${PATH}?${query}` });
  const { violations } = body as { violations: { propertyPath: string; code: string }[] };
  return violations.map(({ propertyPath, code }) => `${status} ${code} ${propertyPath}`);
};

const price = (displayed: number) => ({ pricing: { displayed, currency: 'EUR' as const } });
const one = madeListing({ propertyType: 'FLAT', transaction: { type: 'SELL' }, ...price(100_000) });
const other = madeListing({ propertyType: 'HOUSE', transaction: { type: 'SELL' }, ...price(300_000) });
const propertyId = await recordTogether(db, [one], day(1));
await recordTogether(db, [other], day(1));
const cheaper = revisited(one, day(3), price(90_000));
await record(db, { listings: [{ state: cheaper, propertyId }] }, day(3));
await record(db, { listings: [{ state: expired(cheaper, day(9)), propertyId }] }, day(9));
await collectEvents(db, clock);

test('listing events are counted by period and column, with the metrics of each group', async () => {
  const { meta, data } = await flat(
    'group_by=property_type&time_bucket=month&metrics=count,avg:price,median:price,min:price,max:price,percentile:price:100',
  );
  assert.deepEqual(meta, {
    sample_size: 4,
    min_event_at: '2026-01-01T00:00:00+00:00',
    max_event_at: '2026-01-09T00:00:00+00:00',
  });
  const event_at = '2026-01-01T00:00:00+00:00';
  assert.deepEqual(data, [
    {
      group: { event_at, property_type: 'FLAT' },
      metrics: {
        count: 3,
        'avg:price': 280_000 / 3,
        'median:price': 90_000,
        'min:price': 90_000,
        'max:price': 100_000,
        'percentile:price:100': 100_000,
      },
    },
    {
      group: { event_at, property_type: 'HOUSE' },
      metrics: {
        count: 1,
        'avg:price': 300_000,
        'median:price': 300_000,
        'min:price': 300_000,
        'max:price': 300_000,
        'percentile:price:100': 300_000,
      },
    },
  ]);
});

test('without parameters events are counted by day, with durations', async () => {
  const { data } = await flat('');
  assert.deepEqual(
    data.map(({ group, metrics }) => [group['event_at'], metrics]),
    [
      ['2026-01-01T00:00:00+00:00', { count: 2 }],
      ['2026-01-03T00:00:00+00:00', { count: 1 }],
      ['2026-01-09T00:00:00+00:00', { count: 1 }],
    ],
  );
  const days = await flat('metrics=max:days_between_events&group_by=event_type&time_bucket=year');
  assert.deepEqual(
    days.data.map(({ group, metrics }) => [group['event_type'], metrics['max:days_between_events']]),
    [
      ['CREATED', null],
      ['EXPIRED', 6],
      ['UPDATED', 2],
    ],
  );
});

test('both formats carry the same figures', async () => {
  const path = `${PATH}?group_by=event_type,property_type&metrics=count,avg:price`;
  const { data, meta } = await flat('group_by=event_type,property_type&metrics=count,avg:price');
  const { body } = await api.call({ path });
  const document = body as { data: { attributes: object }[]; meta: object; links: { self: string } };
  assert.deepEqual(
    document.data.map(({ attributes }) => attributes),
    data,
  );
  assert.deepEqual([document.meta, document.links.self], [meta, path]);
});

test('a list is written in three spellings', async () => {
  const expected = await flat('event_type=CREATED&event_type=EXPIRED');
  assert.equal(expected.meta.sample_size, 3);
  assert.deepEqual(await flat('event_type[]=CREATED&event_type[]=EXPIRED'), expected);
  assert.deepEqual(await flat('event_type=CREATED,EXPIRED'), expected);
});

test('both ends of the period are included, and a bare date is the whole day', async () => {
  const sampled = async (query: string): Promise<number> => (await flat(query)).meta.sample_size;
  assert.equal(await sampled('event_at_from=2026-01-03T00:00:00Z&event_at_to=2026-01-09T00:00:00Z'), 2);
  assert.equal(
    await sampled('event_at_from=2026-01-03T00:00:00.001Z&event_at_to=2026-01-08T23:59:59.999Z'),
    0,
  );
  assert.equal(await sampled('event_at_from=2026-01-01&event_at_to=2026-01-03'), 3);
  assert.equal(await sampled('event_at_to=2026-01-03T01:00:00%2B02:00'), 2);
});

test('no hits are an empty answer', async () => {
  assert.deepEqual(await flat('price_min=1000000&group_by=city_id&metrics=avg:price'), {
    meta: { sample_size: 0, min_event_at: null, max_event_at: null },
    data: [],
  });
});

test('an unknown parameter or value is 400 with the known ones', async () => {
  assert.deepEqual(await faults('colour=red'), ['400 unknown_member colour']);
  assert.deepEqual(await faults('group_by=colour'), ['400 unknown_value group_by[0]']);
  assert.deepEqual(await faults('event_type=CREATED,GONE'), ['400 unknown_value event_type[1]']);
  assert.deepEqual(await faults('transaction_type=LEASE'), ['400 unknown_value transaction_type']);
  assert.deepEqual(await faults('time_bucket=hour'), ['400 unknown_value time_bucket']);
  assert.deepEqual(await faults('rooms_min=1.5'), ['400 wrong_type rooms_min']);
  assert.deepEqual(await faults('event_at_from=soon'), ['400 wrong_format event_at_from']);
  for (const metric of ['sum:price', 'avg', 'avg:colour', 'count:price', 'avg:price:9', 'percentile:price']) {
    assert.deepEqual(await faults(`metrics=count,${metric}`), ['400 unknown_value metrics[1]'], metric);
  }
  const { body } = await api.call({ path: `${PATH}?metrics=avg:colour` });
  assert.match(JSON.stringify(body), /price_per_sqm/);
});

test('a value that breaks a rule is 422', async () => {
  assert.deepEqual(await faults('metrics=percentile:price:0'), ['422 out_of_range metrics[0]']);
  assert.deepEqual(await faults('metrics=percentile:price:100.1'), ['422 out_of_range metrics[0]']);
  assert.deepEqual(await faults('price_min=2&price_max=1'), ['422 out_of_range price_min']);
  assert.deepEqual(await faults('lat_min=-91'), ['422 out_of_range lat_min']);
  assert.deepEqual(await faults('city_id=paris'), ['422 wrong_format city_id[0]']);
  const groups =
    'property_type,transaction_type,event_type,city_id,district_id,neighborhood_id,dpe_energy_rating';
  assert.deepEqual(
    await faults(`group_by=${groups},dpe_ghg_rating,publisher_type,price_currency,condition`),
    ['422 too_many group_by'],
  );
  const percentiles = Array.from({ length: 21 }, (_, at) => `percentile:price:${at + 1}`);
  assert.deepEqual(await faults(`metrics=${percentiles}`), ['422 too_many metrics']);
  assert.equal((await flat(`metrics=${percentiles.slice(1)}`)).meta.sample_size, 4);
});

test('a download is a file of the same figures, whatever Accept says', async () => {
  const path = `${PATH}/export?group_by=property_type&metrics=count,avg:price&time_bucket=month`;
  const csv = await api.call({ path, accept: 'text/html' });
  assert.equal(readHeader(csv, 'content-type'), 'text/csv; charset=utf-8');
  assert.match(
    readHeader(csv, 'content-disposition') ?? '',
    /^attachment; filename="listing-analytics\.csv"$/,
  );
  assert.deepEqual(csv.text.trim().split('\n'), [
    'event_at,property_type,count,avg:price',
    '2026-01-01T00:00:00+00:00,FLAT,3,93333.33333333333',
    '2026-01-01T00:00:00+00:00,HOUSE,1,300000.0',
  ]);
  const parquet = await api.call({ path: `${path}&format=parquet` });
  assert.equal(readHeader(parquet, 'content-type'), 'application/vnd.apache.parquet');
  assert.ok(parquet.text.startsWith('PAR1') && parquet.text.endsWith('PAR1'));
  const { status } = await api.call({ path: `${path}&format=xlsx` });
  assert.equal(status, 400);
});

test('more groups than an answer holds are refused, and downloaded instead', async (t) => {
  const crowded = await startApi(t);
  for (let part = 0; part < 11; part++)
    await insertTailEvents(crowded.db, generateEvents(1_000, part), clock.now());
  const query = 'group_by=property_type,city_id,source_id,condition,heating_system,mandate_type';
  const { status, body } = await crowded.call({ path: `${PATH}?${query}` });
  assert.equal(status, 422);
  assert.match(JSON.stringify(body), /more than 10000 groups.*export/);
  const { text } = await crowded.call({ path: `${PATH}/export?${query}` });
  assert.ok(text.trim().split('\n').length > 10_000);
});
