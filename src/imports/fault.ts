/** Why a row of a file is left out. The reason is short and the same for all rows with the same fault, so that they are counted together. */
export interface RowFault {
  readonly reason: string;
  /** The name of the column, where one is to blame. */
  readonly column?: string;
  /** What stood there. */
  readonly found?: string;
}

export const rowFault = (reason: string, column?: string, found?: string): RowFault => ({
  reason,
  ...(column === undefined ? {} : { column }),
  ...(found === undefined ? {} : { found: found.slice(0, LONGEST_QUOTE) }),
});

const LONGEST_QUOTE = 60;

export interface FaultCount {
  count: number;
  /** Where the first one stands, and what it was. */
  readonly first: string;
}

/** Rows left out, by reason. */
export type Faults = Record<string, FaultCount>;

export function countFault(faults: Faults, { reason, column, found }: RowFault, line: number): void {
  const known = faults[reason];
  if (known !== undefined) {
    known.count += 1;
    return;
  }
  const place = column === undefined ? `line ${line}` : `line ${line}, column ${column}`;
  faults[reason] = { count: 1, first: found === undefined ? place : `${place}: "${found}"` };
}
