import type { PropertyResult } from '../catalogue/document.ts';
import type { Db } from '../db/sql.ts';
import { findProperties } from './lookup.ts';
import type { WrittenDocuments } from './search/engine.ts';

/** The properties of an answer, in order. */
export interface Shown {
  readonly count: number;
  readonly results: PropertyResult[];
  /** As flat JSON. */
  written(): string | Buffer;
}

/** From what is at hand; the rest from the store. One that is gone meanwhile is left out. */
export async function show(
  db: Db,
  ids: readonly string[],
  documents: WrittenDocuments | undefined,
): Promise<Shown> {
  const atHand = documents?.(ids) ?? [];
  const missing = ids.filter((_, at) => atHand[at] === undefined);
  if (missing.length === ids.length) return asRead(await findProperties(db, ids));
  const read = new Map((await findProperties(db, missing)).map((result) => [result.id, result]));
  return asWritten(
    ids.flatMap((id, at) => {
      const found = read.get(id);
      return atHand[at] ?? (found === undefined ? [] : Buffer.from(JSON.stringify(found)));
    }),
  );
}

const asRead = (results: PropertyResult[]): Shown => ({
  count: results.length,
  results,
  written: () => JSON.stringify(results),
});

const [OPEN, COMMA, CLOSE] = ['[', ',', ']'].map((sign) => Buffer.from(sign)) as [Buffer, Buffer, Buffer];

function asWritten(documents: readonly Buffer[]): Shown {
  const written = (): Buffer =>
    Buffer.concat([OPEN, ...documents.flatMap((one, at) => (at === 0 ? one : [COMMA, one])), CLOSE]);
  let results: PropertyResult[] | undefined;
  return {
    count: documents.length,
    written,
    get results() {
      results ??= JSON.parse(written().toString()) as PropertyResult[];
      return results;
    },
  };
}
