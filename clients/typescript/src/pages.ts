import type { Call } from './send.ts';

/** A page of a list and where the next one begins. */
interface Page {
  entries: readonly unknown[];
  next: Call | undefined;
}

/** `nextCursor` until the end, or `cursor` beside `hasMore`. */
interface CursorMeta {
  nextCursor?: string | null;
  cursor?: string;
  hasMore?: boolean;
}

/** Pages by number have 30 entries; a shorter one is the last. */
const FULL_PAGE_ENTRIES = 30;

type Members = Readonly<Record<string, unknown>>;

/** All entries of a list, page by page. Each page is asked for when the one before is used up. */
export async function* eachEntry(
  first: Call,
  fetchReply: (call: Call) => Promise<{ reply: unknown; headers: Headers }>,
): AsyncGenerator<unknown, void, undefined> {
  let call: Call | undefined = beginning(first);
  while (call !== undefined) {
    const { reply, headers } = await fetchReply(call);
    const page: Page = readPage(call, reply, headers);
    yield* page.entries;
    call = page.next;
  }
}

const beginning = (call: Call): Call =>
  call.row.paging === 'search-cursor'
    ? { ...call, body: { size: 100, ...(call.body as Members), paginationType: 'CURSOR' } }
    : call;

function readPage(call: Call, reply: unknown, headers: Headers): Page {
  switch (call.row.paging) {
    case 'search-cursor': {
      const cursor = headers.get('x-next-cursor');
      const body = { ...(call.body as Members), cursor };
      return { entries: reply as unknown[], next: cursor === null ? undefined : { ...call, body } };
    }
    case 'body-cursor':
    case 'query-cursor': {
      const { data, meta } = reply as { data: unknown[]; meta: CursorMeta };
      const cursor = meta.hasMore ? meta.cursor : meta.nextCursor;
      return { entries: data, next: cursor ? continued(call, cursor) : undefined };
    }
    default: {
      const entries = reply as unknown[];
      const page = Number(call.parameters['page'] ?? 1) + 1;
      const size = Number(call.parameters['limit'] ?? FULL_PAGE_ENTRIES);
      const next = { ...call, parameters: { ...call.parameters, page } };
      return { entries, next: entries.length > 0 && entries.length >= size ? next : undefined };
    }
  }
}

function continued(call: Call, cursor: string): Call {
  if (call.row.paging === 'query-cursor') return { ...call, parameters: { ...call.parameters, cursor } };
  const body = call.body as Members;
  return { ...call, body: { ...body, page: { ...(body['page'] as Members | undefined), cursor } } };
}
