import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';

/** Where a server listens or a client connects: TCP, or a Unix socket. */
export type Endpoint = { host: string; port: number } | { path: string };

/** A server that can be stopped and started again on the same endpoint, and that leaves no socket open. */
export class RestartableServer {
  readonly sockets = new Set<Socket>();
  readonly #server: Server;
  #address: Endpoint;
  #connections = 0;

  constructor(server: Server, address: Endpoint = { host: '127.0.0.1', port: 0 }) {
    this.#server = server;
    this.#address = address;
    server.on('connection', (socket: Socket) => {
      this.#connections += 1;
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
      // Resets are intended; without a listener the error would end the process.
      socket.on('error', () => {});
    });
  }

  get address(): Endpoint {
    return this.#address;
  }

  get port(): number {
    return 'port' in this.#address ? this.#address.port : 0;
  }

  /** Connections accepted since the start. */
  get connections(): number {
    return this.#connections;
  }

  async open(): Promise<void> {
    if (this.#server.listening) return;
    this.#server.listen(this.#address);
    await once(this.#server, 'listening');
    if ('port' in this.#address) {
      this.#address = { host: this.#address.host, port: (this.#server.address() as AddressInfo).port };
    }
  }

  /** New connections are refused (on a Unix socket: its file is deleted); open ones stay. */
  stopListening(): void {
    if (this.#server.listening) this.#server.close();
  }

  async close(): Promise<void> {
    this.stopListening();
    const closed = [...this.sockets].map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    for (const socket of this.sockets) socket.destroy();
    await Promise.all(closed);
  }
}

/** An abrupt end: RST on TCP. A Unix socket has none and is closed, which its peer reads as the end. */
export function reset(socket: Socket): void {
  if (socket.destroyed) return;
  if (socket.remotePort === undefined) socket.destroy();
  else socket.resetAndDestroy();
}
