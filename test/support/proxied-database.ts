import { createAccount, createApiKey } from '../../src/accounts/accounts.ts';
import type { Db } from '../../src/db/sql.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { type FaultProxy, startFaultProxy } from '../faults/fault-proxy.ts';
import { frenchDatabase } from './database.ts';
import { startDatabaseProxy } from './database-proxy.ts';
import { databaseUrl } from './ingest-snapshot.ts';
import type { TestScope } from './test-scope.ts';

export interface ProxiedDatabase {
  proxy: FaultProxy;
  /** Through the proxy. */
  DATABASE_URL: string;
  /** With the key of an account. */
  headers: { 'x-api-key': string };
}

/** A database behind a fault proxy, for processes of the service. */
export async function proxiedDatabase(t: TestScope): Promise<ProxiedDatabase> {
  const { db, connection } = await frenchDatabase(t);
  const { target, through } = startDatabaseProxy(connection);
  const proxy = await startFaultProxy({ target });
  t.after(() => proxy.close());
  return {
    proxy,
    DATABASE_URL: databaseUrl(through(proxy)),
    headers: { 'x-api-key': await createKey(db) },
  };
}

async function createKey(db: Db): Promise<string> {
  const account = await createAccount(db, systemClock, 'Acme');
  return (await createApiKey(db, systemClock, { accountId: account?.accountId ?? '', name: 'e2e' })).key;
}
