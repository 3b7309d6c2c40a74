import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { addCredits } from '../../src/accounts/credits.ts';
import { sql } from '../../src/db/sql.ts';
import { divisionId } from '../../src/geo/division.ts';
import { tools } from '../../src/mcp/tools/table.ts';
import { createTestAlert } from '../support/alerts.ts';
import { startApi } from '../support/api.ts';
import { type Assistant, assistants } from '../support/assistants.ts';
import { createOwner, type Owner } from '../support/owners.ts';
import { createSearchHelpers, flat } from '../support/searches.ts';

const api = await startApi({ after }, { france: true });
const port = await api.listen();
const { put } = createSearchHelpers(api);
const inBoulogne = { location: { countryCode: 'FR', city: boulogne() } };
let home = '';

before(async () => {
  home = await put(
    flat('x', 420_000, {
      ...inBoulogne,
      unit: { rooms: 3, balcony: true },
      body: { title: 'Trois pièces rue de Silly', description: 'Calme, balcon filant, parquet.' },
    }),
    { url: 'https://portal.example/annonces/mcp-1' },
  );
  await put(flat('x', 900_000, inBoulogne));
});

function boulogne() {
  const id = divisionId('FR', '92012');
  const iri = `/geo/administrative-divisions/${id}`;
  return {
    id,
    iri,
    name: 'Boulogne-Billancourt',
    uniqueCode: '92012',
    type: 'MUNICIPALITY' as const,
    postalCodes: ['92100'],
  };
}

const usageOf = async ({ accountId }: Owner): Promise<Record<string, number[]>> => {
  await api.usage.flush();
  const rows = await api.db.rows<{ what: string; calls: number; results: number }>(sql`
    select concat_ws(' ', channel, route_type, route) as what, calls, results from usage_day where account_id = ${accountId}`);
  return Object.fromEntries(rows.map(({ what, calls, results }) => [what, [calls, results]]));
};

const idsIn = (structured: Record<string, unknown>): string[] =>
  (structured['properties'] as { id: string }[]).map(({ id }) => id);

for (const [year, open] of Object.entries(assistants)) {
  const connected = async (
    t: { after(end: () => Promise<void>): void },
    owner?: Owner,
  ): Promise<Assistant> => {
    const assistant = await open({ port, key: (owner ?? api.owner).key });
    t.after(() => assistant.close());
    return assistant;
  };

  test(`a client of ${year} lists every tool with a title, a description, the four hints and both schemas`, async (t) => {
    const listed = await (await connected(t)).list();
    assert.deepEqual(
      listed.map(({ name }) => name),
      tools.map(({ name }) => name),
    );
    for (const { name, title, description, annotations, inputSchema, outputSchema } of listed) {
      assert.ok(title && (description?.length ?? 0) > 80, name);
      for (const hint of ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'])
        assert.equal(typeof annotations?.[hint as 'readOnlyHint'], 'boolean', `${name} ${hint}`);
      assert.equal(inputSchema.type, 'object');
      assert.equal(outputSchema?.type, 'object');
    }
    const reading = listed.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name);
    for (const name of ['search_properties', 'resolve_location', 'list_alerts'])
      assert.ok(reading.includes(name));
    for (const name of ['create_alert', 'update_alert', 'delete_alert']) assert.ok(!reading.includes(name));
  });

  test(`a client of ${year} searches with plain arguments and gets the criteria that they became`, async (t) => {
    const assistant = await connected(t);
    const { structured, text } = await assistant.call('search_properties', {
      city: ['Boulogne'],
      type: ['FLAT'],
      transaction: 'SELL',
      priceMax: 500_000,
      areaMin: 40,
      roomsMin: 2,
      features: ['BALCONY'],
      words: ['balcon filant'],
    });
    assert.deepEqual(idsIn(structured), [home]);
    assert.match(text, /Trois pièces rue de Silly/);
    assert.deepEqual(structured['criteria'], {
      and: [
        {
          property: {
            transaction: { type: 'SELL' },
            type: { in: ['FLAT'] },
            locations: { countryCode: 'FR', in: { uniqueCodes: ['92012'] } },
            pricing: { displayed: { lte: 500_000 } },
            areas: { displayed: { gte: 40 } },
            unit: { rooms: { gte: 2 }, features: { in: ['BALCONY'] } },
          },
        },
        {
          or: [
            { property: { body: { title: { in: ['balcon filant'] } } } },
            { property: { body: { description: { in: ['balcon filant'] } } } },
          ],
        },
      ],
    });
    const careless = { city: 'Paris 15 or Boulogne', type: 'flat', transaction: 'sell', priceMax: '500000' };
    assert.deepEqual(idsIn((await assistant.call('search_properties', careless)).structured), [home]);
    const again = await assistant.call('search_properties', { criteria: structured['criteria'] });
    assert.deepEqual(idsIn(again.structured), [home], 'the criteria shown find the same');
  });

  test(`a client of ${year} pages by cursor, and counting costs nothing`, async (t) => {
    const owner = await createOwner(api.db, api.clock);
    const assistant = await connected(t, owner);
    const counted = await assistant.call('search_properties', { city: ['92100'], limit: 0 });
    assert.equal(counted.structured['total'], 2);
    const first = await assistant.call('search_properties', { city: ['92100'], limit: 1 });
    const { cursor } = first.structured['next'] as { cursor: string };
    const second = await assistant.call('search_properties', { city: ['92100'], limit: 1, cursor });
    assert.equal(second.structured['next'], null);
    assert.equal(new Set([...idsIn(first.structured), ...idsIn(second.structured)]).size, 2);
    const foreign = await assistant.call('search_properties', { city: ['92200'], cursor });
    assert.ok(foreign.isError);
    assert.match(foreign.text, /cursor: .*begin without one/);
    assert.deepEqual((await usageOf(owner))['MCP search POST /mcp search_properties'], [4, 2]);
  });

  test(`a client of ${year} resolves ambiguous place names`, async (t) => {
    const assistant = await connected(t);
    const { structured } = await assistant.call('resolve_location', { query: 'Paris 15 or Boulogne' });
    const found = structured['locations'] as { place: { code: string }; alternatives: { code: string }[] }[];
    assert.deepEqual(
      found.map(({ place }) => place.code),
      ['75115', '92012'],
    );
    assert.ok(
      found[1]?.alternatives.some(({ code }) => code === '62160'),
      'Boulogne-sur-Mer',
    );
    const codesOf = async (query: string) =>
      ((await assistant.call('resolve_location', { query })).structured['locations'] as typeof found).map(
        ({ place }) => place?.code,
      );
    assert.deepEqual(
      await codesOf('Lyon, France'),
      ['69123'],
      'the second part only says where the first is',
    );
    assert.deepEqual(await codesOf('Grenoble et Lyon'), ['38185', '69123']);
    assert.deepEqual(await codesOf('15th arrondissement of Paris'), ['75115']);
    assert.deepEqual(await codesOf('Xyzzyq'), [undefined]);
  });

  test(`a client of ${year} reads a property by its id and by the URL of a listing`, async (t) => {
    const assistant = await connected(t);
    const byId = await assistant.call('get_property', { propertyId: home });
    const byUrl = await assistant.call('get_property', { url: 'https://portal.example/annonces/mcp-1/' });
    assert.equal((byId.structured['property'] as { id: string }).id, home);
    assert.deepEqual(byUrl.structured, byId.structured);
    assert.match(
      (await assistant.call('get_property', { propertyId: randomUUID() })).text,
      /no such resource/i,
    );
    assert.match((await assistant.call('get_property', {})).text, /either `propertyId` or `url`/);
  });

  test(`a client of ${year} gets an explanation why a property matches a question or an alert, or does not`, async (t) => {
    const assistant = await connected(t);
    const close = await assistant.call('explain_match', { propertyId: home, priceMax: 400_000, roomsMin: 2 });
    assert.equal(close.structured['matches'], false);
    assert.match(close.text, /FAIL property\.pricing\.displayed: asked \{"lte":400000\}, seen 420000/);
    const alert = await createTestAlert(api.db, api.clock, api.owner, {
      criteria: { property: { type: { in: ['FLAT'] } } },
    });
    const followed = await assistant.call('explain_match', { propertyId: home, alertId: alert.id });
    assert.equal(followed.structured['matches'], true);
  });

  test(`a client of ${year} gets alerts, a forecast and market statistics`, async (t) => {
    const owner = await createOwner(api.db, api.clock);
    const assistant = await connected(t, owner);
    const alert = await createTestAlert(api.db, api.clock, owner, { name: 'Mine' });
    const { structured } = await assistant.call('list_alerts');
    assert.deepEqual(
      (structured['alerts'] as { id: string; name: string }[]).map(({ id, name }) => [id, name]),
      [[alert.id, 'Mine']],
    );
    const forecast = await assistant.call('forecast_alert', { city: ['Paris 15'] });
    assert.equal(forecast.structured['windowDays'], 30);
    const market = await assistant.call('market_statistics', {
      city: ['Paris 15'],
      metrics: ['count', 'median:price'],
    });
    assert.equal(typeof market.structured['sampleSize'], 'number');
    const sales = await assistant.call('closed_sales', {
      city: ['Boulogne'],
      priceMax: 500_000,
      after: '2020-01-01',
    });
    assert.deepEqual(sales.structured['sales'], []);
    const [home] = await api.db.rows<{ id: string }>(sql`select property_id as id from property limit 1`);
    const valued = await assistant.call('value_property', { propertyId: home?.id ?? '' });
    assert.match(valued.text, /^No value: [A-Z_]+\.$/);
    const reversed = await assistant.call('closed_sales', { priceMin: 2, priceMax: 1 });
    assert.match(reversed.text, /priceMin: Must not be greater/);
    const unknown = await assistant.call('market_statistics', { metrics: ['sum:price'] });
    assert.ok(unknown.isError);
    assert.deepEqual(Object.keys(await usageOf(owner)).sort(), [
      'MCP alerts POST /mcp forecast_alert',
      'MCP alerts POST /mcp list_alerts',
      'MCP analytics POST /mcp market_statistics',
      'MCP mcp POST /mcp',
      'MCP read POST /mcp closed_sales',
      'MCP read POST /mcp value_property',
    ]);
  });

  test(`a client of ${year} never reaches what another account has`, async (t) => {
    const other = await createOwner(api.db, api.clock);
    const theirs = await createTestAlert(api.db, api.clock, other);
    const assistant = await connected(t, await createOwner(api.db, api.clock));
    for (const [name, args] of [
      ['update_alert', { name: 'Taken' }],
      ['delete_alert', {}],
      ['explain_match', { propertyId: home }],
    ] as const) {
      const known = await assistant.call(name, { ...args, alertId: theirs.id });
      const random = await assistant.call(name, { ...args, alertId: randomUUID() });
      assert.ok(known.isError);
      assert.equal(known.text, random.text, name);
    }
    assert.deepEqual((await assistant.call('list_alerts')).structured['alerts'], []);
  });

  test(`a client of ${year} learns what to change in a call that fails`, async (t) => {
    const assistant = await connected(t);
    const refusal = async (name: string, args: object) => {
      const { isError, text } = await assistant.call(name, args);
      assert.ok(isError, text);
      return text;
    };
    assert.match(await refusal('search_properties', { limit: 101 }), /limit: Must be <= 100/);
    assert.match(await refusal('search_properties', { maxTokens: 20_001 }), /maxTokens: Must be <= 20000/);
    assert.match(await refusal('search_properties', { colour: 'red' }), /colour: There is no member called/);
    assert.match(
      await refusal('search_properties', { city: ['Xyzzyq'] }),
      /city\[0\]: No place is called "Xyzzyq"/,
    );
    assert.match(
      await refusal('search_properties', { criteria: { property: { typo: {} } } }),
      /criteria\.property\.typo/,
    );
    assert.match(
      await refusal('search_properties', { priceMax: 1, criteria: {} }),
      /either `criteria` or the plain arguments/,
    );
    assert.match(await refusal('create_alert', { priceMax: 1 }), /name: The member "name" is required/);
    assert.match(
      await refusal('create_alert', { name: 'x', webhookUrl: 'http://10.0.0.1/' }),
      /webhookUrl: The URL/,
    );
    assert.match(
      await refusal('create_alert', { name: 'x', rules: [{ eventType: 'PRICE_CHANGED' }] }),
      /rules\[0\]\.eventType/,
    );
    assert.match(
      await refusal('market_statistics', { city: ['Paris 15', 'Boulogne-Billancourt'], metrics: ['count'] }),
      /city: Name places of one level at a time/,
    );
    assert.match(await refusal('closed_sales', { city: ['Rhône'] }), /"Rhône" is no municipality/);
    await assert.rejects(assistant.call('drop_everything'), /There is no tool called "drop_everything"/);
  });

  test(`a client of ${year} whose account is out of credits is refused and not charged`, async (t) => {
    const owner = await createOwner(api.db, api.clock);
    await addCredits(api.db, owner.accountId, 1);
    const assistant = await connected(t, owner);
    const dear = await assistant.call('search_properties', { city: ['92100'] });
    assert.ok(dear.isError);
    assert.match(dear.text, /costs 2 credits/);
    assert.equal((await assistant.call('get_property', { propertyId: home })).isError, false);
    assert.equal((await assistant.call('get_property', { propertyId: home })).isError, true);
    assert.equal((await assistant.call('search_properties', { limit: 0 })).isError, false);
  });
}
