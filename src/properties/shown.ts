import type { PropertyResult } from '../catalogue/document.ts';
import type { Db } from '../db/sql.ts';
import { findWrittenProperties } from './lookup.ts';
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
  const read = await findWrittenProperties(db, missing);
  return asWritten(ids.flatMap((id, at) => atHand[at] ?? read.get(id) ?? []));
}

/** Documents are read only by those who must: a flat answer passes them on as they were written. */
function asWritten(documents: readonly (string | Buffer)[]): Shown {
  let results: PropertyResult[] | undefined;
  return {
    count: documents.length,
    written: () => listOf(documents),
    get results() {
      results ??= JSON.parse(listOf(documents).toString()) as PropertyResult[];
      return results;
    },
  };
}

const [OPEN, COMMA, CLOSE] = ['[', ',', ']'].map((sign) => Buffer.from(sign)) as [Buffer, Buffer, Buffer];

function listOf(documents: readonly (string | Buffer)[]): string | Buffer {
  if (documents.every((one) => typeof one === 'string')) return `[${documents.join(',')}]`;
  const bytes = documents.map((one) => (typeof one === 'string' ? Buffer.from(one) : one));
  return Buffer.concat([OPEN, ...bytes.flatMap((one, at) => (at === 0 ? one : [COMMA, one])), CLOSE]);
}
