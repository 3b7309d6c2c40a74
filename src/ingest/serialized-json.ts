/**
 * A record as its JSON text. The text is what is stored; parsed values would stay in memory with their batch and be
 * serialized again.
 */
export class SerializedJson {
  readonly text: string;
  /** The feed format of the record; undefined for a pushed observation. */
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
