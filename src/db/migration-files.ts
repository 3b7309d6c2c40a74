import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Migration {
  /** The file's name without its ending: `0001_baseline`. */
  readonly name: string;
  readonly text: string;
  readonly sha256: string;
}

/** One row of the table `migration`. */
export interface AppliedMigration {
  readonly name: string;
  readonly sha256: string;
}

/** A reason not to migrate that needs a decision of an operator. Its message must be complete by itself. */
export class MigrationRefused extends Error {}

const FILE_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/;

/**
 * The migrations of a folder in order. Other files (`schema.sql`, `checksums.json`) are ignored. A number used twice is
 * refused; a gap is not, since changes made in parallel land in any order.
 */
export function readMigrations(folder: string): Migration[] {
  const files = readdirSync(folder)
    .filter((file) => /^\d.*\.sql$/.test(file))
    .sort();
  return files.map((file, index) => {
    const number = FILE_NAME.exec(file)?.[1];
    if (number === undefined || files[index - 1]?.startsWith(number)) {
      throw new MigrationRefused(
        `${join(folder, file)}: a migration is named 0001_some_words.sql, each with a number of its own`,
      );
    }
    const text = readFileSync(join(folder, file), 'utf8');
    return {
      name: file.slice(0, -'.sql'.length),
      text,
      sha256: createHash('sha256').update(text).digest('hex'),
    };
  });
}

/** The migrations that are not applied yet. Refuses a database whose history differs from the files. */
export function pendingMigrations(
  files: readonly Migration[],
  applied: readonly AppliedMigration[],
): Migration[] {
  const byName = new Map(files.map((file) => [file.name, file]));
  if (isBeforeBaseline(files, applied)) throw new MigrationRefused(BEFORE_BASELINE);
  for (const { name, sha256 } of applied) {
    const file = byName.get(name);
    if (file === undefined) throw new MigrationRefused(unknownMigration(name, files));
    if (file.sha256 !== sha256) {
      throw new MigrationRefused(
        `migration ${name} was edited after it was applied: restore the file and put the change in a new migration`,
      );
    }
  }
  const done = new Set(applied.map(({ name }) => name));
  const pending = files.filter(({ name }) => !done.has(name));
  const last = applied.at(-1)?.name ?? '';
  const late = pending.find(({ name }) => name < last);
  if (late !== undefined) {
    throw new MigrationRefused(
      `migration ${late.name} comes before ${last}, which is applied already: give it the next number`,
    );
  }
  return pending;
}

const BASELINE = '0001_baseline';
const BEFORE_BASELINE =
  'the database was made by a version before 2.0.0, which was never released: there is no upgrade from it. ' +
  'Use an empty database (another DATABASE_URL or DATA_DIR) and ingest again';

/** The files before the first release were squashed into the baseline, so a database made by them has none. */
const isBeforeBaseline = (files: readonly Migration[], applied: readonly AppliedMigration[]): boolean =>
  applied.length > 0 && files[0]?.name === BASELINE && applied.every(({ name }) => name !== BASELINE);

function unknownMigration(name: string, files: readonly Migration[]): string {
  const newest = files.at(-1)?.name ?? 'none';
  return name > newest
    ? `the database is newer than this code: it has migration ${name}, the newest known here is ${newest}. Run the newer release`
    : `the database has migration ${name}, whose file is missing here`;
}
