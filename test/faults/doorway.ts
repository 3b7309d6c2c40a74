import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';

/** Where a server listens or a client connects: TCP, or a Unix socket. */
export type Address = { host: string; port: number } | { path: string };

/** A server that can be shut and opened again on the same address, and that leaves no socket behind. */
export class Doorway {
  readonly sockets = new Set<Socket>();
  readonly #server: Server;
  #address: Address;
  #connections = 0;

  constructor(server: Server, address: Address = { host: '127.0.0.1', port: 0 }) {
    this.#server = server;
    this.#address = address;
    server.on('connection', (socket: Socket) => {
      this.#connections += 1;
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
      // A reset is what the kit is for; left unheard it would end the process.
      socket.on('error', () => {});
    });
  }

  get address(): Address {
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

  /** New connections are refused (on a Unix socket: its file is gone); those under way stay. */
  shut(): void {
    if (this.#server.listening) this.#server.close();
  }

  async close(): Promise<void> {
    this.shut();
    const gone = [...this.sockets].map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    for (const socket of this.sockets) socket.destroy();
    await Promise.all(gone);
  }
}

/** An abrupt end: RST on TCP. A Unix socket knows none and is closed, which its peer reads as the end. */
export function reset(socket: Socket): void {
  if (socket.destroyed) return;
  if (socket.remotePort === undefined) socket.destroy();
  else socket.resetAndDestroy();
}
