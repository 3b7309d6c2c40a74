import type { Connection } from '../../src/db/connection.ts';
import type { FaultProxy } from '../faults/fault-proxy.ts';

/** The target of a fault proxy before the database, and how a client reaches the database through it. */
export function startDatabaseProxy(connection: Connection) {
  if (!('connectionString' in connection)) {
    const { host, port } = connection;
    const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
    return {
      target,
      through: (proxy: FaultProxy): Connection => ({ ...connection, host: '127.0.0.1', port: proxy.port }),
    };
  }
  const url = new URL(connection.connectionString);
  return {
    target: { host: url.hostname, port: Number(url.port || 5432) },
    through: (proxy: FaultProxy): Connection => {
      const changed = new URL(url);
      changed.hostname = '127.0.0.1';
      changed.port = String(proxy.port);
      return { connectionString: changed.href };
    },
  };
}
