import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { OpenDatabase } from '../../src/db/pool.ts';
import type { BulkDb, Db, Sql } from '../../src/db/sql.ts';

/** One statement of the service, and the file and line that ran it. */
export interface RecordedStatement {
  readonly place: string;
  readonly text: string;
  /** As the driver would send them; bytes are base64. */
  readonly values: readonly unknown[];
}

/** A file that gets every statement of the tests as lines of JSON: each text of each place once a process. */
export const RECORD_VARIABLE = 'GABLE_RECORD_STATEMENTS';

const MAX_FRAMES = 40;
const ROOT = `${process.cwd()}/`;
const OWN_PATH = 'test/support/record-statements.ts:';
const FRAME = /(?:file:\/\/)?(\/[^\s()]+\.ts:\d+):\d+/;

/** The database as it is, or one that also records when the variable names a file. */
export function recordStatements(db: OpenDatabase, file = process.env[RECORD_VARIABLE]): OpenDatabase {
  if (file === undefined || file === '') return db;
  const record = openRecorder(file);
  return {
    ...db,
    rows: (statement) => recordedRows(db, record)(statement),
    transaction: (work, options) => db.transaction((tx) => work(recordedTransaction(tx, record)), options),
  };
}

type Record = (statement: Sql) => void;

const recordedRows =
  (db: Db, record: Record): Db['rows'] =>
  (statement) => {
    record(statement);
    return db.rows(statement);
  };

function recordedTransaction(tx: BulkDb, record: Record): BulkDb {
  return {
    rows: recordedRows(tx, record),
    copy: (statement, rows) => {
      record({ text: statement, values: [] });
      return tx.copy(statement, rows);
    },
  };
}

function openRecorder(file: string): Record {
  const seen = new Set<string>();
  return ({ text, values }) => {
    const place = callerPlace();
    const key = `${place}\n${text}`;
    if (seen.has(key)) return;
    seen.add(key);
    const recorded: RecordedStatement = { place, text, values: values.map(plainValue) };
    appendFileSync(file, `${JSON.stringify(recorded)}\n`);
  };
}

const plainValue = (value: unknown): unknown =>
  Buffer.isBuffer(value) ? { base64: value.toString('base64') } : value;

/** The nearest caller that is part of the service but not of `src/db`; a test that asks for itself otherwise. */
function callerPlace(): string {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = MAX_FRAMES;
  const { stack = '' } = new Error('place');
  Error.stackTraceLimit = before;
  const frames = stack
    .split('\n')
    .flatMap((line) => FRAME.exec(line)?.[1] ?? [])
    .map((path) => relative(ROOT, path))
    .filter((path) => !path.startsWith('src/db/') && !path.startsWith(OWN_PATH));
  return frames.find((path) => path.startsWith('src/')) ?? frames[0] ?? 'unknown';
}
