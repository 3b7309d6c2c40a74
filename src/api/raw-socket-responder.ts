import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Problem, type ProblemName, problems } from '../service/problem.ts';
import { VARY } from './negotiate.ts';
import { PROBLEM_JSON, problemBody } from './render/problem.ts';

const PROBLEMS_BY_CODE: Record<string, [ProblemName, string]> = {
  HPE_HEADER_OVERFLOW: ['headers-too-large', 'The headers hold more than 16 KiB.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request-timeout', 'The request did not arrive in time.'],
};

/**
 * How long a client may take to read its refusal. A client that never closes its side would otherwise hold a
 * descriptor indefinitely.
 */
const MAX_LINGER_MS = 1_000;

/**
 * Bytes that are not HTTP never reach Fastify: the refusal is written to the raw socket, which is then
 * closed.
 */
export class RawSocketResponder {
  readonly #nextId: () => string;
  readonly #responses = new WeakMap<Socket, ServerResponse>();

  constructor(nextId: () => string) {
    this.#nextId = nextId;
  }

  /** Keeps the response to the last request with a body of each connection. */
  trackResponse({ headers }: IncomingMessage, response: ServerResponse): void {
    // Without a body a request is complete once its head is.
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
    if (response.socket) this.#responses.set(response.socket, response);
  }

  answerMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
    if (error.code === 'ECONNRESET' || !socket.writable || this.#isAnswered(socket)) {
      socket.destroy();
      return;
    }
    const [name, detail] = PROBLEMS_BY_CODE[error.code ?? ''] ?? [
      'bad-request',
      'The request is not well-formed HTTP.',
    ];
    this.refuse(socket, new Problem(name, detail));
  }

  refuse(socket: Socket, problem: Problem): void {
    const requestId = this.#nextId();
    const body = problemBody(problem, requestId);
    const { status, title } = problems[problem.problem];
    const head = [
      `HTTP/1.1 ${status} ${title}`,
      `Content-Type: ${PROBLEM_JSON}`,
      `Content-Length: ${body.length}`,
      `X-Request-Id: ${requestId}`,
      `Vary: ${VARY}`,
      'Connection: close',
      '\r\n',
    ].join('\r\n');
    // Closing while the client still sends would reset the connection and lose the refusal, so further bytes
    // are read and dropped.
    socket.end(Buffer.concat([Buffer.from(head), body]));
    const lingering = setTimeout(() => socket.destroy(), MAX_LINGER_MS).unref();
    socket.once('close', () => clearTimeout(lingering));
  }

  /**
   * A body that turns malformed after its request was refused gets no second response: a proxy might hand
   * that to another client.
   */
  #isAnswered(socket: Socket): boolean {
    const response = this.#responses.get(socket);
    return response?.headersSent === true && !response.req.complete;
  }
}
