import type { RefusalReason, RefusedRecord } from './import-record.ts';

/** The counts of an import so far. Stored with its position, so that a resumed import reports the whole file. */
export interface GeographyImportCounts {
  readonly records: number;
  readonly accepted: number;
  /** Rows that changed something; a file imported twice changes none. */
  readonly changed: number;
  /** Neighbourhoods among the accepted. */
  readonly parts: number;
  readonly refused: RefusalCounts;
}

export type RefusalCounts = Partial<
  Record<RefusalReason, { readonly count: number; readonly first: string }>
>;

export const NO_IMPORT_COUNTS: GeographyImportCounts = {
  records: 0,
  accepted: 0,
  changed: 0,
  parts: 0,
  refused: {},
};

/** The result of one batch. */
export interface BatchOutcome {
  readonly changed: number;
  readonly parts: number;
  readonly refused: readonly RefusedRecord[];
}

export function addBatch(
  counts: GeographyImportCounts,
  records: number,
  outcome: BatchOutcome,
): GeographyImportCounts {
  return {
    records: counts.records + records,
    accepted: counts.accepted + records - outcome.refused.length,
    changed: counts.changed + outcome.changed,
    parts: counts.parts + outcome.parts,
    refused: addRefused(counts.refused, outcome.refused),
  };
}

/** Counts refusals by reason, with the first record of each. */
export function addRefused(before: RefusalCounts, records: readonly RefusedRecord[]): RefusalCounts {
  const refused = { ...before };
  for (const { refused: reason, name } of records)
    refused[reason] = { count: (refused[reason]?.count ?? 0) + 1, first: refused[reason]?.first ?? name };
  return refused;
}
