/** Passes run at the same time. The output of each is printed in one piece, in the order in which they were added. */
export class OrderedOutput {
  readonly #print: (text: string) => void;
  readonly #parts: { held: string[]; ended: boolean }[] = [];

  constructor(print: (text: string) => void) {
    this.#print = print;
  }

  add(): { write(text: string): void; end(): void } {
    const part = { held: [] as string[], ended: false };
    this.#parts.push(part);
    return {
      write: (text) => {
        part.held.push(text);
        this.#flush();
      },
      end: () => {
        part.ended = true;
        this.#flush();
      },
    };
  }

  #flush(): void {
    for (;;) {
      const [first] = this.#parts;
      if (first === undefined) return;
      for (const text of first.held.splice(0)) this.#print(text);
      if (!first.ended) return;
      this.#parts.shift();
    }
  }
}
