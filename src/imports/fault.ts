/**
 * Why a row is rejected. The reason is short and the same for all rows with the same fault, so that they are counted
 * together.
 */
export interface RowFault {
  readonly reason: string;
  /** The name of the faulty column, if any. */
  readonly column?: string;
  /** The content of the cell. */
  readonly found?: string;
  /** The name of what is rejected with it, where that is more than the row; shown in the report. */
  readonly name?: string;
}

/** The maximum number of names in a report. */
const MAX_NAMES = 20;

export const rowFault = (reason: string, column?: string, found?: string): RowFault => ({
  reason,
  ...(column === undefined ? {} : { column }),
  ...(found === undefined ? {} : { found: found.slice(0, MAX_QUOTE_CHARS) }),
});

const MAX_QUOTE_CHARS = 60;

export interface FaultCount {
  count: number;
  /** The position and content of the first one. */
  readonly first: string;
  /** The names of the first rejected ones. */
  readonly names?: readonly string[];
}

/** Rejected rows by reason. */
export type Faults = Record<string, FaultCount>;

export function countFault(faults: Faults, fault: RowFault, line: number): void {
  const { reason, column, found, name } = fault;
  const position = column === undefined ? `line ${line}` : `line ${line}, column ${column}`;
  const first = found === undefined ? position : `${position}: "${found}"`;
  addFaults(faults, { [reason]: { count: 1, first, ...(name !== undefined && { names: [name] }) } });
}

/** Adds the faults of one step to those of the steps before it. */
export function addFaults(faults: Faults, more: Faults): void {
  for (const [reason, { count, first, names }] of Object.entries(more)) {
    const known = faults[reason];
    const all = [...(known?.names ?? []), ...(names ?? [])].slice(0, MAX_NAMES);
    faults[reason] = {
      count: (known?.count ?? 0) + count,
      first: known?.first ?? first,
      ...(all.length > 0 && { names: all }),
    };
  }
}
