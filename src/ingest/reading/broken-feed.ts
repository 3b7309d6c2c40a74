/** A feed that cannot be read any further, with the current line when the reader knows it. */
export class BrokenFeed extends Error {
  readonly line: number | undefined;

  constructor(reason: string, line?: number) {
    super(reason);
    this.line = line;
  }
}
