/**
 * A record that came as JSON, as it was written. Its text is what will be kept; the values read from it would live as long as their batch,
 * to be written again in the end.
 */
export class WrittenJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

export const writtenJson = (value: unknown): WrittenJson =>
  value instanceof WrittenJson ? value : new WrittenJson(JSON.stringify(value));
