import type { IncomingHttpHeaders } from 'node:http';
import type { ReadableStream } from 'node:stream/web';
import type { Caller } from '../accounts/authenticate.ts';
import type { RequestFault } from '../lib/request-fault.ts';
import type { RouteType } from './services.ts';

/** The category of a mounted call in the log, the metrics and the usage of the account. */
export interface UsageCategory {
  route: string;
  routeType: RouteType;
  channel: 'MCP';
}

export interface MountedCall {
  caller: Caller;
  requestId: string;
  headers: IncomingHttpHeaders;
  /** The body, parsed by the same rules as that of a route. */
  body: { value: unknown } | { faults: RequestFault[] };
  /** Calls back when the client disconnects before it has its response. */
  onLeave(listener: () => void): void;
  /** Undefined when the call is not to be counted, as with a fault of our own. */
  countAs(counted: UsageCategory | undefined, cost?: { results: number; credits: number }): void;
}

export interface MountedResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string | ReadableStream | undefined;
}

/** A path with its own protocol behind the same middleware as every route: key, rate limit, usage, log. */
export interface Mount {
  path: string;
  method: 'POST';
  answer(call: MountedCall): Promise<MountedResponse>;
}
