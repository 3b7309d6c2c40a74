/** A MessagePort, or a Worker itself. */
interface ChannelPort {
  postMessage(value: unknown): void;
  on(event: 'message', listener: (message: ChannelMessage) => void): unknown;
}

type ChannelMessage =
  | { readonly kind: string; readonly given: unknown; readonly requestId?: number }
  | { readonly replyTo: number; readonly value?: unknown; readonly failed?: unknown };

/** Handlers by the kind of message; the result of a handler is the reply to a call. */
export type ChannelHandlers = Readonly<Record<string, (given: never) => unknown>>;

interface PendingRequest {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** A channel between two threads. Each side can send messages and call the other; messages arrive in their order. */
export class WorkerChannel {
  readonly #port: ChannelPort;
  readonly #handlers: ChannelHandlers;
  readonly #pending = new Map<number, PendingRequest>();
  #lastRequestId = 0;
  #closedBy: Error | undefined;

  constructor(port: ChannelPort, handlers: ChannelHandlers) {
    this.#port = port;
    this.#handlers = handlers;
    port.on('message', (message) => void this.#receive(message));
  }

  send(kind: string, given?: unknown): void {
    this.#port.postMessage({ kind, given });
  }

  call<Reply>(kind: string, given?: unknown): Promise<Reply> {
    if (this.#closedBy !== undefined) return Promise.reject(this.#closedBy);
    this.#lastRequestId += 1;
    const requestId = this.#lastRequestId;
    return new Promise((resolve, reject) => {
      this.#pending.set(requestId, { resolve: resolve as (value: unknown) => void, reject });
      this.#port.postMessage({ kind, given, requestId });
    });
  }

  /** Rejects all pending calls: the other side is gone. */
  close(reason: Error): void {
    this.#closedBy = reason;
    for (const { reject } of this.#pending.values()) reject(reason);
    this.#pending.clear();
  }

  async #receive(message: ChannelMessage): Promise<void> {
    if ('replyTo' in message) return this.#resolve(message);
    const { kind, given, requestId } = message;
    const outcome = await this.#handle(kind, given);
    if (requestId !== undefined) this.#port.postMessage({ replyTo: requestId, ...outcome });
    // A sent message has no reply that could carry the error.
    else if ('failed' in outcome) throw outcome.failed;
  }

  async #handle(kind: string, given: unknown): Promise<{ value: unknown } | { failed: unknown }> {
    try {
      const handler = this.#handlers[kind];
      if (handler === undefined) throw new Error(`there is no handler for "${kind}"`);
      return { value: await handler(given as never) };
    } catch (failed) {
      return { failed };
    }
  }

  #resolve({ replyTo, value, failed }: Extract<ChannelMessage, { replyTo: number }>): void {
    const pending = this.#pending.get(replyTo);
    this.#pending.delete(replyTo);
    if (failed === undefined) pending?.resolve(value);
    else pending?.reject(failed);
  }
}
