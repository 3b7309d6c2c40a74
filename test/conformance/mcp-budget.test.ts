import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { tokensOf } from '../../src/mcp/tokens.ts';
import { newAlert } from '../support/alerts.ts';
import { startApi } from '../support/api.ts';
import { type Assistant, assistant2025, assistant2026, type Result } from '../support/assistants.ts';
import { newOwner } from '../support/owners.ts';
import { flat, here, newCity, searchesOf } from '../support/searches.ts';

const api = await startApi({ after });
const port = await api.listen();
const { put } = searchesOf(api);
const city = newCity();
const criteria = here(city);
const HOMES = 30;
const LONG = 'Très bel appartement, lumineux et calme. '.repeat(200);
let assistant: Assistant;
let home = '';

before(async () => {
  for (let at = 0; at < HOMES; at++)
    home = await put(flat(city, 100_000 + at, { body: { title: LONG.slice(0, 190), description: LONG } }));
  for (let at = 0; at < 12; at++)
    await newAlert(api.db, api.clock, api.owner, { name: `${at} ${LONG.slice(0, 190)}`, criteria });
  assistant = await assistant2026({ port, key: api.owner.key });
});

after(() => assistant.close());

const costOf = ({ text, structured }: Result): number =>
  tokensOf(text) + tokensOf(JSON.stringify(structured));
const idsIn = ({ structured }: Result): string[] =>
  (structured['properties'] as { id: string }[]).map(({ id }) => id);

for (const maxTokens of [500, 1_000, undefined, 20_000]) {
  const most = maxTokens ?? 4_000;
  const asked = maxTokens === undefined ? {} : { maxTokens };

  test(`no answer takes more than ${most} tokens${maxTokens === undefined ? ', the usual,' : ''} and none is lost by it`, async () => {
    const seen: string[] = [];
    let cursor: unknown;
    do {
      const page = await assistant.call('search_properties', {
        criteria,
        limit: 100,
        ...asked,
        ...(cursor == null ? {} : { cursor }),
      });
      assert.ok(costOf(page) <= most, `${costOf(page)}`);
      assert.ok(idsIn(page).length > 0);
      seen.push(...idsIn(page));
      cursor = page.structured['nextCursor'];
    } while (cursor !== null);
    assert.equal(seen.length, HOMES);
    assert.equal(new Set(seen).size, HOMES, 'each once');
  });

  test(`alerts, a property and an explanation keep to ${most} tokens too`, async () => {
    const names = new Set<string>();
    let next: object | null = {};
    while (next !== null) {
      const page: Result = await assistant.call('list_alerts', { ...next, ...asked });
      assert.ok(costOf(page) <= most, `${costOf(page)}`);
      for (const { name } of page.structured['alerts'] as { name: string }[]) names.add(name);
      next = page.structured['next'] as object | null;
    }
    assert.equal(names.size, 12);
    for (const [name, args] of [
      ['get_property', { propertyId: home }],
      ['explain_match', { propertyId: home, criteria, ...asked }],
      ['forecast_alert', { criteria }],
    ] as const) {
      const answer = await assistant.call(name, { ...args, ...asked });
      assert.equal(answer.isError, false);
      assert.ok(costOf(answer) <= most, `${name} ${costOf(answer)}`);
    }
  });
}

test('a budget of more than 20,000 tokens is refused', async () => {
  assert.ok((await assistant.call('search_properties', { maxTokens: 20_001 })).isError);
});

/** `npm run bench -- mcp` runs the same with 100 clients and 50 calls each. */
test('many clients of both revisions at once each hear of their own account only', async (t) => {
  const clients = await Promise.all(
    Array.from({ length: 12 }, async (_, at) => {
      const owner = await newOwner(api.db, api.clock);
      const alert = await newAlert(api.db, api.clock, owner);
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
