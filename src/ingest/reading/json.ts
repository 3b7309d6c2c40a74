import { BrokenFeed } from './broken-feed.ts';
import { type JsonObject, NOT_AN_OBJECT, parseJsonObject } from './json-object.ts';
import { MAX_NESTING_DEPTH, MAX_RECORD_CHARS } from './limits.ts';

export interface ParsedJsonRecord {
  /** Undefined when there is a fault. */
  readonly value: JsonObject | undefined;
  readonly fault: string | undefined;
  /** The line where the record begins. */
  readonly line: number;
  /** The members of the enclosing document that precede the list of records. */
  readonly envelope: JsonObject;
}

/**
 * Reads the records of a JSON document of any size, one at a time: the entries of the outermost array, those of the
 * outermost object's array under one of the given names, or else the outermost objects themselves. Only quotes and
 * brackets are scanned, so that an invalid object loses only itself.
 */
export async function* scanJsonRecords(
  text: AsyncIterable<string>,
  under: readonly string[],
): AsyncGenerator<ParsedJsonRecord> {
  const splitter = new JsonRecordSplitter(under);
  for await (const chunk of text) {
    splitter.write(chunk);
    yield* splitter.found.splice(0);
  }
  splitter.close();
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const LINE_FEED = 0x0a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const SPACE = 0x20;
/** White space, record separators of JSON text sequences, and the byte order mark. */
const isBlank = (code: number): boolean => code <= SPACE || code === 0xfeff;
const MAX_NAME_CHARS = 50;

/** The next quote, backslash or line feed within a string, or the last character of the chunk. */
function endOfPlainText(chunk: string, from: number): number {
  let at = from;
  for (; at < chunk.length - 1; at += 1) {
    const code = chunk.charCodeAt(at);
    if (code === QUOTE || code === BACKSLASH || code === LINE_FEED) break;
  }
  return at;
}

/**
 * - outside: between outermost values
 * - document: in an outermost object that may be a record itself
 * - list: between the entries of the list of records
 * - record: in one of them
 * - afterwards: in the members of the outermost object after that list
 */
type SplitterState = 'outside' | 'document' | 'list' | 'record' | 'afterwards';

class JsonRecordSplitter {
  readonly found: ParsedJsonRecord[] = [];
  readonly #under: readonly string[];
  #state: SplitterState = 'outside';
  #depth = 0;
  /** Depth of the entries of the list. */
  #base = 0;
  #inText = false;
  #escaped = false;
  #line = 1;
  #buffer = '';
  #bufferLine = 1;
  #fault: string | undefined;
  #envelope: JsonObject = {};
  /** The last string directly inside the outermost object, and the last that a colon followed. */
  #text = '';
  #name = '';
  #strayed = false;

  constructor(under: readonly string[]) {
    this.#under = under;
  }

  write(chunk: string): void {
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      if (this.#inText && !this.#escaped && this.#depth > 1) at = endOfPlainText(chunk, at);
      const code = chunk.charCodeAt(at);
      if (code === LINE_FEED) this.#line += 1;
      const before = this.#state;
      if (this.#inText) this.#read(code);
      else if (code === QUOTE) this.#openText();
      else if (code === OPEN_BRACE || code === OPEN_BRACKET) this.#open(code);
      else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) this.#close();
      else if (!isBlank(code)) this.#mark(code);
      if (this.#state === before) continue;
      if (before === 'document' || before === 'record') this.#end(chunk.slice(from, at + 1));
      from = this.#state === 'document' || this.#state === 'record' ? at : at + 1;
    }
    if (this.#state === 'document' || this.#state === 'record') this.#append(chunk.slice(from));
  }

  close(): void {
    if (this.#depth > 0) throw new BrokenFeed('the file ends in the middle', this.#line);
  }

  #read(code: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (code === BACKSLASH) this.#escaped = true;
    else if (code === QUOTE) this.#inText = false;
    else if (this.#depth === 1 && this.#text.length < MAX_NAME_CHARS) this.#text += String.fromCharCode(code);
  }

  #openText(): void {
    this.#inText = true;
    this.#text = '';
    if (this.#state === 'outside') throw new BrokenFeed('not JSON', this.#line);
    if (this.#state === 'list') this.#stray();
  }

  #open(code: number): void {
    const isList = code === OPEN_BRACKET;
    this.#depth += 1;
    if (this.#state === 'outside' && isList) this.#enterList();
    else if (this.#state === 'outside') this.#begin('document');
    else if (this.#state === 'list') this.#begin('record');
    else if (isList && this.#depth === 2 && this.#state !== 'record' && this.#under.includes(this.#name))
      this.#enterList();
    if (this.#depth - this.#base > MAX_NESTING_DEPTH)
      this.#fault ??= `nested deeper than ${MAX_NESTING_DEPTH}`;
  }

  #close(): void {
    this.#depth -= 1;
    if (this.#depth < 0) throw new BrokenFeed('not JSON', this.#line);
    if (this.#state === 'record' && this.#depth === this.#base) this.#state = 'list';
    else if (this.#state === 'list') this.#state = this.#depth === 0 ? 'outside' : 'afterwards';
    else if (this.#depth === 0) this.#state = 'outside';
  }

  #mark(code: number): void {
    if (this.#state === 'outside' && code !== COMMA) throw new BrokenFeed('not JSON', this.#line);
    if (this.#state === 'list' && code !== COMMA) this.#stray();
    if (this.#state === 'list' && code === COMMA) this.#strayed = false;
    if (this.#depth !== 1) return;
    if (code === COLON) this.#name = this.#text;
    if (code === COMMA) this.#name = '';
  }

  #begin(state: 'document' | 'record'): void {
    this.#state = state;
    this.#buffer = '';
    this.#bufferLine = this.#line;
    this.#fault = undefined;
    if (state === 'document') this.#base = 0;
  }

  #enterList(): void {
    this.#base = this.#depth;
    this.#state = 'list';
  }

  /** Reports a scalar where an object should be, once. */
  #stray(): void {
    if (!this.#strayed) this.#emit({ value: undefined, fault: NOT_AN_OBJECT, line: this.#line });
    this.#strayed = true;
  }

  #append(part: string): void {
    if (this.#buffer.length + part.length > MAX_RECORD_CHARS)
      this.#fault ??= `longer than ${MAX_RECORD_CHARS} characters`;
    this.#buffer = this.#fault === undefined ? this.#buffer + part : '';
  }

  /** A document with a list of records is their envelope. */
  #end(last: string): void {
    this.#append(last);
    const isEnvelope = this.#state === 'list' && this.#base === 2 && last.endsWith('[');
    const read =
      this.#fault === undefined
        ? parseJsonObject(isEnvelope ? `${this.#buffer}]}` : this.#buffer)
        : { fault: this.#fault };
    this.#buffer = '';
    if (isEnvelope) this.#envelope = 'value' in read ? read.value : {};
    else this.#emit({ value: undefined, fault: undefined, ...read, line: this.#bufferLine });
  }

  #emit(found: Omit<ParsedJsonRecord, 'envelope'>): void {
    this.found.push({ ...found, envelope: this.#envelope });
  }
}
