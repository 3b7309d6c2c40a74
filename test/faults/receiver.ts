import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import type { SecureContextOptions } from 'node:tls';
import { type Clock, systemClock } from '../../src/lib/clock.ts';
import { recordWebhook } from '../support/recorded-examples.ts';
import { type Authority, type CertificateKind, createAuthority } from './authority.ts';
import { answer } from './behaviours.ts';
import { type Behaviour, type ReceivedRequest, read } from './exchange.ts';
import { RestartableServer, reset } from './restartable-server.ts';
import { until, type WaitOptions } from './until.ts';

export interface ReceiverOptions {
  /** Default: one of its own. */
  authority?: Authority;
  /** The names of the certificate; default the loopback names. */
  names?: readonly string[];
  /** Plain HTTP instead of HTTPS. */
  plain?: boolean;
  /** For the times of arrival; default that of the machine. */
  clock?: Clock;
}

interface Rule {
  applies(request: ReceivedRequest): boolean;
  behaviour: Behaviour;
}

/** A webhook endpoint on loopback that records all requests and behaves as configured. */
export class Receiver {
  readonly requests: ReceivedRequest[] = [];
  readonly authority: Authority;
  readonly #options: ReceiverOptions;
  readonly #server: http.Server | https.Server;
  readonly #listener: RestartableServer;
  readonly #running = new Set<Promise<void>>();
  readonly #next: Behaviour[] = [];
  readonly #rules: Rule[] = [];
  #otherwise: Behaviour = answer(204);

  constructor(authority: Authority, options: ReceiverOptions) {
    this.authority = authority;
    this.#options = options;
    // No idle connection is closed by itself: only the test ends connections.
    const settings = { keepAliveTimeout: 0, requestTimeout: 0 };
    this.#server = options.plain ? http.createServer(settings) : https.createServer(settings);
    this.#listener = new RestartableServer(this.#server);
    this.#server.on('request', (incoming: IncomingMessage, response: ServerResponse) => {
      const running = this.#receive(incoming, response).finally(() => this.#running.delete(running));
      this.#running.add(running);
    });
  }

  get port(): number {
    return this.#listener.port;
  }

  /** Without a path, as `https://127.0.0.1:1234`. */
  get url(): string {
    return `${this.#options.plain ? 'http' : 'https'}://127.0.0.1:${this.port}`;
  }

  /** A client that refused the certificate is a connection without a request. */
  get counts() {
    const { connections, sockets } = this.#listener;
    return { connections, open: sockets.size };
  }

  /** For the next requests, one each, before any rule. */
  next(...behaviours: Behaviour[]): void {
    this.#next.push(...behaviours);
  }

  /** For every request that matches; of several matching rules the latest applies. */
  when(applies: (request: ReceivedRequest) => boolean, behaviour: Behaviour): void {
    this.#rules.unshift({ applies, behaviour });
  }

  /** For every other request, instead of 204. */
  otherwise(behaviour: Behaviour): void {
    this.#otherwise = behaviour;
  }

  /** Waits until at least `count` requests arrived, incomplete ones included, and returns all of them. */
  async received(count: number, patience: WaitOptions = {}): Promise<ReceivedRequest[]> {
    const what = () => `${count} requests (there were ${this.requests.length})`;
    await until(() => this.requests.length >= count, { what, ...patience });
    return this.requests;
  }

  /** Stops: open connections are closed and new ones refused, until accept(). */
  async refuse(): Promise<void> {
    await this.#listener.close();
  }

  async accept(): Promise<void> {
    await this.#listener.open();
  }

  /** For later connections. `old-protocol` supports at most TLS 1.1. */
  async present(kind: CertificateKind | 'old-protocol'): Promise<void> {
    if (!(this.#server instanceof https.Server)) throw new Error('a plain receiver presents no certificate');
    const identity = await this.authority.identity(
      kind === 'old-protocol' ? 'valid' : kind,
      this.#options.names,
    );
    this.#server.setSecureContext(kind === 'old-protocol' ? { ...identity, ...OLD_PROTOCOL } : identity);
  }

  async close(): Promise<void> {
    await this.refuse();
    await Promise.all(this.#running);
  }

  async #receive(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { socket } = incoming;
    const over = new AbortController();
    response.once('close', () => over.abort());
    const request = await read(incoming, this.#options.clock ?? systemClock);
    this.requests.push(request);
    if (!request.complete) return;
    recordWebhook(request.headers, request.body);
    const exchange = { request, response, over: over.signal, reset: () => this.#reset(socket) };
    try {
      await this.#behaviourFor(request)(exchange);
    } catch (error) {
      // A client may leave early; any other error must fail the test.
      if (!over.signal.aborted || response.writableFinished) throw error;
    }
  }

  #behaviourFor(request: ReceivedRequest): Behaviour {
    const rule = () => this.#rules.find(({ applies }) => applies(request));
    return this.#next.shift() ?? rule()?.behaviour ?? this.#otherwise;
  }

  /** A TLS socket cannot be reset itself; the TCP socket beneath it can. */
  #reset(socket: Socket): void {
    for (const tcp of this.#listener.sockets) if (tcp.remotePort === socket.remotePort) reset(tcp);
  }
}

/** OpenSSL offers nothing older than TLS 1.2 unless its security level is 0. */
const OLD_PROTOCOL: SecureContextOptions = {
  minVersion: 'TLSv1',
  maxVersion: 'TLSv1.1',
  ciphers: 'DEFAULT@SECLEVEL=0',
};

export async function startReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const receiver = new Receiver(options.authority ?? (await createAuthority()), options);
  if (!options.plain) await receiver.present('valid');
  await receiver.accept();
  return receiver;
}
