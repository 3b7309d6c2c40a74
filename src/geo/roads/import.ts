import { basename } from 'node:path';
import type { Database } from '../../db/sql.ts';
import type { Clock } from '../../lib/clock.ts';
import { newId } from '../../lib/ids.ts';
import { withAdvisoryLock } from '../advisory-lock.ts';
import { batchRecords } from '../import/batches.ts';
import { addRefused } from '../import/counts.ts';
import { bytesFrom, openImportFile } from '../import/file.ts';
import { ImportFault } from '../import/json-records.ts';
import { DEFAULT_CREDITS } from './credits.ts';
import type { RoadRecord, RoadRecordResult } from './road-feature.ts';
import { divideLine, encodeLine, FINEST_LEVEL, rankOf, toUnits } from './road-lines.ts';
import { detectRoadFormat, type ParsedRoad, type RoadFormat } from './road-records.ts';
import { buildSquares, gridAt, ROADS_LOCK } from './squares.ts';
import type { RoadCredit, RoadImportCounts, RoadLayer, RoadPiece } from './store.ts';
import * as store from './store.ts';

export interface RoadImportOptions {
  readonly path: string;
  /** Names the layer: another file of the same name replaces it. */
  readonly name: string;
  /** Instead of the credit that is known for the publisher. */
  readonly credit?: RoadCredit;
  readonly onProgress?: (bytes: number) => void;
  readonly onSquare?: () => void;
  /** Stops between two batches; the next run of the same file resumes there. */
  readonly signal?: AbortSignal;
}

export interface RoadImportReport extends RoadImportCounts {
  readonly format: string;
  readonly resumedAt: number;
  readonly credits: readonly RoadCredit[];
  /** An earlier run read this very file to its end. */
  readonly wasComplete: boolean;
}

const NO_COUNTS: RoadImportCounts = { records: 0, accepted: 0, refused: {}, owners: [] };
const MAX_NAME_CHARS = 60;

/** `rhone-roads` for `/data/rhone-roads.geojson.gz`. */
export const defaultLayerName = (path: string): string =>
  basename(path)
    .replace(/\.(geo|nd|)json(l|seq|s|)(\.gz)?$|\.gz$/i, '')
    .slice(0, MAX_NAME_CHARS) || 'roads';

/**
 * Imports the main roads of a file for the map. Pieces of roads and the position in the file share a transaction, so
 * that an interrupted import resumes. Memory is bounded by one batch, then by one square. A layer is shown once it is
 * complete: a file that cannot be read to its end, or that has no main road, changes nothing.
 */
export async function importRoads(
  db: Database,
  clock: Clock,
  options: RoadImportOptions,
): Promise<RoadImportReport> {
  const file = await openImportFile(options.path);
  const format = detectRoadFormat(file.head);
  const layer = await openLayer(db, clock, options.name, file.digest);
  const report = { format: format.name, resumedAt: layer.position };
  if (layer.finishedAt !== null) {
    const credits = options.credit ? [options.credit] : (layer.credits ?? []);
    await store.updateCredits(db, layer.id, credits);
    return { ...report, ...layer.counts, credits, wasComplete: true };
  }
  let read = 0;
  const bytes = bytesFrom(file, layer.position, (count) => {
    read += count;
  });
  const counts = await storePieces(db, clock, {
    layer,
    records: format.records(bytes, layer.position),
    signal: options.signal,
    onBatch() {
      options.onProgress?.(read);
      read = 0;
    },
  });
  const credits = options.credit ? [options.credit] : counts.owners.map((owner) => DEFAULT_CREDITS[owner]);
  if (counts.accepted === 0) await removeLayer(db, layer);
  else {
    await buildSquares(db, clock, layer.id, {
      onSquare: options.onSquare ?? (() => {}),
      signal: options.signal,
    });
    await withAdvisoryLock(db, clock, ROADS_LOCK, (locked) =>
      store.finishLayer(locked, layer, credits, clock.now()),
    );
  }
  return { ...report, ...counts, credits, wasComplete: false };
}

/** The layer of this very file, begun or complete. One of another file that was begun under this name is given up. */
async function openLayer(db: Database, clock: Clock, name: string, digest: Buffer): Promise<RoadLayer> {
  const found = await store.findLayer(db, name, digest);
  if (found !== undefined) return found;
  for (const layer of await store.listLayers(db))
    if (layer.name === name && layer.finishedAt === null) await removeLayer(db, layer);
  const [id, startedAt] = [newId(clock.now()), clock.now()];
  await store.insertLayer(db, { id, name, digest, counts: NO_COUNTS }, startedAt);
  return { id, name, position: 0, counts: NO_COUNTS, credits: null, startedAt, finishedAt: null };
}

interface PieceSource {
  readonly layer: RoadLayer;
  readonly records: ReturnType<RoadFormat['records']>;
  readonly signal: AbortSignal | undefined;
  onBatch(): void;
}

async function storePieces(
  db: Database,
  clock: Clock,
  { layer, records, signal, onBatch }: PieceSource,
): Promise<RoadImportCounts> {
  let { position, counts } = layer;
  for await (const { batch, fault } of batchRecords<ParsedRoad>(records)) {
    signal?.throwIfAborted();
    if (fault !== undefined) {
      await removeLayer(db, layer);
      throw new ImportFault(`${fault.message}; nothing of the file is shown`);
    }
    const step = { from: position, to: batch.at(-1)?.end ?? position, counts: addRoads(counts, batch) };
    await withAdvisoryLock(db, clock, ROADS_LOCK, async (locked) => {
      if (!(await store.moveLayer(locked, layer.id, step)))
        throw new ImportFault('another process is importing roads under this name');
      await store.insertPieces(
        locked,
        layer.id,
        batch.flatMap(({ reading }) => toPieces(reading)),
      );
    });
    [position, counts] = [step.to, step.counts];
    onBatch();
  }
  return counts;
}

const isRoad = (reading: RoadRecordResult): reading is RoadRecord => 'lines' in reading;

function addRoads(counts: RoadImportCounts, batch: readonly ParsedRoad[]): RoadImportCounts {
  const readings = batch.map(({ reading }) => reading);
  const roads = readings.filter(isRoad);
  return {
    records: counts.records + readings.length,
    accepted: counts.accepted + roads.length,
    refused: addRefused(
      counts.refused,
      readings.flatMap((reading) => (isRoad(reading) ? [] : [reading])),
    ),
    owners: [...new Set([...counts.owners, ...roads.map(({ owner }) => owner)])].toSorted(),
  };
}

/** The parts of a road in the squares of the finest level. */
function toPieces(reading: RoadRecordResult): RoadPiece[] {
  if (!isRoad(reading)) return [];
  const grid = gridAt(FINEST_LEVEL);
  const { lines, owner: _, ...road } = reading;
  return lines
    .flatMap((line) => divideLine(toUnits(line, grid), grid))
    .flatMap(({ square, units }) => {
      const line = encodeLine({ ...road, units }, grid);
      return line === undefined ? [] : [{ ...square, rank: rankOf(road.class), line }];
    });
}

/** Removes the layers of a name; false when there is none. */
export async function removeRoads(db: Database, name: string): Promise<boolean> {
  const layers = (await store.listLayers(db)).filter((layer) => layer.name === name);
  for (const layer of layers) await removeLayer(db, layer);
  return layers.length > 0;
}

async function removeLayer(db: Database, { id }: Pick<RoadLayer, 'id'>): Promise<void> {
  while (!(await store.deleteSomePieces(db, id)));
  await store.deleteLayer(db, id);
}
