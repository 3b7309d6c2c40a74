import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createAccount, createApiKey } from '../../src/accounts/accounts.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { day, madeListing, recordTogether } from '../fixtures/listing-states.ts';
import { freshDatabase } from '../support/database.ts';
import { createDataDirectory, spawnGable } from '../support/gable.ts';
import { databaseUrl } from '../support/ingest-snapshot.ts';
import { createCity, flat } from '../support/searches.ts';

async function eventually(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; await pause(50)) if (await holds()) return;
  assert.fail(`not within a minute: ${what}`);
}

test('after a kill a process answers from memory again, with what was recorded meanwhile', async (t) => {
  const { db, connection } = await freshDatabase(t);
  const settings = {
    DATABASE_URL: databaseUrl(connection),
    DATA_DIR: createDataDirectory(t),
    SEARCH_MEMORY_MB: '100',
  };
  const account = await createAccount(db, systemClock, 'Acme');
  const { key } = await createApiKey(db, systemClock, { accountId: account?.accountId ?? '', name: 'e2e' });
  const searchIds = async (url: string): Promise<string[]> => {
    const answered = await fetch(`${url}/properties`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json', accept: 'application/json' },
      body: '{}',
    });
    return ((await answered.json()) as { id: string }[]).map(({ id }) => id);
  };
  const ready = async (url: string): Promise<boolean> => {
    const { checks } = (await (await fetch(`${url}/health/ready`)).json()) as {
      checks: { search?: string; searchLagMs?: string };
    };
    return checks.search === 'ok' && Number(checks.searchLagMs) >= 0;
  };
  const put = (at: Date) =>
    recordTogether(
      db,
      [madeListing(flat(createCity()), { createdAt: at, updatedAt: at, lastSeenAt: at })],
      at,
    );

  // Without a property there is nothing to store.
  const early = await put(day(0));
  const first = spawnGable(t, ['serve'], settings);
  const url = await first.url();
  await eventually('memory is ready', () => ready(url));
  const one = await put(day(1));
  await eventually('the first is found', async () => (await searchIds(url)).includes(one));
  await eventually('the snapshot is written', async () =>
    existsSync(join(settings.DATA_DIR, 'search', 'properties')),
  );
  first.child.kill('SIGKILL');
  await first.exited;

  const other = await put(day(2));
  const second = spawnGable(t, ['serve'], settings);
  const again = await second.url();
  await eventually('memory is ready again', () => ready(again));
  await eventually('the log names the snapshot', async () => second.stderr().includes('"fromFile":true'));
  // On a busy machine a refresh may be late; then SQL answers, with the same result.
  await eventually('memory answers', async () => {
    assert.deepEqual(await searchIds(again), [other, one, early]);
    const metrics = await (await fetch(`${again}/metrics`)).text();
    return /gable_search_queries_total\{engine="memory"\} \d/.test(metrics);
  });
});
