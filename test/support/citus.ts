import pg from 'pg';
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

/** A database over all nodes of a cluster, and a plain one on its coordinator. Both are dropped afterwards. */
export async function createCitusDatabases(
  t: TestScope,
  coordinatorUrl: string,
  label = process.pid.toString(),
): Promise<{ distributed: string; plain: string; workers: Node[] }> {
  const base = new URL(coordinatorUrl);
  const coordinator = { host: base.hostname, port: Number(base.port || 5432) };
  const workers = await ask<{ host: string; port: string }>(
    coordinatorUrl,
    'select node_name as host, node_port as port from citus_get_active_worker_nodes() order by 2',
  );
  const nodes = [coordinator, ...workers.map(({ host, port }) => ({ host, port: Number(port) }))];
  const [distributed, plain] = [`gable_citus_${label}`, `gable_plain_${label}`];
  for (const node of nodes) {
    await ask(urlOf(coordinatorUrl, node, 'postgres'), `create database ${distributed}`);
    await ask(urlOf(coordinatorUrl, node, distributed), 'create extension citus');
  }
  await ask(urlOf(coordinatorUrl, coordinator, 'postgres'), `create database ${plain}`);
  await ask(
    urlOf(coordinatorUrl, coordinator, distributed),
    `select citus_set_coordinator_host('${coordinator.host}', ${coordinator.port})`,
    ...nodes.slice(1).map(({ host, port }) => `select citus_add_node('${host}', ${port})`),
  );
  t.after(async () => {
    await ask(urlOf(coordinatorUrl, coordinator, 'postgres'), `drop database ${plain} with (force)`);
    for (const node of nodes)
      await ask(urlOf(coordinatorUrl, node, 'postgres'), `drop database ${distributed} with (force)`);
  });
  return {
    distributed: urlOf(coordinatorUrl, coordinator, distributed),
    plain: urlOf(coordinatorUrl, coordinator, plain),
    workers: nodes.slice(1),
  };
}
