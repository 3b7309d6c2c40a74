import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { freshDatabase } from '../../../../test/support/database.ts';
import { temporaryDirectory } from '../../../../test/support/temporary-directory.ts';
import { IndexBuilder } from './index-builder.ts';

/** Nothing listens there: the thread is closed before it would connect. */
const NOWHERE = { host: '127.0.0.1', port: 1, user: 'nobody', database: 'nothing' };

test('a request of a closed builder fails, and is not awaited for ever', async () => {
  const builder = new IndexBuilder({ connection: NOWHERE, file: join(tmpdir(), 'no-snapshot') });
  await builder.close();
  await assert.rejects(builder.load(true), /the index builder thread exited/);
  await assert.rejects(builder.buildSegment([]), /the index builder thread exited/);
});

test('so does one that waits while the builder is closed', async () => {
  const builder = new IndexBuilder({ connection: NOWHERE, file: join(tmpdir(), 'no-snapshot') });
  const [first, second] = [builder.load(true), builder.load(true)];
  const failures = Promise.all([assert.rejects(first), assert.rejects(second, /exited/)]);
  await builder.close();
  await failures;
});

test('a builder that is closed completes the snapshot it is writing', async () => {
  const { connection } = await freshDatabase({ after });
  const folder = temporaryDirectory({ after });
  for (let round = 0; round < 5; round += 1) {
    const file = join(folder, `properties-${round}`);
    const builder = new IndexBuilder({ connection, file });
    await builder.load(false);
    await builder.close();
    assert.ok(existsSync(file), `round ${round}`);
  }
});

test('a stored index is used by its own database only, though it is read before that is known', async () => {
  const [own, other] = [await freshDatabase({ after }), await freshDatabase({ after })];
  const file = join(temporaryDirectory({ after }), 'properties');
  const loadOnce = async (connection: typeof own.connection, maxBytes: number) => {
    const builder = new IndexBuilder({ connection, file, maxBytes });
    const { fromFile } = await builder.load(false);
    await builder.close();
    return fromFile;
  };
  assert.equal(await loadOnce(own.connection, Infinity), false, 'nothing is stored');
  assert.equal(await loadOnce(own.connection, Infinity), true);
  assert.equal(await loadOnce(own.connection, 0), true, 'too large to be read before');
  assert.equal(await loadOnce(other.connection, Infinity), false);
});
