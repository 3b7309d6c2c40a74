/** Why a row of a file is left out. The reason is short and the same for all rows with the same fault, so that they are counted together. */
export interface RowFault {
  readonly reason: string;
  /** The name of the column, where one is to blame. */
  readonly column?: string;
  /** What stood there. */
  readonly found?: string;
  /** What is left out because of it, where that is more than the row: named to the reader of the report. */
  readonly name?: string;
}

/** So many names stand in a report. */
const MAX_NAMES = 20;

export const rowFault = (reason: string, column?: string, found?: string): RowFault => ({
  reason,
  ...(column === undefined ? {} : { column }),
  ...(found === undefined ? {} : { found: found.slice(0, MAX_QUOTE_CHARS) }),
});

const MAX_QUOTE_CHARS = 60;

export interface FaultCount {
  count: number;
  /** Where the first one stands, and what it was. */
  readonly first: string;
  /** The first few of what was left out, by name. */
  readonly names?: readonly string[];
}

/** Rows left out, by reason. */
export type Faults = Record<string, FaultCount>;

export function countFault(faults: Faults, fault: RowFault, line: number): void {
  const { reason, column, found, name } = fault;
  const place = column === undefined ? `line ${line}` : `line ${line}, column ${column}`;
  const first = found === undefined ? place : `${place}: "${found}"`;
  addFaults(faults, { [reason]: { count: 1, first, ...(name !== undefined && { names: [name] }) } });
}

/** Adds the faults of one part of a file to those of the parts before it. */
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
