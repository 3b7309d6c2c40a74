import type { Database } from '../db/sql.ts';
import { timestamp } from '../lib/timestamp.ts';
import type { Lender } from '../warehouse/engine.ts';
import { type TableFile, type TableFormat, writeTable } from '../warehouse/table-file.ts';
import { EVENT_AT } from './columns.ts';
import type { ListingQuestion } from './query.ts';
import { pathsWithin, type Snapshot, Snapshots } from './snapshot.ts';
import { answerSql, type Piece, type Sources, tableSql } from './to-sql.ts';

/** Groups of one answer; a download has no such limit. */
export const MAX_GROUPS = 10_000;
/** How old the files and the tail of an answer may be. Collecting takes two seconds more: well within the promised minute. */
const FRESH_MS = 5_000;

export interface ListingFigures {
  meta: { sample_size: number; min_event_at: string | null; max_event_at: string | null };
  /** The groups as they were asked to be written, with commas between. */
  groups: string;
}

interface Slice {
  text: string;
  groups: number;
  events: number;
  first: number;
  last: number;
}

/** Answers questions about listing events from the warehouse. */
export class Analytics {
  readonly engine: Lender;
  readonly #snapshots: Snapshots;

  constructor(db: Database, engine: Lender, freshMs: number = FRESH_MS) {
    this.engine = engine;
    this.#snapshots = new Snapshots(db, freshMs);
  }

  /** Undefined when there are more groups than one answer holds. */
  listings(question: ListingQuestion, pieces: readonly Piece[]): Promise<ListingFigures | undefined> {
    return this.engine.use((session) =>
      this.#snapshots.use(session, async (snapshot) => {
        const sources = this.#sources(question, snapshot);
        const { text, values } = answerSql(question, sources, { pieces, atMost: MAX_GROUPS + 1 });
        const slices: Slice[] = [];
        for await (const some of session.rows<Slice>(text, values)) slices.push(...some);
        const groups = slices.reduce((sum, slice) => sum + slice.groups, 0);
        if (groups > MAX_GROUPS) return undefined;
        return { meta: summary(slices), groups: slices.map((slice) => slice.text).join(',') };
      }),
    );
  }

  /** The same as a file to download. Whoever takes it removes it. */
  table(question: ListingQuestion, format: TableFormat): Promise<TableFile> {
    return this.engine.use((session) =>
      this.#snapshots.use(session, (snapshot) => {
        const statement = tableSql(question, this.#sources(question, snapshot));
        return writeTable(this.engine, session, statement, format);
      }),
    );
  }

  #sources({ conditions }: ListingQuestion, { files, tail }: Snapshot): Sources {
    const bounds = conditions.find(({ column }) => column.name === EVENT_AT) ?? {};
    const { least, most } = bounds as { least?: string; most?: string };
    const within = {
      ...(least === undefined ? {} : { least: new Date(least) }),
      ...(most === undefined ? {} : { most: new Date(most) }),
    };
    return { tail, paths: pathsWithin(this.engine, files, within) };
  }
}

function summary(slices: readonly Slice[]): ListingFigures['meta'] {
  let [events, first, last] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const slice of slices) {
    events += slice.events;
    first = Math.min(first, slice.first);
    last = Math.max(last, slice.last);
  }
  const shown = (ms: number): string | null => (events === 0 ? null : timestamp(new Date(ms)));
  return { sample_size: events, min_event_at: shown(first), max_event_at: shown(last) };
}
