import type { PropertyResult } from '../catalogue/document.ts';
import type { Db } from '../db/sql.ts';
import { findSerializedProperties } from './lookup.ts';
import type { SerializedPage } from './search/engine.ts';

/** The properties of an answer, in order. */
export interface ResultPage {
  readonly count: number;
  readonly results: PropertyResult[];
  /** As flat JSON. */
  readonly serialized: string | Buffer;
}

/** As the engine has them at hand, else from the store. One that is gone meanwhile is left out. */
export async function loadResultPage(
  db: Db,
  ids: readonly string[],
  written: SerializedPage | undefined,
): Promise<ResultPage> {
  const atHand = written?.(ids.length);
  if (atHand !== undefined) return toResultPage(ids.length, atHand);
  const read = await findSerializedProperties(db, ids);
  const documents = ids.flatMap((id) => read.get(id) ?? []);
  return toResultPage(documents.length, `[${documents.join(',')}]`);
}

/** Documents are read only by those who must: a flat answer passes them on as they were written. */
function toResultPage(count: number, list: string | Buffer): ResultPage {
  let results: PropertyResult[] | undefined;
  return {
    count,
    serialized: list,
    get results() {
      results ??= JSON.parse(list.toString()) as PropertyResult[];
      return results;
    },
  };
}
