import type { FilterScope } from '../../../catalogue/filters/kinds.ts';
import { countSubjects } from '../../../criteria/columns.ts';
import { GrowableArray } from '../../../criteria/index/growable-array.ts';
import type { Cell } from '../../../criteria/search-row.ts';
import { TRANSACTION_COLUMN, TYPE_COLUMN } from '../filter-column.ts';
import { PLACE_COLUMNS } from '../place-filter.ts';
import { buildPermutations } from './build-permutations.ts';
import { type ColumnBuilder, columnBuilders } from './column-builders.ts';
import type { DocumentWriter } from './document-file.ts';
import { cellAt, type DictionaryColumn, type IndexedColumn, indexedColumns } from './indexed-columns.ts';
import { buildMapCells } from './map-cells.ts';
import { compareId, type IndexRow, idWords, type Segment } from './open-segment.ts';
import { allocateShared, buildPostingLists, type PostingLists, postingGrid } from './posting-lists.ts';
import { isVisible } from './visibility.ts';

const SECTIONS = ['publisher', 'listing', 'change'] as const satisfies readonly FilterScope[];

/** Builds a segment from rows sorted newest first, equal moments by descending id. All are visible, or all hidden. */
export class SegmentBuilder {
  readonly #columns: readonly ((typeof indexedColumns)[number] & { readonly builder: ColumnBuilder })[];
  readonly #documents: DocumentWriter | undefined;
  readonly #ids = new GrowableArray(new Uint32Array(0));
  readonly #moments = new GrowableArray(new Float64Array(0));
  readonly #positionedAt = new GrowableArray(new Float64Array(0));
  #isHidden = false;
  readonly #subjects = new Map<FilterScope, GrowableArray<Uint32Array>>(
    SECTIONS.map((scope) => {
      const starts = new GrowableArray(new Uint32Array(0));
      starts.push(0);
      return [scope, starts];
    }),
  );

  /** Documents are stored when a writer is given. A column with more than `maxCells` distinct cells is left out. */
  constructor(documents?: DocumentWriter, maxCells?: number) {
    this.#documents = documents;
    this.#columns = indexedColumns.map((indexed) => ({
      ...indexed,
      builder: columnBuilders[indexed.form](maxCells),
    }));
  }

  add({ id, moment, positionedAt, cells, document }: IndexRow): void {
    if (this.#moments.length === 0) this.#isHidden = !isVisible(cells);
    this.#documents?.add(document);
    for (const word of idWords(id)) this.#ids.push(word);
    this.#moments.push(moment);
    this.#positionedAt.push(positionedAt);
    for (const [scope, starts] of this.#subjects)
      starts.push((starts.array[starts.length - 1] as number) + countSubjects(scope, cells));
    for (const { column, position, builder } of this.#columns) {
      const cell = cells[position] ?? null;
      if (column.scope === 'property') builder.add(cell as Cell);
      else for (const one of cell as readonly Cell[]) builder.add(one);
    }
  }

  finish(): Segment {
    const columns: Record<string, IndexedColumn> = {};
    for (const { column, builder } of this.#columns) {
      const indexed = builder.finish();
      if (indexed !== undefined) columns[column.name] = indexed;
    }
    const count = this.#moments.length;
    const ids = toSharedArray(this.#ids, Uint32Array);
    const documents = this.#documents?.finish();
    const kindOf = kindReader(columns);
    const plain = {
      count,
      isHidden: this.#isHidden,
      ids,
      moments: toSharedArray(this.#moments, Float64Array),
      positionedAt: toSharedArray(this.#positionedAt, Float64Array),
      columns,
      subjects: Object.fromEntries(
        [...this.#subjects].map(([scope, starts]) => [scope, toSharedArray(starts, Uint32Array)]),
      ),
    };
    const byId = sortRowsById(ids, count);
    const complete = {
      ...plain,
      byId,
      permutations: buildPermutations(columns, byId),
      ...buildDivisionPostings(columns, count, kindOf),
      gridCells: buildGridPostings(columns, count, kindOf),
      mapCells: buildMapCells(columns),
      ...(documents === undefined ? {} : { documents }),
    };
    return { ...complete, bytes: estimateBytes(complete) };
  }
}

const STRING_OVERHEAD_BYTES = 24;

function estimateBytes(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value === 'string') return value.length + STRING_OVERHEAD_BYTES;
  if (typeof value !== 'object' || value === null) return 8;
  let sum = 0;
  for (const member of Array.isArray(value) ? value : Object.values(value)) sum += estimateBytes(member);
  return sum;
}

type WideArray = Uint32Array | Float64Array;

function toSharedArray<Own extends WideArray>(
  { array, length }: GrowableArray<Own>,
  Kind: { new (buffer: SharedArrayBuffer): Own; readonly BYTES_PER_ELEMENT: number },
): Own {
  const own = new Kind(allocateShared(Kind.BYTES_PER_ELEMENT * length));
  own.set(array.subarray(0, length));
  return own;
}

function sortRowsById(ids: Uint32Array, count: number): Uint32Array {
  const order = new Uint32Array(allocateShared(4 * count));
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

/** Upper bound of the encoded pairs of transaction and property type. */
export const KIND_SPACE = 2 ** 16;
export const encodeKind = (transaction: number, type: number): number => transaction * 256 + type;

type KindReader = (row: number) => number;

function kindReader(columns: Record<string, IndexedColumn>): KindReader {
  const [transaction, type] = [
    columns[TRANSACTION_COLUMN] as DictionaryColumn,
    columns[TYPE_COLUMN] as DictionaryColumn,
  ];
  return (row) => encodeKind(transaction.codes[row] as number, type.codes[row] as number);
}

function buildDivisionPostings(
  columns: Record<string, IndexedColumn>,
  count: number,
  kindOf: KindReader,
): Pick<Segment, 'codes' | 'divisions'> {
  const divisionLists = columns[PLACE_COLUMNS.codes] as DictionaryColumn | undefined;
  // Too many distinct division lists: SQL answers queries by place.
  if (divisionLists === undefined) return { codes: [], divisions: buildPostingLists(() => {}) };
  const numbers = new Map<string, number>();
  const numberOf = (code: string): number => {
    const known = numbers.get(code);
    if (known !== undefined) return known;
    numbers.set(code, numbers.size);
    return numbers.size - 1;
  };
  const codesOf = divisionLists.cells.map((cell) => ((cell ?? []) as readonly string[]).map(numberOf));
  const divisions = buildPostingLists((put) => {
    for (let row = 0; row < count; row += 1) {
      const kind = kindOf(row);
      for (const code of codesOf[divisionLists.codes[row] as number] ?? [])
        put(code * KIND_SPACE + kind, row);
    }
  });
  return { codes: [...numbers.keys()], divisions };
}

function buildGridPostings(
  columns: Record<string, IndexedColumn>,
  count: number,
  kindOf: KindReader,
): PostingLists {
  const [longitude, latitude] = [columns[PLACE_COLUMNS.longitude], columns[PLACE_COLUMNS.latitude]];
  return buildPostingLists((put) => {
    for (let row = 0; row < count; row += 1) {
      const x = longitude && cellAt(longitude, row);
      const y = latitude && cellAt(latitude, row);
      if (typeof x === 'number' && typeof y === 'number')
        put(postingGrid.cellAt(x, y) * KIND_SPACE + kindOf(row), row);
    }
  });
}
