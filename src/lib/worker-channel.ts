/** The end of a line to another thread: a MessagePort, or the Worker itself. */
interface ChannelPort {
  postMessage(value: unknown): void;
  on(event: 'message', hear: (message: ChannelMessage) => void): unknown;
}

type ChannelMessage =
  | { readonly kind: string; readonly given: unknown; readonly question?: number }
  | { readonly answered: number; readonly value?: unknown; readonly failed?: unknown };

/** By kind, what is done with what the other side says; what it gives back is the answer. */
export type ChannelHandlers = Readonly<Record<string, (given: never) => unknown>>;

interface PendingRequest {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** A line between two threads: each may tell the other something, or ask and wait. What is said arrives in the order it was said. */
export class WorkerChannel {
  readonly #port: ChannelPort;
  readonly #handlers: ChannelHandlers;
  readonly #pending = new Map<number, PendingRequest>();
  #lastRequestId = 0;
  #closedBy: Error | undefined;

  constructor(end: ChannelPort, answers: ChannelHandlers) {
    this.#port = end;
    this.#handlers = answers;
    end.on('message', (message) => void this.#receive(message));
  }

  tell(kind: string, given?: unknown): void {
    this.#port.postMessage({ kind, given });
  }

  ask<Answer>(kind: string, given?: unknown): Promise<Answer> {
    if (this.#closedBy !== undefined) return Promise.reject(this.#closedBy);
    this.#lastRequestId += 1;
    const question = this.#lastRequestId;
    return new Promise((resolve, reject) => {
      this.#pending.set(question, { resolve: resolve as (value: unknown) => void, reject });
      this.#port.postMessage({ kind, given, question });
    });
  }

  /** The other side is gone: nobody waits for it any longer. */
  close(reason: Error): void {
    this.#closedBy = reason;
    for (const { reject } of this.#pending.values()) reject(reason);
    this.#pending.clear();
  }

  async #receive(message: ChannelMessage): Promise<void> {
    if ('answered' in message) return this.#resolve(message);
    const { kind, given, question } = message;
    const said = await this.#handle(kind, given);
    if (question !== undefined) this.#port.postMessage({ answered: question, ...said });
    // Nobody waits for an answer that could tell of it.
    else if ('failed' in said) throw said.failed;
  }

  async #handle(kind: string, given: unknown): Promise<{ value: unknown } | { failed: unknown }> {
    try {
      const answer = this.#handlers[kind];
      if (answer === undefined) throw new Error(`nobody answers to "${kind}"`);
      return { value: await answer(given as never) };
    } catch (failed) {
      return { failed };
    }
  }

  #resolve({ answered, value, failed }: Extract<ChannelMessage, { answered: number }>): void {
    const waiting = this.#pending.get(answered);
    this.#pending.delete(answered);
    if (failed === undefined) waiting?.resolve(value);
    else waiting?.reject(failed);
  }
}
