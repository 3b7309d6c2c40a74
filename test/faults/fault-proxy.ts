import net, { type Socket } from 'node:net';
import { type Fault, FaultDirection, forwardBytes } from './fault-direction.ts';
import { type Endpoint, RestartableServer, reset } from './restartable-server.ts';

export type Direction = 'toTarget' | 'toClient';

export interface FaultProxyOptions {
  target: Endpoint;
  /** Default 127.0.0.1 on a free port. `<folder>/.s.PGSQL.5432` serves PostgreSQL clients given that folder as host. */
  listen?: Endpoint;
}

interface Link {
  client: Socket;
  target: Socket;
  ended: Promise<unknown>;
}

/** A proxy between a client and a server that breaks connections, at any time and in either direction. */
export class FaultProxy {
  readonly toTarget = new FaultDirection();
  readonly toClient = new FaultDirection();
  readonly #links = new Set<Link>();
  readonly #server: RestartableServer;
  readonly #target: Endpoint;

  constructor({ target, listen }: FaultProxyOptions) {
    this.#target = target;
    const server = net.createServer({ allowHalfOpen: true, noDelay: true }, (client) => this.#join(client));
    this.#server = new RestartableServer(server, listen);
  }

  /** Where clients connect. */
  get address(): Endpoint {
    return this.#server.address;
  }

  /** 0 when listening on a Unix socket. */
  get port(): number {
    return this.#server.port;
  }

  get counts() {
    const { toTarget, toClient } = this;
    return {
      connections: this.#server.connections,
      open: this.#links.size,
      toTarget: { passed: toTarget.passed, dropped: toTarget.dropped },
      toClient: { passed: toClient.passed, dropped: toClient.dropped },
    };
  }

  /** Replaces the current fault, in both directions or one, for present and later connections. */
  fault(fault: Fault, direction?: Direction): void {
    if (direction !== 'toClient') this.toTarget.fault = fault;
    if (direction !== 'toTarget') this.toClient.fault = fault;
  }

  /** Sockets stay open, nothing passes, not even their end. */
  halfOpen(): void {
    this.fault({ drop: true });
  }

  /** New connections are refused; open ones continue. */
  refuse(): void {
    this.#server.stopListening();
  }

  /** Ends every fault, and accepts again on the same endpoint. */
  async heal(): Promise<void> {
    this.fault({});
    await this.#server.open();
  }

  /** Resets every open connection. */
  reset(): void {
    for (const { client, target } of this.#links) {
      reset(client);
      reset(target);
    }
  }

  /** Closes every open connection cleanly, as a server that stops would. */
  hangUp(): void {
    for (const { client, target } of this.#links) {
      client.destroySoon();
      target.destroySoon();
    }
  }

  async close(): Promise<void> {
    const links = [...this.#links];
    for (const { target } of links) target.destroy();
    await this.#server.close();
    await Promise.all(links.map((link) => link.ended));
  }

  #join(client: Socket): void {
    const over = new AbortController();
    const target = net.connect({ ...this.#target, allowHalfOpen: true, noDelay: true });
    target.on('error', () => {});
    const ended = Promise.all([
      forwardBytes({ from: client, to: target, direction: this.toTarget, over: over.signal }),
      forwardBytes({ from: target, to: client, direction: this.toClient, over: over.signal }),
    ]);
    const link = { client, target, ended };
    this.#links.add(link);
    const closed = () => {
      if (!client.closed || !target.closed) return;
      over.abort();
      this.#links.delete(link);
    };
    client.on('close', closed);
    target.on('close', closed);
  }
}

export async function startFaultProxy(options: FaultProxyOptions): Promise<FaultProxy> {
  const proxy = new FaultProxy(options);
  await proxy.heal();
  return proxy;
}
