import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as Client2025 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Transport2025 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { addCredits } from '../../src/accounts/credits.ts';
import { toolList } from '../../src/mcp/tool-list.ts';
import { createTestAlert } from '../support/alerts.ts';
import { startApi } from '../support/api.ts';
import { createOwner, createTestProperty, type Owner } from '../support/owners.ts';

const api = await startApi({ after });
const url = new URL(`http://127.0.0.1:${await api.listen()}/mcp`);
const info = { name: 'test', version: '1.0.0' };
const headersOf = ({ key }: Owner) => ({ requestInit: { headers: { 'x-api-key': key } } });

type AnyClient = Pick<
  Client,
  'listResources' | 'listResourceTemplates' | 'readResource' | 'listPrompts' | 'getPrompt' | 'close'
>;

const clients: Record<string, (owner: Owner) => Promise<AnyClient>> = {
  2026: async (owner) => {
    const client = new Client(info, { versionNegotiation: { mode: 'auto' } });
    await client.connect(new StreamableHTTPClientTransport(url, headersOf(owner)));
    return client;
  },
  2025: async (owner) => {
    const client = new Client2025(info, {});
    const transport = new Transport2025(url, headersOf(owner));
    await client.connect(transport as Parameters<typeof client.connect>[0]);
    return client as unknown as AnyClient;
  },
};

const textOf = ({ contents }: { contents: readonly object[] }) =>
  JSON.parse((contents[0] as { text: string }).text) as Record<string, unknown>;

for (const [year, open] of Object.entries(clients)) {
  test(`a client of ${year} reads a property for one credit`, async (t) => {
    const owner = await createOwner(api.db, api.clock);
    await addCredits(api.db, owner.accountId, 1);
    const client = await open(owner);
    t.after(() => client.close());
    const { resourceTemplates } = await client.listResourceTemplates();
    assert.deepEqual(
      resourceTemplates.map(({ uriTemplate }) => uriTemplate),
      ['gable://properties/{id}', 'gable://alerts/{id}'],
    );
    const id = await createTestProperty(api.db, api.clock);
    assert.equal(textOf(await client.readResource({ uri: `gable://properties/${id}` }))['id'], id);
    await assert.rejects(
      client.readResource({ uri: `gable://properties/${id}` }),
      /costs 1 credits, and the account has 0/,
    );
  });

  test(`a client of ${year} reads the saved searches of its account, and no other`, async (t) => {
    const [owner, other] = [await createOwner(api.db, api.clock), await createOwner(api.db, api.clock)];
    const { id, name } = await createTestAlert(api.db, api.clock, owner);
    const [client, stranger] = [await open(owner), await open(other)];
    t.after(() => Promise.all([client.close(), stranger.close()]));
    const uri = `gable://alerts/${id}`;
    const { resources } = await client.listResources();
    assert.equal(resources.find((one) => one.uri === uri)?.title, name);
    assert.equal(textOf(await client.readResource({ uri }))['name'], name);
    assert.ok(!(await stranger.listResources()).resources.some((one) => one.uri === uri));
    await assert.rejects(stranger.readResource({ uri }), /no such resource/);
  });

  test(`a client of ${year} reads the schema of criteria, and unknown resources are refused`, async (t) => {
    const client = await open(api.owner);
    t.after(() => client.close());
    const schema = textOf(await client.readResource({ uri: 'gable://criteria-schema' }));
    assert.equal(schema['$ref'], '#/$defs/Criteria');
    for (const uri of [`gable://properties/${randomUUID()}`, 'gable://alerts/x', 'file:///etc/passwd'])
      await assert.rejects(client.readResource({ uri }), /no such resource/);
  });

  test(`a client of ${year} gets prompts for the three usual jobs, which name tools that exist`, async (t) => {
    const client = await open(api.owner);
    t.after(() => client.close());
    const { prompts } = await client.listPrompts();
    assert.deepEqual(
      prompts.map(({ name }) => name),
      ['find_a_home', 'watch_the_market', 'value_a_home'],
    );
    const known = new Set(toolList.tools.map(({ name }) => name));
    for (const { name, arguments: [argument] = [] } of prompts) {
      const given = { [argument?.name ?? '']: 'a flat in Lyon' };
      const { messages } = await client.getPrompt({ name, arguments: given });
      const [message] = messages;
      assert.ok(message !== undefined);
      const { text } = message.content as { text: string };
      assert.match(text, /a flat in Lyon/);
      for (const [tool] of text.matchAll(/\b[a-z]+_[a-z]+(?=[ ,.])/g))
        assert.ok(known.has(tool) || tool.startsWith('price_per'), tool);
      await assert.rejects(client.getPrompt({ name, arguments: {} }), /is required/);
    }
    await assert.rejects(client.getPrompt({ name: 'cook', arguments: {} }), /no such prompt/);
  });
}

test('llms.txt names every tool and needs no key', async () => {
  const { status, text } = await api.call({ path: '/llms.txt', key: null });
  assert.equal(status, 200);
  for (const { name } of toolList.tools) assert.ok(text.includes(name), name);
  for (const [, path] of text.matchAll(/\]\((\/[\w./-]+)\)/g))
    if (path !== '/mcp' && path !== '/docs')
      assert.equal((await api.call({ path: path ?? '', key: null })).status, 200, path);
});
