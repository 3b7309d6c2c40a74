import { type Db, firstRow, sql } from '../../db/sql.ts';
import { SQUARES_PER_PARENT_SIDE } from '../../lib/road-levels.ts';
import type { RefusalCounts } from '../import/counts.ts';
import type { RoadOwner } from './road-feature.ts';
import type { RoadSquare, RoadSteps } from './road-lines.ts';

/** Who is named on the map for the roads of a layer. */
export interface RoadCredit {
  readonly text: string;
  readonly url?: string;
  readonly licence?: string;
}

export interface RoadImportCounts {
  readonly records: number;
  readonly accepted: number;
  readonly refused: RefusalCounts;
  readonly owners: readonly RoadOwner[];
}

export interface RoadLayer {
  readonly id: string;
  readonly name: string;
  readonly position: number;
  readonly counts: RoadImportCounts;
  readonly credits: readonly RoadCredit[] | null;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
}

const LAYER = sql`layer_id as id, name, position, counts, credits, started_at as "startedAt", finished_at as "finishedAt"`;

export const findLayer = (db: Db, name: string, digest: Buffer): Promise<RoadLayer | undefined> =>
  firstRow(db, sql`select ${LAYER} from road_layer where name = ${name} and digest = ${digest}`);

export const listLayers = (db: Db): Promise<RoadLayer[]> =>
  db.rows(sql`select ${LAYER} from road_layer order by name, started_at`);

export async function insertLayer(
  db: Db,
  layer: { id: string; name: string; digest: Buffer; counts: RoadImportCounts },
  now: Date,
): Promise<void> {
  await db.rows(sql`
    insert into road_layer (layer_id, name, digest, position, counts, started_at)
    values (${layer.id}, ${layer.name}, ${layer.digest}, 0, ${layer.counts}, ${now})`);
}

/** False when the stored position differs from this process's: another process imports the same file. */
export async function moveLayer(
  db: Db,
  id: string,
  step: { from: number; to: number; counts: RoadImportCounts },
): Promise<boolean> {
  const rows = await db.rows(sql`
    update road_layer set position = ${step.to}, counts = ${step.counts}
    where layer_id = ${id} and position = ${step.from} and finished_at is null
    returning 1`);
  return rows.length === 1;
}

/** Shows a layer, and removes the former edition of the same name. */
export async function finishLayer(
  db: Db,
  { id, name }: Pick<RoadLayer, 'id' | 'name'>,
  credits: readonly RoadCredit[],
  now: Date,
): Promise<void> {
  await db.rows(sql`delete from road_layer where name = ${name} and layer_id <> ${id}`);
  await db.rows(sql`
    update road_layer set credits = ${JSON.stringify(credits)}::json, finished_at = ${now} where layer_id = ${id}`);
}

export async function updateCredits(db: Db, id: string, credits: readonly RoadCredit[]): Promise<boolean> {
  const text = JSON.stringify(credits);
  const rows = await db.rows(sql`
    update road_layer set credits = ${text}::json where layer_id = ${id} and credits::text <> ${text} returning 1`);
  return rows.length === 1;
}

/** A statement may last 4 s. */
const MAX_DELETED_PIECES = 20_000;

/** False while pieces are left: call it again. */
export async function deleteSomePieces(db: Db, id: string): Promise<boolean> {
  const rows = await db.rows(sql`
    delete from road_piece where piece_id in (
      select piece_id from road_piece where layer_id = ${id} limit ${MAX_DELETED_PIECES})
    returning 1`);
  return rows.length < MAX_DELETED_PIECES;
}

export async function deleteLayer(db: Db, id: string): Promise<void> {
  await db.rows(sql`delete from road_layer where layer_id = ${id}`);
}

export interface RoadPiece extends RoadSquare {
  readonly rank: number;
  readonly line: RoadSteps;
}

export async function insertPieces(db: Db, id: string, pieces: readonly RoadPiece[]): Promise<void> {
  if (pieces.length === 0) return;
  const given = pieces.map(({ column, row, rank, line }) => ({
    column,
    row,
    rank,
    positions: line.steps.length / 2,
    line,
  }));
  await db.rows(sql`
    insert into road_piece (layer_id, square_column, square_row, class, positions, line)
    select ${id}, "column", "row", rank, positions, line
    from json_to_recordset(${JSON.stringify(given)}::json)
      as given ("column" integer, "row" integer, rank smallint, positions integer, line json)`);
}

export const listPieceSquares = (db: Db, id: string, limit: number): Promise<RoadSquare[]> =>
  db.rows(sql`
    select distinct square_column as "column", square_row as "row"
    from road_piece where layer_id = ${id} order by 1, 2 limit ${limit}`);

/** The pieces of a square, the most important first, up to a number of positions. */
export async function takePieces(
  db: Db,
  id: string,
  { column, row }: RoadSquare,
  maxPositions: number,
): Promise<RoadSteps[]> {
  const rows = await db.rows<{ line: RoadSteps }>(sql`
    select line from (
      select line, class, piece_id, sum(positions) over (order by class, piece_id) as total
      from road_piece where layer_id = ${id} and square_column = ${column} and square_row = ${row}
    ) as piece
    where total <= ${maxPositions} order by class, piece_id`);
  await db.rows(sql`
    delete from road_piece where layer_id = ${id} and square_column = ${column} and square_row = ${row}`);
  return rows.map(({ line }) => line);
}

interface SquareKey extends RoadSquare {
  readonly layerId: string;
  readonly level: number;
}

export async function putSquare(
  db: Db,
  { layerId, level, column, row }: SquareKey,
  lines: readonly RoadSteps[],
): Promise<void> {
  await db.rows(sql`
    insert into road_square (level, square_column, square_row, layer_id, lines)
    values (${level}, ${column}, ${row}, ${layerId}, ${JSON.stringify(lines)}::json)
    on conflict (level, square_column, square_row, layer_id) do update set lines = excluded.lines`);
}

/** The squares of a level above squares that are stored. */
export const listParentSquares = (db: Db, layerId: string, level: number): Promise<RoadSquare[]> =>
  db.rows(sql`
    select distinct floor(square_column / ${SQUARES_PER_PARENT_SIDE}::numeric)::int as "column",
                    floor(square_row / ${SQUARES_PER_PARENT_SIDE}::numeric)::int as "row"
    from road_square where layer_id = ${layerId} and level = ${level + 1} order by 1, 2`);

/** The lines of the four times four squares below a square. */
export async function readChildLines(
  db: Db,
  { layerId, level, column, row }: SquareKey,
): Promise<RoadSteps[]> {
  const side = SQUARES_PER_PARENT_SIDE;
  const rows = await db.rows<{ lines: RoadSteps[] }>(sql`
    select lines from road_square
    where layer_id = ${layerId} and level = ${level + 1}
      and square_column between ${column * side} and ${column * side + side - 1}
      and square_row between ${row * side} and ${row * side + side - 1}
    order by square_column, square_row`);
  return rows.flatMap(({ lines }) => lines);
}

/** What is shown in a square of the map: the lines of each finished layer. */
export const readSquare = (
  db: Db,
  level: number,
  { column, row }: RoadSquare,
): Promise<{ lines: RoadSteps[]; credits: RoadCredit[] }[]> =>
  db.rows(sql`
    select lines, credits from road_square join road_layer using (layer_id)
    where level = ${level} and square_column = ${column} and square_row = ${row} and finished_at is not null
    order by layer_id`);

export async function hasFinishedLayer(db: Db): Promise<boolean> {
  return (await db.rows(sql`select 1 from road_layer where finished_at is not null limit 1`)).length > 0;
}
