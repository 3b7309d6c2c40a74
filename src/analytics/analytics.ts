import type { Database } from '../db/sql.ts';
import { formatTimestamp } from '../lib/timestamp.ts';
import type { EngineSessions } from '../warehouse/engine.ts';
import { exportQuery, type TableFile, type TableFormat } from '../warehouse/table-file.ts';
import { EVENT_AT } from './columns.ts';
import type { AnalyticsQuery } from './query.ts';
import { SnapshotCache, selectFilePaths, type WarehouseSnapshot } from './snapshot.ts';
import { buildResultSql, buildTableSql, type QuerySources, type ResultPiece } from './to-sql.ts';

/** The maximum number of groups of one answer; a download has no such limit. */
export const MAX_GROUPS = 10_000;
/**
 * How old the files and the tail of an answer may be. Collecting takes two seconds more: well within the promised
 * minute.
 */
const MAX_SNAPSHOT_AGE_MS = 5_000;

export interface ListingAggregates {
  meta: { sample_size: number; min_event_at: string | null; max_event_at: string | null };
  /** The groups in the requested format, separated by commas. */
  groups: string;
}

interface ResultSlice {
  text: string;
  groups: number;
  events: number;
  first: number;
  last: number;
}

/** Answers queries on listing events from the warehouse. */
export class Analytics {
  readonly engine: EngineSessions;
  readonly #snapshots: SnapshotCache;

  constructor(db: Database, engine: EngineSessions, freshMs: number = MAX_SNAPSHOT_AGE_MS) {
    this.engine = engine;
    this.#snapshots = new SnapshotCache(db, freshMs);
  }

  /** Undefined when there are more groups than one answer may have. */
  listings(query: AnalyticsQuery, pieces: readonly ResultPiece[]): Promise<ListingAggregates | undefined> {
    return this.engine.use((session) =>
      this.#snapshots.withSnapshot(session, async (snapshot) => {
        const sources = this.#sources(query, snapshot);
        const { text, values } = buildResultSql(query, sources, { pieces, atMost: MAX_GROUPS + 1 });
        const slices: ResultSlice[] = [];
        for await (const some of session.rows<ResultSlice>(text, values)) slices.push(...some);
        const groups = slices.reduce((sum, slice) => sum + slice.groups, 0);
        if (groups > MAX_GROUPS) return undefined;
        return { meta: summarizeSlices(slices), groups: slices.map((slice) => slice.text).join(',') };
      }),
    );
  }

  /** The same as a file to download. The caller deletes it. */
  table(query: AnalyticsQuery, format: TableFormat): Promise<TableFile> {
    return this.engine.use((session) =>
      this.#snapshots.withSnapshot(session, (snapshot) => {
        const statement = buildTableSql(query, this.#sources(query, snapshot));
        return exportQuery(this.engine, session, statement, format);
      }),
    );
  }

  #sources({ conditions }: AnalyticsQuery, { files, tail }: WarehouseSnapshot): QuerySources {
    const bounds = conditions.find(({ column }) => column.name === EVENT_AT) ?? {};
    const { min, max } = bounds as { min?: string; max?: string };
    const within = {
      ...(min === undefined ? {} : { min: new Date(min) }),
      ...(max === undefined ? {} : { max: new Date(max) }),
    };
    return { tail, paths: selectFilePaths(this.engine, files, within) };
  }
}

function summarizeSlices(slices: readonly ResultSlice[]): ListingAggregates['meta'] {
  let [events, first, last] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const slice of slices) {
    events += slice.events;
    first = Math.min(first, slice.first);
    last = Math.max(last, slice.last);
  }
  const shown = (ms: number): string | null => (events === 0 ? null : formatTimestamp(new Date(ms)));
  return { sample_size: events, min_event_at: shown(first), max_event_at: shown(last) };
}
