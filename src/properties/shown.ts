import type { PropertyResult } from '../catalogue/document.ts';
import type { Db } from '../db/sql.ts';
import { findWrittenProperties } from './lookup.ts';
import type { WrittenList } from './search/engine.ts';

/** The properties of an answer, in order. */
export interface Shown {
  readonly count: number;
  readonly results: PropertyResult[];
  /** As flat JSON. */
  readonly written: string | Buffer;
}

/** As the engine has them at hand, else from the store. One that is gone meanwhile is left out. */
export async function show(db: Db, ids: readonly string[], written: WrittenList | undefined): Promise<Shown> {
  const atHand = written?.(ids.length);
  if (atHand !== undefined) return asWritten(ids.length, atHand);
  const read = await findWrittenProperties(db, ids);
  const documents = ids.flatMap((id) => read.get(id) ?? []);
  return asWritten(documents.length, `[${documents.join(',')}]`);
}

/** Documents are read only by those who must: a flat answer passes them on as they were written. */
function asWritten(count: number, list: string | Buffer): Shown {
  let results: PropertyResult[] | undefined;
  return {
    count,
    written: list,
    get results() {
      results ??= JSON.parse(list.toString()) as PropertyResult[];
      return results;
    },
  };
}
