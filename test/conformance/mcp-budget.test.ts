import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { insertTailEvents } from '../../src/analytics/store.ts';
import { countTokens } from '../../src/mcp/tokens.ts';
import { tools } from '../../src/mcp/tools/table.ts';
import { salesImport } from '../../src/transactions/import-sales.ts';
import { createTestAlert } from '../support/alerts.ts';
import { startApi } from '../support/api.ts';
import { type Assistant, type AssistantResult, assistant2025, assistant2026 } from '../support/assistants.ts';
import { insertFrenchCities } from '../support/french-cities.ts';
import { importContents } from '../support/import-contents.ts';
import { generateEvents } from '../support/made-events.ts';
import { createOwner } from '../support/owners.ts';
import { createCity, createSearchHelpers, flat } from '../support/searches.ts';

const api = await startApi({ after });
const port = await api.listen();
const { put } = createSearchHelpers(api);
const city = createCity();
const criteria = { property: { transaction: { type: 'SELL' }, type: { in: ['FLAT'] } } };

/** The minimum, the default, and some random budgets where little fits; MCP_BUDGETS=40 draws more. */
const BUDGETS = [
  500,
  undefined,
  ...Array.from(
    { length: Number(process.env['MCP_BUDGETS'] ?? 2) },
    () => 501 + Math.floor(Math.random() ** 2 * 3_000),
  ),
];
const USUAL = 4_000;
const HOMES = 14;
const ALERTS = 33;
const SALES = 9;
/** Characters that cost a token each, quotes that are escaped, and the separator of cells. */
const DEAR = '"宽敞明亮" | \\ « très calme » \u001b[31m é'.repeat(40);
let assistant: Assistant;
let home = '';

const longTree = (words: number) => ({
  and: Array.from({ length: words }, (_, at) => ({
    property: { body: { title: { in: [`word ${at} ${DEAR.slice(0, 60)}`] } } },
  })),
});

before(async () => {
  await insertFrenchCities(api.db);
  await importContents(api.db, salesImport, salesFile());
  await insertTailEvents(api.db, generateEvents(90, 7), api.clock.now());
  for (let at = 0; at < HOMES; at++)
    home = await put(
      flat(city, 100_000 + at, {
        body: at % 3 === 0 ? {} : { title: DEAR.slice(at, at + 190), description: DEAR.repeat(9) },
      }),
      { url: `https://portal.example/${at}/${'a1-'.repeat(60)}` },
    );
  for (let at = 0; at < ALERTS; at++)
    await createTestAlert(api.db, api.clock, api.owner, {
      name: `${at} ${DEAR.slice(0, at % 2 === 0 ? 190 : 5)}`,
      criteria: [criteria, longTree(3), longTree(90), null][at % 4] ?? null,
    });
  assistant = await assistant2026({ port, key: api.owner.key });
});

after(() => assistant.close());

/** Flats sold on following days, as the land registry writes them. */
function salesFile(): string {
  const head =
    'id_mutation,date_mutation,numero_disposition,nature_mutation,valeur_fonciere,adresse_numero,adresse_suffixe,adresse_nom_voie,code_postal,code_commune,id_parcelle,lot1_numero,lot1_surface_carrez,nombre_lots,code_type_local,surface_reelle_bati,nombre_pieces_principales,code_nature_culture,surface_terrain,longitude,latitude';
  const street = 'RUE DU GÉNÉRAL É. '.repeat(9);
  const rows = Array.from(
    { length: SALES },
    (_, at) =>
      `2024-${at},2024-03-0${at + 1},1,Vente,${200_000 + at},${at + 1},,${street},69001,69381,69381000AB00${at}1,4,,1,2,50,2,,,4.8350,45.7670`,
  );
  return [head, ...rows].join('\n');
}

const wholeOf = ({ text, structured }: AssistantResult): number =>
  countTokens(JSON.stringify({ content: [{ type: 'text', text }], structuredContent: structured }));

interface Walk {
  tool: string;
  args: object;
  /** The name of each item that an answer shows. */
  seen(structured: Record<string, unknown>): string[];
  all: number;
}

const listed =
  (member: string, name: (one: Record<string, unknown>) => unknown) =>
  (structured: Record<string, unknown>): string[] =>
    (structured[member] as Record<string, unknown>[]).map((one) => String(name(one)));

const PLACES = [
  'Lyon',
  'Paris',
  'Bordeaux',
  'Chambéry',
  'Paris 7',
  'Lyon 1',
  'Paris 11',
  '"宽敞明亮"'.repeat(9),
];
const walks: Walk[] = [
  {
    tool: 'search_properties',
    args: { criteria, limit: 100 },
    seen: listed('properties', ({ id }) => id),
    all: HOMES,
  },
  {
    tool: 'search_properties',
    args: { criteria, limit: 3, sort: { field: 'PRICE', direction: 'ASC' } },
    seen: listed('properties', ({ id }) => id),
    all: HOMES,
  },
  { tool: 'list_alerts', args: {}, seen: listed('alerts', ({ id }) => id), all: ALERTS },
  { tool: 'closed_sales', args: { limit: 100 }, seen: listed('sales', ({ id }) => id), all: SALES },
  { tool: 'closed_sales', args: { limit: 4 }, seen: listed('sales', ({ id }) => id), all: SALES },
  {
    tool: 'resolve_location',
    args: { query: PLACES.join('; ') },
    seen: listed('locations', ({ asked }) => asked),
    all: PLACES.length,
  },
  {
    tool: 'market_statistics',
    args: { time_bucket: 'quarter', group_by: ['property_type'], metrics: ['count', 'median:price'] },
    seen: listed('groups', (group) => `${group['event_at']} ${group['property_type']}`),
    all: 0,
  },
];

const explaining = (): Walk => ({
  tool: 'explain_match',
  args: { propertyId: home, criteria: longTree(24) },
  seen: listed('filters', ({ asked, path }) => `${path} ${asked}`),
  all: 0,
});

/** Follows `next` to the end; returns what was shown on the way. */
async function walked({ tool, args, seen }: Walk, maxTokens: number | undefined): Promise<string[]> {
  const found: string[] = [];
  let next: object | null = {};
  while (next !== null) {
    const answer: AssistantResult = await assistant.call(tool, {
      ...args,
      ...next,
      ...(maxTokens !== undefined && { maxTokens }),
    });
    assert.ok(!answer.isError, answer.text);
    assert.ok(wholeOf(answer) <= (maxTokens ?? USUAL), `${tool} took ${wholeOf(answer)} of ${maxTokens}`);
    const shown = seen(answer.structured);
    assert.ok(shown.length > 0, `${tool} with ${maxTokens} shows nothing and would go on for ever`);
    found.push(...shown);
    next = answer.structured['next'] as object | null;
  }
  return found;
}

for (const [at, walk] of [...walks, undefined].entries()) {
  const name = walk?.tool ?? 'explain_match';
  test(`paging through ${name} (${at}) shows everything once, and no answer exceeds its budget`, async () => {
    const asked = walk ?? explaining();
    const wide = (await walked(asked, 20_000)).length;
    assert.ok(wide > 0);
    if (asked.all > 0) assert.equal(wide, asked.all);
    for (const maxTokens of BUDGETS) {
      const found = await walked(asked, maxTokens);
      assert.equal(found.length, wide, `${name} with ${maxTokens}`);
      if (name !== 'explain_match')
        assert.equal(new Set(found).size, wide, `${name} with ${maxTokens}: each once`);
    }
  });
}

test('a property and a forecast stay inside every budget too', async () => {
  for (const maxTokens of BUDGETS)
    for (const [name, args] of [
      ['get_property', { propertyId: home }],
      ['forecast_alert', { criteria: longTree(40) }],
    ] as const) {
      const answer = await assistant.call(name, { ...args, ...(maxTokens && { maxTokens }) });
      assert.ok(!answer.isError, answer.text);
      assert.ok(wholeOf(answer) <= (maxTokens ?? USUAL), `${name} took ${wholeOf(answer)} of ${maxTokens}`);
    }
});

test('a group that exceeds the budget is refused with a sufficient budget', async () => {
  const asked = {
    time_bucket: 'month',
    group_by: ['property_type', 'city_id', 'district_id', 'source_id', 'transaction_type'],
    metrics: ['count', ...[5, 10, 25, 50, 75, 90, 95].map((rank) => `percentile:price:${rank}`)],
  };
  const refused = await assistant.call('market_statistics', { ...asked, maxTokens: 500 });
  assert.ok(refused.isError);
  const [, enough] = /maxTokens: .*at least (\d+)/.exec(refused.text) ?? [];
  const answer = await assistant.call('market_statistics', { ...asked, maxTokens: Number(enough) });
  assert.ok(!answer.isError, `${refused.text} ${answer.text}`);
  assert.equal((answer.structured['groups'] as unknown[]).length, 1);
});

test('a refusal stays inside the budget, however much is wrong', async () => {
  const wrong = { city: Array.from({ length: 40 }, () => DEAR.slice(0, 190)) };
  for (const maxTokens of [500, undefined]) {
    const refused = await assistant.call('search_properties', { ...wrong, ...(maxTokens && { maxTokens }) });
    assert.ok(refused.isError);
    assert.match(refused.text, /city\[0\]/);
    assert.ok(wholeOf(refused) <= (maxTokens ?? USUAL), `${wholeOf(refused)} of ${maxTokens}`);
  }
});

test('tools that change alerts answer inside the default budget, with the longest names, criteria and rules', async () => {
  const name = DEAR.slice(0, 200);
  const rules = ['NEW_MATCH', 'PRICE_CHANGE'].map((eventType) => ({
    eventType,
    ...(eventType === 'PRICE_CHANGE' && {
      variationPercent: Array.from({ length: 10 }, (_, at) => ({ gte: at + 0.123456, lte: at + 0.23456 })),
    }),
  }));
  const asked = { name, criteria: longTree(90), rules, webhookUrl: `https://h.example/${'a1-'.repeat(400)}` };
  const within = async (tool: string, args: object): Promise<AssistantResult> => {
    const answer = await assistant.call(tool, args);
    assert.ok(!answer.isError, answer.text);
    assert.ok(wholeOf(answer) <= USUAL, `${tool} took ${wholeOf(answer)}`);
    return answer;
  };
  const confirmed = async (tool: string, args: object): Promise<AssistantResult> => {
    const { confirmationToken } = (await within(tool, args)).structured;
    return within(tool, { ...args, confirmationToken });
  };
  const { structured } = await confirmed('create_alert', asked);
  const { id: alertId } = structured['alert'] as { id: string };
  await confirmed('update_alert', { ...asked, alertId, name: name.slice(0, 150), criteria: longTree(80) });
  await confirmed('delete_alert', { alertId });
});

test('every tool that takes a budget refuses more than 20,000 tokens and says so', async () => {
  for (const { name, input } of tools.filter(({ input }) => 'maxTokens' in input.properties)) {
    const refused = await assistant.call(name, { maxTokens: 20_001 });
    assert.ok(refused.isError, name);
    assert.match(refused.text, /maxTokens: Must be <= 20000/, JSON.stringify(input));
  }
});

/** `npm run bench -- mcp --only crowd` runs the same with 100 clients and 50 calls each. */
test('concurrent clients of both revisions see their own account only', async (t) => {
  const clients = await Promise.all(
    Array.from({ length: 12 }, async (_, at) => {
      const owner = await createOwner(api.db, api.clock);
      const alert = await createTestAlert(api.db, api.clock, owner);
      const client = await (at % 2 === 0 ? assistant2026 : assistant2025)({ port, key: owner.key });
      t.after(() => client.close());
      return { client, alert };
    }),
  );
  await Promise.all(
    clients.map(async ({ client, alert }) => {
      for (let turn = 0; turn < 6; turn++) {
        const { structured } = await client.call('list_alerts');
        assert.deepEqual(
          (structured['alerts'] as { id: string }[]).map(({ id }) => id),
          [alert.id],
        );
      }
    }),
  );
});
