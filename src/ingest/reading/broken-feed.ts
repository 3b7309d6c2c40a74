/** A feed that cannot be read any further. The line is where reading had come, when the reader knows it. */
export class BrokenFeed extends Error {
  readonly line: number | undefined;

  constructor(reason: string, line?: number) {
    super(reason);
    this.line = line;
  }
}
