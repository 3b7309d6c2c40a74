import net, { type Socket } from 'node:net';
import { type Address, Doorway, reset } from './doorway.ts';
import { carry, type Fault, FaultLine } from './fault-line.ts';

export type Direction = 'toTarget' | 'toClient';

export interface FaultProxyOptions {
  target: Address;
  /** Default 127.0.0.1 on a free port. `<folder>/.s.PGSQL.5432` serves PostgreSQL clients given that folder as host. */
  listen?: Address;
}

interface Link {
  client: Socket;
  target: Socket;
  ended: Promise<unknown>;
}

/** Stands between a client and a server and breaks the line between them, at any time and either way. */
export class FaultProxy {
  readonly toTarget = new FaultLine();
  readonly toClient = new FaultLine();
  readonly #links = new Set<Link>();
  readonly #doorway: Doorway;
  readonly #target: Address;

  constructor({ target, listen }: FaultProxyOptions) {
    this.#target = target;
    const server = net.createServer({ allowHalfOpen: true, noDelay: true }, (client) => this.#join(client));
    this.#doorway = new Doorway(server, listen);
  }

  /** Where clients connect. */
  get address(): Address {
    return this.#doorway.address;
  }

  /** 0 when listening on a Unix socket. */
  get port(): number {
    return this.#doorway.port;
  }

  get counts() {
    const { toTarget, toClient } = this;
    return {
      connections: this.#doorway.connections,
      open: this.#links.size,
      toTarget: { passed: toTarget.passed, dropped: toTarget.dropped },
      toClient: { passed: toClient.passed, dropped: toClient.dropped },
    };
  }

  /** Replaces the present fault, both ways or one way, for the connections of now and of later. */
  fault(fault: Fault, direction?: Direction): void {
    if (direction !== 'toClient') this.toTarget.fault = fault;
    if (direction !== 'toTarget') this.toClient.fault = fault;
  }

  /** Sockets stay up, nothing passes, not even their end. */
  halfOpen(): void {
    this.fault({ drop: true });
  }

  /** New connections are refused; those under way go on. */
  refuse(): void {
    this.#doorway.shut();
  }

  /** Ends every fault, and accepts again on the same address. */
  async heal(): Promise<void> {
    this.fault({});
    await this.#doorway.open();
  }

  /** Resets every connection under way. */
  reset(): void {
    for (const { client, target } of this.#links) {
      reset(client);
      reset(target);
    }
  }

  /** Closes every connection under way cleanly, as a server that stops would. */
  hangUp(): void {
    for (const { client, target } of this.#links) {
      client.destroySoon();
      target.destroySoon();
    }
  }

  async close(): Promise<void> {
    const links = [...this.#links];
    for (const { target } of links) target.destroy();
    await this.#doorway.close();
    await Promise.all(links.map((link) => link.ended));
  }

  #join(client: Socket): void {
    const over = new AbortController();
    const target = net.connect({ ...this.#target, allowHalfOpen: true, noDelay: true });
    target.on('error', () => {});
    const ended = Promise.all([
      carry({ from: client, to: target, line: this.toTarget, over: over.signal }),
      carry({ from: target, to: client, line: this.toClient, over: over.signal }),
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
