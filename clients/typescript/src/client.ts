import { type Change, type ChangesOptions, followChanges } from './changes.ts';
import { operations } from './generated/operations.ts';
import type { CallOptions, Methods, OperationRow } from './operation.ts';
import { eachEntry } from './pages.ts';
import { type Call, type ClientOptions, send } from './send.ts';

/** A client of the service: one method for each operation of its OpenAPI document, and `changes`. */
export interface Client extends Methods {
  /** Every change as it happens: `for await (const change of gable.changes())`. */
  changes(options?: ChangesOptions): AsyncGenerator<Change, void, undefined>;
}

export function createClient(options: ClientOptions): Client {
  const methods = Object.entries(operations).map(([id, row]) => [id, createMethod(options, row)]);
  return {
    ...(Object.fromEntries(methods) as Methods),
    changes: (from?: ChangesOptions) => followChanges(options, from),
  };
}

function createMethod(client: ClientOptions, row: OperationRow): unknown {
  const fetchReply = async (call: Call) => {
    const response = await send(client, call);
    return { reply: await readReply(row, response), headers: response.headers };
  };
  const method = async (...args: unknown[]) => (await fetchReply(readCall(row, args))).reply;
  if (row.paging === undefined) return method;
  return Object.assign(method, { each: (...args: unknown[]) => eachEntry(readCall(row, args), fetchReply) });
}

async function readReply(row: OperationRow, response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  return row.file ? new Uint8Array(await response.arrayBuffer()) : response.json();
}

/** Without a body, all parameters are one argument; with one, those of the path come before it, of the query after. */
function readCall(row: OperationRow, args: readonly unknown[]): Call {
  const rest = [...args];
  const next = (isThere: boolean | undefined): object =>
    ((isThere ? rest.shift() : undefined) ?? {}) as object;
  const hasBody = row.body !== undefined;
  const first = next(row.inPath || (row.inQuery && !hasBody));
  const body = hasBody ? rest.shift() : undefined;
  const last = next(row.inQuery && hasBody);
  return { row, parameters: { ...first, ...last }, body, options: next(true) as CallOptions };
}
