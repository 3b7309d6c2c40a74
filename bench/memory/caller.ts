// A thread that calls the API as a client would: the questions one after another over one kept-alive connection, then over several.
import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

export interface Calling {
  port: number;
  key: string;
  accept: string;
  bodies: readonly string[];
  callers: number;
  /** Rounds with all callers at once. */
  rounds: number;
}

export interface Called {
  times: number[];
  aSecond: number;
}

const { port, key, accept, bodies, callers, rounds } = workerData as Calling;
const HEAD_END = Buffer.from('\r\n\r\n');

/** One connection, one question at a time. Plain sockets: the machine's cores are for the service, and Node's own client takes as long as it. */
class Caller {
  readonly #socket = connect(port, '127.0.0.1').setNoDelay(true);
  #pieces: Buffer[] = [];
  #missing: number | undefined;
  #answered: ((status: string) => void) | undefined;
  #status = '';

  constructor() {
    this.#socket.on('data', (bytes) => this.#take(bytes));
  }

  async ask(body: string): Promise<void> {
    const answered = new Promise<string>((resolve, reject) => {
      this.#answered = resolve;
      this.#socket.once('error', reject);
    });
    this.#socket.write(
      `POST /properties HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${key}\r\naccept: ${accept}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    const status = await answered;
    this.#socket.removeAllListeners('error');
    if (status !== '200') throw new Error(`answered ${status}: ${body}`);
  }

  end = (): void => void this.#socket.destroy();

  #take(bytes: Buffer): void {
    if (this.#missing === undefined) this.#readHead(bytes);
    else this.#missing -= bytes.length;
    if (this.#missing !== 0) return;
    this.#missing = undefined;
    this.#answered?.(this.#status);
  }

  #readHead(bytes: Buffer): void {
    this.#pieces.push(bytes);
    const all = Buffer.concat(this.#pieces);
    const end = all.indexOf(HEAD_END);
    if (end < 0) return;
    this.#pieces = [];
    const head = all.toString('latin1', 0, end);
    this.#status = head.slice(9, 12);
    this.#missing = Number(/content-length: (\d+)/i.exec(head)?.[1]) - (all.length - end - HEAD_END.length);
  }
}

const connections = Array.from({ length: callers }, () => new Caller());
const [first] = connections as [Caller];
const ask = (body: string): Promise<void> => first.ask(body);

for (const body of bodies) await ask(body);
const times: number[] = [];
for (const body of bodies) {
  const began = performance.now();
  await ask(body);
  times.push(performance.now() - began);
}
const left = Array.from({ length: rounds }, () => bodies).flat();
const count = left.length;
const began = performance.now();
await Promise.all(
  connections.map(async (caller) => {
    for (let body = left.pop(); body !== undefined; body = left.pop()) await caller.ask(body);
  }),
);
const called: Called = { times, aSecond: (count / (performance.now() - began)) * 1_000 };
for (const caller of connections) caller.end();
parentPort?.postMessage(called);
