/** The end of a line to another thread: a MessagePort, or the Worker itself. */
interface End {
  postMessage(value: unknown): void;
  on(event: 'message', hear: (message: Message) => void): unknown;
}

type Message =
  | { readonly kind: string; readonly given: unknown; readonly question?: number }
  | { readonly answered: number; readonly value?: unknown; readonly failed?: unknown };

/** By kind, what is done with what the other side says; what it gives back is the answer. */
export type Answers = Readonly<Record<string, (given: never) => unknown>>;

interface Waiting {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** A line between two threads: each may tell the other something, or ask and wait. What is said arrives in the order it was said. */
export class ThreadLine {
  readonly #end: End;
  readonly #answers: Answers;
  readonly #waiting = new Map<number, Waiting>();
  #questions = 0;
  #cut: Error | undefined;

  constructor(end: End, answers: Answers) {
    this.#end = end;
    this.#answers = answers;
    end.on('message', (message) => void this.#hear(message));
  }

  tell(kind: string, given?: unknown): void {
    this.#end.postMessage({ kind, given });
  }

  ask<Answer>(kind: string, given?: unknown): Promise<Answer> {
    if (this.#cut !== undefined) return Promise.reject(this.#cut);
    this.#questions += 1;
    const question = this.#questions;
    return new Promise((resolve, reject) => {
      this.#waiting.set(question, { resolve: resolve as (value: unknown) => void, reject });
      this.#end.postMessage({ kind, given, question });
    });
  }

  /** The other side is gone: nobody waits for it any longer. */
  cut(reason: Error): void {
    this.#cut = reason;
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
  }

  async #hear(message: Message): Promise<void> {
    if ('answered' in message) return this.#settle(message);
    const { kind, given, question } = message;
    const said = await this.#said(kind, given);
    if (question !== undefined) this.#end.postMessage({ answered: question, ...said });
    // Nobody waits for an answer that could tell of it.
    else if ('failed' in said) throw said.failed;
  }

  async #said(kind: string, given: unknown): Promise<{ value: unknown } | { failed: unknown }> {
    try {
      const answer = this.#answers[kind];
      if (answer === undefined) throw new Error(`nobody answers to "${kind}"`);
      return { value: await answer(given as never) };
    } catch (failed) {
      return { failed };
    }
  }

  #settle({ answered, value, failed }: Extract<Message, { answered: number }>): void {
    const waiting = this.#waiting.get(answered);
    this.#waiting.delete(answered);
    if (failed === undefined) waiting?.resolve(value);
    else waiting?.reject(failed);
  }
}
