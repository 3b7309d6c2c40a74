import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { systemClock } from '../../src/lib/clock.ts';
import { until } from '../faults/until.ts';
import { freshDatabase } from '../support/database.ts';
import { createDataDirectory, spawnGable } from '../support/gable.ts';
import { databaseUrl } from '../support/ingest-snapshot.ts';
import { createOwner } from '../support/owners.ts';
import { requestOnNewConnection } from '../support/uncached-request.ts';

test('without SO_REUSEPORT one thread serves, also from memory, and the log shows it', async (t) => {
  const { db, connection } = await freshDatabase(t);
  const { key } = await createOwner(db, systemClock);
  const preload = join(import.meta.dirname, '../support/no-shared-port.ts');
  const run = spawnGable(t, ['serve'], {
    DATABASE_URL: databaseUrl(connection),
    DATA_DIR: createDataDirectory(t),
    SEARCH_MEMORY_MB: '100',
    SERVE_THREADS: '2',
    NODE_OPTIONS: `--import ${preload}`,
    // The code of a kernel without the option; libuv itself returns ENOTSUP.
    PORT_REFUSED_WITH: 'ENOPROTOOPT',
  });
  const address = await run.url();
  assert.match(run.stderr(), /process\.port_sharing_unsupported/);
  await until(() => run.stderr().includes('searches are answered from memory'), { within: 60_000 });
  const threads = new Set<string>();
  for (let call = 0; call < 12; call += 1) {
    const answer = await requestOnNewConnection(`${address}/properties`, { key, body: {} });
    assert.equal(answer.status, 200, answer.text);
    threads.add(answer.thread);
  }
  assert.equal(threads.size, 1);
  const metrics = (await requestOnNewConnection(`${address}/metrics`)).text;
  assert.match(metrics, /gable_search_queries_total\{engine="memory"\} \d/);
  assert.match(metrics, /gable_event_loop_stalls_total/);
  run.child.kill('SIGTERM');
  assert.equal(await run.exited, 0);
});
