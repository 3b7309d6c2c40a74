/**
 * A record that came as JSON, as it was written. Its text is what will be kept; the values read from it would live as long as their batch,
 * to be written again in the end.
 */
export class SerializedJson {
  readonly text: string;
  /** The feed format that understands the record; undefined for an observation that was pushed. */
  readonly format: string | undefined;

  constructor(text: string, format?: string) {
    this.text = text;
    this.format = format;
  }

  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

export const serializeJson = (value: unknown, format?: string): SerializedJson =>
  new SerializedJson(value instanceof SerializedJson ? value.text : JSON.stringify(value), format);
