import type { Database } from '../db/sql.ts';
import { chooseFormat } from '../imports/columns.ts';
import type { BulkImportKind } from '../imports/import.ts';
import { geoDvfFormat, rawDvfFormat } from './formats/dvf.ts';
import { notairesFormat } from './formats/notaires.ts';
import { SaleBatch } from './put-sales.ts';
import type { SaleRow } from './sale-row.ts';
import { deleteOlderRelease } from './store.ts';

const formats = [geoDvfFormat, rawDvfFormat, notairesFormat];

export const salesImport: BulkImportKind<SaleRow> = {
  kind: 'sales',
  open: (head, format) => chooseFormat(formats, head, format).open(head),
  createBatch: (at) => new SaleBatch({ release: 0, at }),
};

/** The days and departments that a release covers. */
interface CoveredDays {
  from: string;
  to: string;
}

/**
 * A half-year release replaces the stored sales of its departments and days: afterwards `dropOlder` deletes the sales
 * it lacks, such as one whose corrected price makes it another.
 */
export function createReplacingImport(release: number) {
  const covered = new Map<string, CoveredDays & { source: string; department: string }>();
  let isIncomplete = false;
  const bulk: BulkImportKind<SaleRow> = {
    ...salesImport,
    // Resumed, it would drop the sales that the interrupted run marked as its own release.
    startsOver: true,
    createBatch(at) {
      const gathering = new SaleBatch({ release, at });
      const take = (row: SaleRow): void => {
        widenCoverage(covered, row);
        gathering.add(row);
      };
      const refuse = (): void => {
        isIncomplete = true;
      };
      return { add: take, reject: refuse, write: (db) => gathering.write(db) };
    },
  };
  /** Nothing is dropped after a file with unreadable rows: their sales would count as removed. */
  const drop = async (db: Database): Promise<number | 'incomplete'> => {
    if (isIncomplete) return 'incomplete';
    let dropped = 0;
    for (const each of covered.values()) dropped += await deleteOlderRelease(db, { ...each, release });
    return dropped;
  };
  return { bulk, drop };
}

function widenCoverage(
  covered: Map<string, CoveredDays & { source: string; department: string }>,
  { source, cityCode, dateMutation }: SaleRow,
): void {
  const department = cityCode.slice(0, cityCode.startsWith('97') ? 3 : 2);
  const key = `${source} ${department}`;
  const known = covered.get(key);
  if (known === undefined)
    covered.set(key, { source: source.charAt(0), department, from: dateMutation, to: dateMutation });
  else if (dateMutation < known.from) known.from = dateMutation;
  else if (dateMutation > known.to) known.to = dateMutation;
}
