import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** As `Retry-After` of a refused query says. */
const RETRY_MS = 2_000;
const MAX_REFUSALS = 5;

const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH = /content-length: (\d+)/i;

/** A search as it is sent. */
const searchRequest = (key: string, format: string, body: string): Buffer =>
  Buffer.from(
    `POST /properties HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${key}\r\naccept: ${format}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );

/** All received bytes go through here: earlier ones are already counted. */
const headBuffer = Buffer.allocUnsafeSlow(256 * 1024);

/**
 * One kept-alive connection of a client that parses only the status and the length. Node's own client uses as much CPU as the
 * server for a response from memory, and on two cores one would measure half of each.
 */
export class LightConnection {
  readonly #socket: Socket;
  /** A head that arrives in parts. */
  #head: Buffer = Buffer.alloc(0);
  #size = 0;
  /** The length of the whole response, once its head has arrived. */
  #expected = Infinity;
  #status = 0;
  #done: (status: number) => void = () => {};
  #failed: (error: Error) => void = () => {};

  private constructor(port: number) {
    const callback = (length: number): boolean => {
      this.#receive(length);
      return true;
    };
    this.#socket = connect({ port, host: '127.0.0.1', onread: { buffer: headBuffer, callback } }).setNoDelay(
      true,
    );
    this.#socket.on('error', (error) => this.#failed(error));
    this.#socket.on('close', () => this.#failed(new Error('the connection was closed')));
  }

  static async open(port: number): Promise<LightConnection> {
    const connection = new LightConnection(port);
    await once(connection.#socket, 'connect');
    return connection;
  }

  /** Resolves once the whole response has arrived, with the number of refusals before it: beside heavy queries of others. */
  async request(key: string, format: string, body: string): Promise<number> {
    for (let refusals = 0; ; refusals += 1) {
      const status = await new Promise<number>((resolve, reject) => {
        this.#done = resolve;
        this.#failed = reject;
        this.#socket.write(searchRequest(key, format, body));
      });
      if (status === 200) return refusals;
      if (status !== 429 || refusals === MAX_REFUSALS) throw new Error(`answered ${status}: ${body}`);
      await pause(RETRY_MS);
    }
  }

  close(): void {
    this.#failed = () => {};
    this.#socket.destroy();
  }

  #receive(length: number): void {
    this.#size += length;
    if (this.#expected === Infinity) this.#readHead(headBuffer.subarray(0, length));
    if (this.#size < this.#expected) return;
    this.#size = 0;
    this.#expected = Infinity;
    this.#done(this.#status);
  }

  #readHead(part: Buffer): void {
    const bytes = this.#head.length === 0 ? part : Buffer.concat([this.#head, part]);
    const end = bytes.indexOf(HEAD_END);
    this.#head = end < 0 ? Buffer.from(bytes) : Buffer.alloc(0);
    if (end < 0) return;
    const head = bytes.toString('latin1', 0, end);
    this.#status = Number(head.slice(9, 12));
    this.#expected = end + HEAD_END.length + Number(LENGTH.exec(head)?.[1] ?? 0);
  }
}
