import type { PropertyResult } from '../catalogue/document.ts';
import type { Db } from '../db/sql.ts';
import { findSerializedProperties } from './lookup.ts';
import type { SerializedPage } from './search/engine.ts';

/** The properties of a result page, in order. */
export interface ResultPage {
  readonly count: number;
  readonly results: PropertyResult[];
  /** As flat JSON. */
  readonly serialized: string | Buffer;
}

/** Serialized by the engine where possible, else read from the store. A deleted property is left out. */
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

/** Documents are parsed only on demand: a flat answer passes them on as bytes. */
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
