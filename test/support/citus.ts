import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../src/db/migrate.ts';
import { openDatabase } from '../../src/db/pool.ts';
import { distributeAccounts } from '../../src/regions/distribute-accounts.ts';
import { silentLog } from './log.ts';
import type { TestScope } from './test-scope.ts';

interface Node {
  host: string;
  port: number;
}

const urlOf = (base: string, { host, port }: Node, database: string): string => {
  const url = new URL(base);
  Object.assign(url, { hostname: host, port: String(port), pathname: `/${database}` });
  return url.href;
};

async function ask<Row extends pg.QueryResultRow>(url: string, ...statements: string[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const statement of statements) rows = (await client.query<Row>(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

const MIGRATIONS = join(import.meta.dirname, '../../migrations');
/** Some on each worker; each is a table to be made. */
const SHARDS = 8;

/** A database over all nodes, whose tables of accounts are distributed. */
export async function createAccountDatabase(coordinatorUrl: string, name: string): Promise<string> {
  const { coordinator, workers } = await findNodes(coordinatorUrl);
  await createOnNodes(coordinatorUrl, [coordinator, ...workers], name);
  const connectionString = urlOf(coordinatorUrl, coordinator, name);
  await migrate({ connectionString }, { folder: MIGRATIONS, log: silentLog });
  const db = openDatabase(
    { connectionString },
    { log: silentLog, applicationName: 'gable test', max: 1, statementTimeoutMs: 60_000 },
  );
  await distributeAccounts(db, SHARDS);
  await db.end();
  return connectionString;
}

export async function dropOnNodes(coordinatorUrl: string, name: string): Promise<void> {
  const { coordinator, workers } = await findNodes(coordinatorUrl);
  for (const node of [coordinator, ...workers])
    await ask(urlOf(coordinatorUrl, node, 'postgres'), `drop database if exists ${name} with (force)`);
}

async function findNodes(coordinatorUrl: string): Promise<{ coordinator: Node; workers: Node[] }> {
  const base = new URL(coordinatorUrl);
  const coordinator = { host: base.hostname, port: Number(base.port || 5432) };
  const workers = await ask<{ host: string; port: string }>(
    coordinatorUrl,
    'select node_name as host, node_port as port from citus_get_active_worker_nodes() order by 2',
  );
  return { coordinator, workers: workers.map(({ host, port }) => ({ host, port: Number(port) })) };
}

/** The first node is the coordinator. */
async function createOnNodes(coordinatorUrl: string, nodes: readonly Node[], name: string): Promise<void> {
  for (const node of nodes) {
    await ask(urlOf(coordinatorUrl, node, 'postgres'), `create database ${name}`);
    await ask(urlOf(coordinatorUrl, node, name), 'create extension citus');
  }
  const [coordinator, ...workers] = nodes;
  if (coordinator === undefined) return;
  await ask(
    urlOf(coordinatorUrl, coordinator, name),
    `select citus_set_coordinator_host('${coordinator.host}', ${coordinator.port})`,
    ...workers.map(({ host, port }) => `select citus_add_node('${host}', ${port})`),
  );
}

/** A database over all nodes of a cluster, and a plain one on its coordinator. Both are dropped afterwards. */
export async function createCitusDatabases(
  t: TestScope,
  coordinatorUrl: string,
  label = process.pid.toString(),
): Promise<{ distributed: string; plain: string; workers: Node[] }> {
  const { coordinator, workers } = await findNodes(coordinatorUrl);
  const [distributed, plain] = [`gable_citus_${label}`, `gable_plain_${label}`];
  await createOnNodes(coordinatorUrl, [coordinator, ...workers], distributed);
  await ask(urlOf(coordinatorUrl, coordinator, 'postgres'), `create database ${plain}`);
  t.after(async () => {
    await ask(urlOf(coordinatorUrl, coordinator, 'postgres'), `drop database ${plain} with (force)`);
    await dropOnNodes(coordinatorUrl, distributed);
  });
  return {
    distributed: urlOf(coordinatorUrl, coordinator, distributed),
    plain: urlOf(coordinatorUrl, coordinator, plain),
    workers,
  };
}
