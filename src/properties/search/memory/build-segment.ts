import type { Judged } from '../../../catalogue/filters/kinds.ts';
import { subjectCount } from '../../../criteria/columns.ts';
import { Growing } from '../../../criteria/index/growing.ts';
import type { Cell } from '../../../criteria/readable.ts';
import { type ColumnBuilder, columnBuilders } from './column-builders.ts';
import type { DocumentWriter } from './document-file.ts';
import { type Coded, cellAt, type KeptColumn, keptColumns } from './kept-columns.ts';
import { type Lists, listsOf, shared } from './lists.ts';
import { PLACES, squareOf, TRANSACTION, TYPE } from './places-of.ts';
import { compareId, idWords, type Row, type Segment } from './segment.ts';

const SECTIONS = ['publisher', 'listing', 'change'] as const satisfies readonly Judged[];

/** Takes rows newest first, of equal moments the greater id first, and makes a segment of them. */
export class SegmentBuilder {
  readonly #columns: readonly ((typeof keptColumns)[number] & { readonly builder: ColumnBuilder })[];
  readonly #documents: DocumentWriter | undefined;
  readonly #ids = new Growing(new Uint32Array(0));
  readonly #moments = new Growing(new Float64Array(0));
  readonly #placed = new Growing(new Float64Array(0));
  readonly #subjects = new Map<Judged, Growing<Uint32Array>>(
    SECTIONS.map((judged) => {
      const starts = new Growing(new Uint32Array(0));
      starts.push(0);
      return [judged, starts];
    }),
  );

  /** Documents are kept when there is somewhere to write them; of a column with more different cells than that, nothing. */
  constructor(documents?: DocumentWriter, mostCells?: number) {
    this.#documents = documents;
    this.#columns = keptColumns.map((kept) => ({ ...kept, builder: columnBuilders[kept.form](mostCells) }));
  }

  add({ id, moment, placed, cells, document }: Row): void {
    this.#documents?.add(document);
    for (const word of idWords(id)) this.#ids.push(word);
    this.#moments.push(moment);
    this.#placed.push(placed);
    for (const [judged, starts] of this.#subjects)
      starts.push((starts.array[starts.length - 1] as number) + subjectCount(judged, cells));
    for (const { column, position, builder } of this.#columns) {
      const cell = cells[position] ?? null;
      if (column.judged === 'property') builder.add(cell as Cell);
      else for (const one of cell as readonly Cell[]) builder.add(one);
    }
  }

  finish(): Segment {
    const columns: Record<string, KeptColumn> = {};
    for (const { column, builder } of this.#columns) {
      const kept = builder.finish();
      if (kept !== undefined) columns[column.name] = kept;
    }
    const count = this.#moments.length;
    const ids = settled(this.#ids, Uint32Array);
    const documents = this.#documents?.finish();
    const kindOf = kindsOf(columns);
    const plain = {
      count,
      ids,
      moments: settled(this.#moments, Float64Array),
      placed: settled(this.#placed, Float64Array),
      columns,
      subjects: Object.fromEntries(
        [...this.#subjects].map(([judged, starts]) => [judged, settled(starts, Uint32Array)]),
      ),
    };
    return {
      ...plain,
      byId: orderOfIds(ids, count),
      ...divisionLists(columns, count, kindOf),
      squares: squares(columns, count, kindOf),
      ...(documents === undefined ? {} : { documents }),
    };
  }
}

type Wide = Uint32Array | Float64Array;

function settled<Own extends Wide>(
  { array, length }: Growing<Own>,
  Kind: { new (buffer: SharedArrayBuffer): Own; readonly BYTES_PER_ELEMENT: number },
): Own {
  const own = new Kind(shared(Kind.BYTES_PER_ELEMENT * length));
  own.set(array.subarray(0, length));
  return own;
}

function orderOfIds(ids: Uint32Array, count: number): Uint32Array {
  const order = new Uint32Array(shared(4 * count));
  for (let row = 0; row < count; row += 1) order[row] = row;
  const all = { ids } as Segment;
  return order.sort((one, other) =>
    compareId(all, one, [
      ids[other * 4] as number,
      ids[other * 4 + 1] as number,
      ids[other * 4 + 2] as number,
      ids[other * 4 + 3] as number,
    ]),
  );
}

/** So many kinds of transaction and of property there may be. */
export const KINDS = 2 ** 16;
export const kindOfCodes = (transaction: number, type: number): number => transaction * 256 + type;

type KindOf = (row: number) => number;

function kindsOf(columns: Record<string, KeptColumn>): KindOf {
  const [transaction, type] = [columns[TRANSACTION] as Coded, columns[TYPE] as Coded];
  return (row) => kindOfCodes(transaction.codes[row] as number, type.codes[row] as number);
}

function divisionLists(
  columns: Record<string, KeptColumn>,
  count: number,
  kindOf: KindOf,
): Pick<Segment, 'codes' | 'divisions'> {
  const places = columns[PLACES.codes] as Coded | undefined;
  // Too many different lines of divisions to keep: SQL answers what asks for places.
  if (places === undefined) return { codes: [], divisions: listsOf(() => {}) };
  const numbers = new Map<string, number>();
  const numberOf = (code: string): number => {
    const known = numbers.get(code);
    if (known !== undefined) return known;
    numbers.set(code, numbers.size);
    return numbers.size - 1;
  };
  const codesOf = places.cells.map((cell) => ((cell ?? []) as readonly string[]).map(numberOf));
  const divisions = listsOf((put) => {
    for (let row = 0; row < count; row += 1) {
      const kind = kindOf(row);
      for (const code of codesOf[places.codes[row] as number] ?? []) put(code * KINDS + kind, row);
    }
  });
  return { codes: [...numbers.keys()], divisions };
}

function squares(columns: Record<string, KeptColumn>, count: number, kindOf: KindOf): Lists {
  const [longitude, latitude] = [columns[PLACES.longitude], columns[PLACES.latitude]];
  return listsOf((put) => {
    for (let row = 0; row < count; row += 1) {
      const x = longitude && cellAt(longitude, row);
      const y = latitude && cellAt(latitude, row);
      if (typeof x === 'number' && typeof y === 'number') put(squareOf(x, y) * KINDS + kindOf(row), row);
    }
  });
}
