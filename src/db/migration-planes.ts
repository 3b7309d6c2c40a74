import type { Migration } from './migration-files.ts';
import { type Plane, planeOf } from './planes.ts';
import { type FileStatement, splitStatements, withoutComments } from './split-statements.ts';

/** The table that a statement creates, changes or fills; an index is dropped and altered by its own name. */
const TARGETS: readonly RegExp[] = [
  /^create (?:unlogged )?table (?:if not exists )?(\w+)/,
  /^(?:alter|drop|truncate|lock) table (?:if exists )?(?:only )?(\w+)/,
  /^create (?:unique )?index (?:concurrently )?(?:if not exists )?\w+ on (?:only )?(\w+)/,
  /^create statistics (?:if not exists )?\w+ .* from (\w+)$/,
  /^create (?:or replace )?trigger \w+ .*? on (\w+)/,
  /^comment on (?:table|column) (\w+)/,
  /^(?:insert into|update|delete from|analyze|truncate) (?:only )?(\w+)/,
];
const CREATED_INDEX =
  /^create (?:unique )?index (?:concurrently )?(?:if not exists )?(\w+) on (?:only )?(\w+)/;
const RENAMED_TABLE = /^alter table (\w+) rename to (\w+)$/;
const NAMED_INDEX = /^(?:drop index (?:concurrently )?(?:if exists )?(\w+)$|alter index (\w+) )/;

/** The statements of the files for one plane, by file. Functions and types are of the account plane. */
export function statementsOfPlane(files: readonly Migration[], plane: Plane): Map<string, FileStatement[]> {
  const tableOfIndex = new Map<string, string>();
  const formerNames = new Map<string, string>();
  return new Map(
    files.map(({ name, text }) => [
      name,
      splitStatements(text).filter((statement) => {
        const code = withoutComments(statement.text).toLowerCase();
        const [, index, table] = CREATED_INDEX.exec(code) ?? [];
        if (index !== undefined && table !== undefined) tableOfIndex.set(index, table);
        const [, former, renamed] = RENAMED_TABLE.exec(code) ?? [];
        if (former !== undefined && renamed !== undefined) formerNames.set(renamed, former);
        return (planeOfTarget(code, { tableOfIndex, formerNames }) ?? 'account') === plane;
      }),
    ]),
  );
}

interface KnownNames {
  readonly tableOfIndex: ReadonlyMap<string, string>;
  /** Of tables that were renamed. */
  readonly formerNames: ReadonlyMap<string, string>;
}

function planeOfTarget(code: string, { tableOfIndex, formerNames }: KnownNames): Plane | undefined {
  const [, dropped, altered] = NAMED_INDEX.exec(code) ?? [];
  const index = dropped ?? altered;
  if (index !== undefined) return planeOf(tableOfIndex.get(index) ?? '');
  const [target = ''] = TARGETS.flatMap((form) => form.exec(code)?.[1] ?? []);
  return planeOf(target) ?? planeOf(formerNames.get(target) ?? '');
}
