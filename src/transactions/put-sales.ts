import { type BulkDb, sql } from '../db/sql.ts';
import { CopyRows } from '../imports/copy-rows.ts';
import type { RowBatch } from '../imports/import.ts';
import {
  copyOrStage,
  emptyStage,
  SAMPLE_INTERVAL_ROWS,
  type StagingTable,
  selectLatestSql,
} from '../imports/staging.ts';
import { idFromDigest, orderedId } from '../lib/ids.ts';
import { type ContinuedSaleRow, copySpan, mergeStoredRows } from './merge-sales.ts';
import type { SaleRow, SourceLayout } from './sale-row.ts';
import { fineCellOf, wideCellOf } from './squares.ts';

const staging: StagingTable = {
  name: 'incoming_sale',
  table: 'sale',
  key: ['sale_id'],
  columns: {
    sale_id: 'uuid',
    date_mutation: 'date',
    longitude: 'integer',
    latitude: 'integer',
    cell: 'integer',
    wide_cell: 'integer',
    price_cents: 'bigint',
    living_area: 'real',
    land_area: 'integer',
    layout_id: 'integer',
    rooms: 'smallint',
    source: '"char"',
    elevator: 'boolean',
    balcony: 'boolean',
    cellar: 'boolean',
    nature: 'text',
    property_type: 'text',
    city_code: 'text',
    external_ref: 'text',
    street_number: 'text',
    street_name: 'text',
    parcel: 'text',
    construction_era: 'text',
    lots: 'text',
    source_rows: 'text',
    release: 'integer',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
  },
};

/** The initial buffer: the size of one step of a file, so that it rarely grows. */
const DEFAULT_BUFFER_BYTES = 4 * 1024 * 1024;

interface SaleImportRelease {
  release: number;
  at: Date;
}

/** In the order of the columns above. */
function writeSale(out: CopyRows, sale: SaleRow, cell: number, { release, at }: SaleImportRelease): void {
  out.row();
  if (typeof sale.digest === 'string') out.namedId(sale.digest);
  else out.orderedId(sale.digest);
  out.date(sale.dateMutation);
  out.integer(sale.longitude);
  out.integer(sale.latitude);
  out.integer(cell);
  out.integer(wideCellOf(sale));
  out.bigint(sale.priceCents);
  out.real(sale.livingArea);
  out.integer(sale.landArea);
  out.integer(sale.layout.id);
  out.smallint(sale.rooms);
  out.letter(sale.source);
  out.boolean(sale.elevator);
  out.boolean(sale.balcony);
  out.boolean(sale.cellar);
  out.text(sale.nature);
  out.text(sale.propertyType);
  out.text(sale.cityCode);
  out.text(sale.externalRef);
  out.text(sale.streetNumber);
  out.text(sale.streetName);
  out.text(sale.parcel);
  out.text(sale.constructionEra);
  out.text(sale.lots);
  out.span(sale.sourceRows);
  out.integer(release);
  out.timestamp(at);
  out.timestamp(at);
}

const columns = Object.keys(staging.columns);
/** The columns of the source that are compared for changes. */
const UPDATED_COLUMNS = columns.filter(
  (name) => !['sale_id', 'release', 'created_at', 'updated_at'].includes(name),
);
/** An edition without points does not remove the point of another one, nor its rows. */
const POINT_COLUMNS = ['longitude', 'latitude', 'cell', 'wide_cell'];
const COLUMNS_KEPT_WITH_POINT = [...POINT_COLUMNS, 'layout_id', 'source_rows'];
const next = (name: string): string =>
  COLUMNS_KEPT_WITH_POINT.includes(name)
    ? `case when excluded.longitude is null and sale.longitude is not null then sale.${name} else excluded.${name} end`
    : `excluded.${name}`;

const rowCount = (of: string): string =>
  `length(${of}.source_rows) - length(replace(${of}.source_rows, e'\\n', ''))`;

/**
 * Fewer rows of a known sale are an incomplete part of it: they are removed from the stage. They still contribute a
 * point, and mark the sale as part of the release.
 */
const DELETE_LESSER_SQL = `
  with lesser as (
    delete from ${staging.name} as part using sale
    where sale.sale_id = part.sale_id and part.source_rows <> sale.source_rows and ${rowCount('part')} < ${rowCount('sale')}
    returning part.*)
  update sale set
    ${POINT_COLUMNS.map((name) => `${name} = case when sale.longitude is null then lesser.${name} else sale.${name} end`).join(', ')},
    release = case when lesser.release = 0 then sale.release else lesser.release end
  from lesser
  where sale.sale_id = lesser.sale_id
    and ((sale.longitude is null and lesser.longitude is not null) or lesser.release not in (0, sale.release))`;

const UPSERT_SQL = `
  with changed as (
    insert into sale (${columns.join(', ')}) ${selectLatestSql(staging, `${rowCount(staging.name)} desc`)}
    on conflict (sale_id) do update set
      ${UPDATED_COLUMNS.map((name) => `${name} = ${next(name)}`).join(', ')}, release = excluded.release, updated_at = excluded.updated_at
    where (${UPDATED_COLUMNS.map((name) => `sale.${name}`).join(', ')}) is distinct from (${UPDATED_COLUMNS.map(next).join(', ')})
      or (excluded.release <> 0 and sale.release <> excluded.release)
    returning city_code, cell),
  squares as (
    insert into sale_cell (city_code, cell) select distinct city_code, cell from changed order by 1, 2 on conflict do nothing)
  select count(*)::integer as count from changed`;

/**
 * The sales of a block; unchanged ones are not written. A release marks its sales, so that the rest can be dropped
 * after it.
 */
export class SaleBatch implements RowBatch<SaleRow> {
  readonly #order: SaleImportRelease;
  readonly #out = new CopyRows(columns.length, DEFAULT_BUFFER_BYTES);
  readonly #layouts = new Set<SourceLayout>();
  readonly #squares = new SquareRecorder();
  readonly #sample: (readonly unknown[])[] = [];
  readonly #continued: ContinuedSaleRow[] = [];

  constructor(order: SaleImportRelease) {
    this.#order = order;
  }

  add(sale: SaleRow): void {
    if (sale.continued !== undefined) {
      this.#continued.push({ ...sale, continued: sale.continued, sourceRows: copySpan(sale.sourceRows) });
      return;
    }
    this.#add(sale);
  }

  #add(sale: SaleRow): void {
    if (this.#out.count % SAMPLE_INTERVAL_ROWS === 0) this.#sample.push([idOf(sale)]);
    this.#layouts.add(sale.layout);
    const cell = fineCellOf(sale);
    this.#squares.add(sale.cityCode, cell);
    writeSale(this.#out, sale, cell, this.#order);
  }

  async write(db: BulkDb): Promise<number> {
    const written = this.#out.count === 0 ? 0 : await this.#writeNew(db);
    if (this.#continued.length === 0) return written;
    // Sequential: a sale may be continued more than once.
    let united = 0;
    for (const sale of this.#continued) united += await this.#mergeContinued(db, sale);
    return written + united;
  }

  async #mergeContinued(db: BulkDb, sale: ContinuedSaleRow): Promise<number> {
    const whole = await mergeStoredRows(db, sale);
    const gathering = new SaleBatch(this.#order);
    await emptyStage(db, staging);
    gathering.#add(whole?.sale ?? sale);
    if (whole !== undefined && whole.storedId !== idOf(whole.sale))
      await db.rows(sql`delete from sale where sale_id = ${whole.storedId}`);
    return gathering.#writeNew(db);
  }

  async #writeNew(db: BulkDb): Promise<number> {
    await putLayouts(db, this.#layouts);
    const { count } = this.#out;
    if ((await copyOrStage(db, staging, this.#sample, this.#out.end())) === 'put') {
      await this.#squares.write(db);
      return count;
    }
    await db.rows({ text: DELETE_LESSER_SQL, values: [] });
    const [written] = await db.rows<{ count: number }>({ text: UPSERT_SQL, values: [] });
    return written?.count ?? 0;
  }
}

const idOf = ({ digest }: SaleRow): string =>
  typeof digest === 'string' ? idFromDigest(digest) : orderedId(digest);

/** The cells of each commune in the block, without a lookup for adjacent sales of one cell. */
class SquareRecorder {
  readonly #cells = new Map<string, Set<number>>();
  #city = '';
  #cell = Number.NaN;

  add(city: string, cell: number): void {
    if (cell === this.#cell && city === this.#city) return;
    this.#city = city;
    this.#cell = cell;
    const known = this.#cells.get(city);
    if (known === undefined) this.#cells.set(city, new Set([cell]));
    else known.add(cell);
  }

  /** In a fixed order, so that concurrent imports of the same communes do not deadlock. */
  async write(db: BulkDb): Promise<void> {
    const pairs = [...this.#cells].flatMap(([city, cells]) => [...cells].map((cell) => ({ city, cell })));
    await db.rows(sql`
      insert into sale_cell (city_code, cell)
      select * from unnest(${pairs.map(({ city }) => city)}::text[], ${pairs.map(({ cell }) => cell)}::integer[])
      order by 1, 2 on conflict do nothing`);
  }
}

async function putLayouts(db: BulkDb, layouts: ReadonlySet<SourceLayout>): Promise<void> {
  for (const { id, format, separator, columns: names } of layouts)
    await db.rows(sql`
      insert into sale_layout (layout_id, format, separator, columns) values (${id}, ${format}, ${separator}, ${names})
      on conflict (layout_id) do nothing`);
}
