import type pg from 'pg';
import type { Sql } from './sql.ts';
import { isBroken, isSilentLink } from './unavailable.ts';

/** One connection on loan from the pool. It remembers whether it may be lent again. */
export interface Session {
  query(statement: Pick<Sql, 'text' | 'values' | 'name'>): Promise<pg.QueryResult>;
  isSound(): boolean;
  release(): void;
}

export interface Lender {
  readonly connect: () => Promise<Session>;
}

export function lend(pool: pg.Pool, prepare: boolean): Lender {
  const idle = idleClients(pool);
  return {
    connect: async () => {
      const client = await pool.connect();
      let sound = true;
      return {
        query: async ({ text, values, name }) => {
          const bound = values as unknown[];
          try {
            return await client.query(
              prepare && name !== undefined ? { name, text, values: bound } : { text, values: bound },
            );
          } catch (error) {
            sound = sound && !isBroken(error);
            if (isSilentLink(error)) dropAll(idle);
            throw error;
          }
        },
        isSound: () => sound,
        release: () => client.release(!sound),
      };
    },
  };
}

/** One dead link means that its idle neighbours are dead too: each would else cost a caller the full wait. */
function dropAll(idle: ReadonlySet<pg.PoolClient>): void {
  for (const client of [...idle]) {
    client.connection.stream.destroy();
    // The pool forgets a client at its error; the one that the socket raises comes a moment too late.
    client.emit('error', new Error('Connection terminated unexpectedly'));
  }
}

function idleClients(pool: pg.Pool): ReadonlySet<pg.PoolClient> {
  const idle = new Set<pg.PoolClient>();
  pool.on('acquire', (client) => idle.delete(client));
  pool.on('release', (_, client) => idle.add(client));
  pool.on('error', (_, client) => idle.delete(client));
  pool.on('remove', (client) => idle.delete(client));
  return idle;
}
