import { type Db, firstRow, identifier, joinSql, type Sql, sql } from '../db/sql.ts';

/** Rows of a table that workers share: no row is given to two of them at once. */
export interface WorkQueue {
  readonly table: string;
  /** The primary key, of uuids where claims are renewed. */
  readonly key: readonly string[];
}

/** A queue whose claims outlive their transaction: a claim holds until its lease ends. */
export interface LeasedQueue extends WorkQueue {
  /** The column with the id of the claim. It fences late writes: a worker that lost its claim changes nothing. */
  readonly claimColumn: string;
  /** The column with the end of the lease. */
  readonly leaseColumn: string;
  /** What else must hold for a claim to be valid. */
  readonly condition?: Sql;
}

export interface DueRows {
  where: Sql;
  orderBy?: Sql;
  limit?: number;
  /** Waits for a row that is locked instead of passing over it. */
  waits?: boolean;
}

export interface Claim {
  /** In the order of the queue's key columns. */
  key: readonly string[];
  claimId: string;
}

const list = (names: readonly string[]): Sql => joinSql(names.map(identifier), ', ');

/**
 * Rows that no other worker has locked, as a statement: locked until the transaction ends, passed over by everybody
 * else.
 */
export const unlockedRows = (
  queue: WorkQueue,
  { where, orderBy, limit, waits }: DueRows,
  columns: Sql = list(queue.key),
): Sql => sql`
  select ${columns} from ${identifier(queue.table)} where ${where}
  ${orderBy === undefined ? sql`` : sql`order by ${orderBy}`}
  ${limit === undefined ? sql`` : sql`limit ${limit}`} for update ${waits ? sql`` : sql`skip locked`}`;

/** Claims rows for as long as this transaction runs. */
export const lockRows = <Row>(db: Db, queue: WorkQueue, columns: Sql, due: DueRows): Promise<Row[]> =>
  db.rows(unlockedRows(queue, due, columns));

const keyNames = ({ key }: WorkQueue): Sql[] => key.map((_, at) => identifier(`key_${at}`));

/** Materialized: a subquery that is planned as a join may run twice, and then locks more rows than its limit. */
const withChosen = (queue: WorkQueue, rows: Sql): Sql =>
  sql`with chosen (${joinSql(keyNames(queue), ', ')}) as materialized (${rows})`;

const isChosen = (queue: WorkQueue): Sql =>
  joinSql(
    queue.key.map(
      (name, at) => sql`${identifier(queue.table)}.${identifier(name)} = chosen.${identifier(`key_${at}`)}`,
    ),
    ' and ',
  );

interface RowUpdate {
  set: Sql;
  returning: Sql;
  /** Another table to return columns of. */
  join?: { table: Sql; on: Sql };
}

/** Updates the rows that `rows` selects by key, usually `unlockedRows`. */
export const updateRows = <Row>(
  db: Db,
  queue: WorkQueue,
  rows: Sql,
  { set, returning, join }: RowUpdate,
): Promise<Row[]> =>
  db.rows(sql`
    ${withChosen(queue, rows)}
    update ${identifier(queue.table)} set ${set} from chosen ${join === undefined ? sql`` : sql`, ${join.table}`}
    where ${isChosen(queue)} ${join === undefined ? sql`` : sql`and ${join.on}`}
    returning ${returning}`);

/** Deletes the rows that `rows` selects by key: they return if the transaction fails. */
export const takeRows = <Row>(db: Db, queue: WorkQueue, rows: Sql, returning: Sql): Promise<Row[]> =>
  db.rows(sql`
    ${withChosen(queue, rows)}
    delete from ${identifier(queue.table)} using chosen where ${isChosen(queue)} returning ${returning}`);

export interface LeaseRequest extends Omit<RowUpdate, 'set'> {
  due: DueRows;
  claimId: string;
  until: Date;
}

/** Claims rows until the lease ends. A worker that dies leaves rows that are due again by themselves. */
export const claimRows = <Row>(
  db: Db,
  queue: LeasedQueue,
  { due, claimId, until, ...update }: LeaseRequest,
): Promise<Row[]> =>
  updateRows(db, queue, unlockedRows(queue, due), {
    ...update,
    set: sql`${identifier(queue.claimColumn)} = ${claimId}, ${identifier(queue.leaseColumn)} = ${until}`,
  });

/**
 * Claims one row by its key, if it is still due. Nothing else is locked: on a cluster rows of several shards cannot be
 * locked by one statement.
 */
export const claimRow = <Row>(
  db: Db,
  queue: LeasedQueue,
  { key, due, claimId, until, returning }: RowClaim,
): Promise<Row | undefined> =>
  firstRow(
    db,
    sql`
    update ${identifier(queue.table)} set
      ${identifier(queue.claimColumn)} = ${claimId}, ${identifier(queue.leaseColumn)} = ${until}
    where ${hasKey(queue, key)} and ${due}
    returning ${returning}`,
  );

interface RowClaim {
  /** In the order of the queue's key columns. */
  key: readonly string[];
  due: Sql;
  claimId: string;
  until: Date;
  returning: Sql;
}

const hasKey = (queue: WorkQueue, key: readonly string[]): Sql =>
  joinSql(
    queue.key.map((name, at) => sql`${identifier(name)} = ${key[at]}`),
    ' and ',
  );

/** Renews or completes claims: sets columns of the rows whose claim is still held. Returns how many those are. */
export async function updateClaimed(
  db: Db,
  queue: LeasedQueue,
  claims: readonly Claim[],
  set: Sql,
): Promise<number> {
  if (claims.length === 0) return 0;
  const values = queue.key.map((_, at) => sql`${claims.map(({ key }) => key[at])}::uuid[]`);
  const rows = await db.rows(sql`
    update ${identifier(queue.table)} set ${set}
    from unnest(${joinSql(values, ', ')}, ${claims.map(({ claimId }) => claimId)}::uuid[])
      as chosen (${joinSql([...keyNames(queue), identifier('held_claim')], ', ')})
    where ${isChosen(queue)} and ${identifier(queue.claimColumn)} = held_claim
      and ${queue.condition ?? sql`true`}
    returning 1`);
  return rows.length;
}

export const renewClaims = (
  db: Db,
  queue: LeasedQueue,
  claims: readonly Claim[],
  until: Date,
): Promise<number> => updateClaimed(db, queue, claims, sql`${identifier(queue.leaseColumn)} = ${until}`);

/** Whether the claim still holds; the row is not locked. */
export async function isClaimHeld(db: Db, queue: LeasedQueue, { key, claimId }: Claim): Promise<boolean> {
  const rows = await db.rows(sql`
    select 1 from ${identifier(queue.table)}
    where ${hasKey(queue, key)} and ${identifier(queue.claimColumn)} = ${claimId}
      and ${queue.condition ?? sql`true`}`);
  return rows.length > 0;
}
