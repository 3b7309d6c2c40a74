import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { assistant2025, assistant2026 } from '../test/support/assistants.ts';

export const title = 'Assistants: CPU of a tool call against the same HTTP call; 100 clients × 50 calls';

const ROUNDS = 5;
const SECONDS = 2;
const WARM_UP_SECONDS = 8;
const CONNECTIONS = 8;
const CLIENTS = 100;
const CALLS = 50;
const REVISION = '2026-07-28';

interface Told {
  port: number;
  city: string;
  key: string;
  accounts: { key: string; alertId: string }[];
}

export async function run(): Promise<void> {
  const child = fork(join(import.meta.dirname, 'mcp/server.ts'), [String(CLIENTS)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  try {
    const [told] = (await once(child, 'message')) as [Told];
    await compare(child, told);
    await crowd(told);
  } finally {
    child.send('end');
  }
}

/** The same question: the first ten properties of one city, by cursor. */
async function compare(child: ChildProcess, { port, city, key }: Told): Promise<void> {
  const criteria = { property: { locations: { in: { uniqueCodes: [city] } } } };
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const direct = {
    url: `http://127.0.0.1:${port}/properties`,
    headers: { ...headers, accept: 'application/json' },
    body: JSON.stringify({ paginationType: 'CURSOR', size: 10, criteria }),
  };
  const calling = (name: string, args: object) => ({
    url: `http://127.0.0.1:${port}/mcp`,
    headers: {
      ...headers,
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': REVISION,
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name,
        arguments: args,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': REVISION,
          'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    }),
  });
  const tool = calling('search_properties', { limit: 10, criteria });
  for (const asked of [direct, tool]) await costOf(child, asked, WARM_UP_SECONDS);
  const ratios: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const [plain, called] = [await costOf(child, direct), await costOf(child, tool)];
    ratios.push(called / plain);
    console.log(
      `  round ${round}: POST /properties ${plain.toFixed(0)} µs, search_properties ${called.toFixed(0)} µs of CPU, ratio ${(called / plain).toFixed(2)}`,
    );
  }
  const median = ratios.sort((a, b) => a - b)[ROUNDS >> 1] ?? Number.NaN;
  console.log(`CPU of a tool call / the same HTTP call: ${median.toFixed(2)} (median)`);
}

interface Sent {
  url: string;
  headers: Record<string, string>;
  body: string;
}

async function costOf(child: ChildProcess, sent: Sent, duration = SECONDS): Promise<number> {
  const before = await cpuMicros(child);
  const result = await autocannon({ ...sent, method: 'POST', connections: CONNECTIONS, duration });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} refused, ${result.errors} failed`);
  return ((await cpuMicros(child)) - before) / result.requests.total;
}

async function cpuMicros(child: ChildProcess): Promise<number> {
  child.send('cpu');
  const [{ user, system }] = await once(child, 'message');
  return user + system;
}

/** Every client of an account of its own, both revisions: each answer must be of that account. */
async function crowd({ port, accounts }: Told): Promise<void> {
  const started = performance.now();
  let strays = 0;
  await Promise.all(
    accounts.map(async ({ key, alertId }, at) => {
      const client = await (at % 2 === 0 ? assistant2026 : assistant2025)({ port, key });
      for (let turn = 0; turn < CALLS; turn++) {
        const { structured } = await client.call('list_alerts');
        const ids = (structured['alerts'] as { id: string }[]).map(({ id }) => id);
        if (ids.join() !== alertId) strays += 1;
      }
      await client.close();
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  console.log(
    `${accounts.length} clients × ${CALLS} calls: ${strays} answers of another account, ${seconds.toFixed(1)} s, ${((accounts.length * CALLS) / seconds).toFixed(0)} calls/s`,
  );
}
