import type { PropertyResult } from '../../catalogue/document.ts';
import { sendRequest } from '../api/client.ts';

/** A file for a person. All of a large result is an export of the API. */
export const MAX_CSV_HOMES = 1_000;
const PAGE_SIZE = 100;

interface ListQuery {
  readonly criteria: object;
  readonly sort: object;
}

/** The first homes of a list, read as a person who looks reads them: free, and within the bound on looking. */
export async function collectHomes(
  query: ListQuery,
  signal: AbortSignal,
  onProgress: (read: number) => void,
): Promise<PropertyResult[]> {
  const homes = new Map<string, PropertyResult>();
  for (let page = 1; page <= MAX_CSV_HOMES / PAGE_SIZE; page += 1) {
    const read = await sendRequest<readonly PropertyResult[]>('/properties', {
      body: { ...query, page, size: PAGE_SIZE },
      isQuery: true,
      signal,
    });
    // A home that moves to the next page between two calls is one line.
    for (const home of read) homes.set(home.id, home);
    onProgress(homes.size);
    if (read.length < PAGE_SIZE) break;
  }
  return [...homes.values()];
}

/** Hands a text to the browser as a file. */
export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
