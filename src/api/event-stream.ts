import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isBilled } from '../accounts/authenticate.ts';
import { chargeForResults } from '../service/charge-for-results.ts';
import { Problem, problems } from '../service/problem.ts';
import type { Services } from '../service/services.ts';

export const EVENT_STREAM = 'text/event-stream';

/** One event of a stream of server-sent events, and the results that it carries. */
export interface ServerSentEvent {
  id: string;
  /** Absent in a sign of life: the client only notes the id. */
  event?: { name: string; data: object };
  results: number;
}

export type EventSource = (signal: AbortSignal) => AsyncIterable<readonly ServerSentEvent[]>;

/** Open streams of one account in a process. */
const MAX_STREAMS_PER_ACCOUNT = 10;
const MAX_STREAMS = 500;
const RETRY_SECONDS = 30;

export const acceptsEventStream = (accept: string | undefined): boolean =>
  accept?.split(',').some((range) => range.trim().toLowerCase().split(';')[0]?.trim() === EVENT_STREAM) ??
  false;

/** The open streams of a server: bounded, and ended when it stops. */
export class EventStreams {
  readonly #open = new Map<AbortController, string>();

  endAll(): void {
    for (const stream of this.#open.keys()) stream.abort();
  }

  send(
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    services: Services,
    source: EventSource,
  ): void {
    const { requestContext } = request;
    const { caller } = requestContext;
    // A person who looks takes no stream from the programs of the account.
    const owner = caller?.signedIn?.personId ?? caller?.accountId ?? '';
    this.#refuseTooMany(owner, services);
    const ending = new AbortController();
    this.#open.set(ending, owner);
    requestContext.isStreaming = true;
    reply.raw.once('close', () => {
      ending.abort();
      this.#open.delete(ending);
    });
    const charge = async (results: number): Promise<void> => {
      if (isBilled(requestContext)) {
        const { charged } = await chargeForResults(services.db, requestContext.caller, results);
        requestContext.credits += charged;
      }
      requestContext.results += results;
    };
    reply
      .headers({ 'content-type': EVENT_STREAM, 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
      .send(Readable.from(renderEvents(source(ending.signal), charge)));
  }

  #refuseTooMany(owner: string, { clock }: Services): void {
    const own = [...this.#open.values()].filter((one) => one === owner).length;
    if (own < MAX_STREAMS_PER_ACCOUNT && this.#open.size < MAX_STREAMS) return;
    const retryAt = Math.ceil(clock.now().getTime() / 1_000) + RETRY_SECONDS;
    throw new Problem(
      'too-many-requests',
      `An account has at most ${MAX_STREAMS_PER_ACCOUNT} open streams. End one of them first.`,
      { headers: { 'retry-after': String(RETRY_SECONDS), 'x-ratelimit-retry-after': String(retryAt) } },
    );
  }
}

/** Results are charged before they are sent; an account without credits gets one last event. */
async function* renderEvents(
  source: AsyncIterable<readonly ServerSentEvent[]>,
  charge: (results: number) => Promise<void>,
): AsyncGenerator<string> {
  for await (const events of source) {
    try {
      await charge(events.reduce((sum, { results }) => sum + results, 0));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const { status, title } = problems[error.problem];
      const body = { type: `/problems/${error.problem}`, title, status, detail: error.message };
      yield `event: problem\ndata: ${JSON.stringify(body)}\n\n`;
      return;
    }
    yield events.map(renderEvent).join('');
  }
}

const renderEvent = ({ id, event }: ServerSentEvent): string =>
  event === undefined
    ? `id: ${id}\n\n`
    : `id: ${id}\nevent: ${event.name}\ndata: ${JSON.stringify(event.data)}\n\n`;
