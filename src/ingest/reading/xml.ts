import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { BrokenFeed } from './broken-feed.ts';
import { Element } from './element.ts';
import { HTML_ENTITIES } from './html.ts';
import { MAX_NESTING_DEPTH, MAX_RECORD_CHARS } from './limits.ts';

/** Of one tag or text. OpenImmo embeds pictures as base 64. */
const MAX_TOKEN_CHARS = 16 * 1024 * 1024;
const MAX_ATTRIBUTES = 500;
const MAX_ELEMENTS = 20_000;
/** A file with more faults is not XML. */
const MAX_FAULTS = 1_000;

export interface XmlRecord {
  readonly element: Element;
  /** The line where the element begins. */
  readonly line: number;
  /** Why it is rejected: not well-formed, or too large. */
  readonly fault: string | undefined;
}

interface ElementSelection {
  /** Allowed names of the root element; any when undefined. */
  readonly root?: readonly string[];
  /** Names of the elements to read. */
  readonly elements: readonly string[];
}

/**
 * Reads the selected elements of an XML document, one at a time. A fault inside one rejects it, and reading
 * continues where the parser recovers. Documents that declare entities are rejected; external entities are never
 * fetched.
 */
export async function* readXmlRecords(
  text: AsyncIterable<string>,
  selection: ElementSelection,
): AsyncGenerator<XmlRecord> {
  const collector = new XmlRecordCollector(selection);
  for await (const chunk of text) {
    collector.write(chunk);
    yield* collector.found.splice(0);
  }
  collector.close();
  yield* collector.found.splice(0);
}

/** A noncharacter that XML allows. Replaces ampersands that begin no entity, the most common fault of real feeds. */
const AMPERSAND = '\ufdd0';
const BARE_AMPERSAND = /&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]\w{0,30});)/gi;
const MAX_ENTITY_CHARS = 33;

const restoreAmpersands = (text: string): string =>
  text.includes(AMPERSAND) ? text.replaceAll(AMPERSAND, '&') : text;

/** Where to split a chunk so that no entity is split. */
function cutBefore(chunk: string): number {
  const at = chunk.lastIndexOf('&');
  const open = at >= 0 && at >= chunk.length - MAX_ENTITY_CHARS && !chunk.includes(';', at);
  return open ? at : chunk.length;
}

const ABOUT_THE_ROOT = /root|^unmatched closing tag/;

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

class XmlRecordCollector {
  readonly found: XmlRecord[] = [];
  readonly #parser = new SaxesParser({ xmlns: false, position: true });
  readonly #selection: ElementSelection;
  /** The open elements, the selected one first. */
  #open: Element[] = [];
  #depth = 0;
  #line = 1;
  #fault: string | undefined;
  #textChars = 0;
  #elements = 0;
  #attributes = 0;
  #faults = 0;
  #tokenFrom = 0;
  #cut = '';
  /** A fault in the current tag, before its element is known. */
  #inTag: string | undefined;
  /** A fault closed the root early. Further faults about the root are ignored. */
  #rootless = false;

  constructor(selection: ElementSelection) {
    this.#selection = selection;
    // An eighth listener would put the parser object into dictionary mode, which is 7 times slower.
    const parser = this.#parser;
    Object.assign(parser.ENTITIES, HTML_ENTITIES);
    parser.on('doctype', (declaration) => this.#refuseEntities(declaration));
    parser.on('attribute', () => this.#countAttribute());
    parser.on('opentag', (tag) => this.#openTag(tag));
    parser.on('closetag', () => this.#closeTag());
    parser.on('text', (text) => this.#appendText(text));
    parser.on('cdata', (text) => this.#appendText(text));
    parser.on('error', (error) => this.#note(error.message.replace(/^\d+:\d+: /, '')));
  }

  write(text: string): void {
    const chunk = this.#cut + text;
    const end = cutBefore(chunk);
    this.#cut = chunk.slice(end);
    this.#parser.write(chunk.slice(0, end).replace(BARE_AMPERSAND, AMPERSAND));
    if (this.#parser.position - this.#tokenFrom > MAX_TOKEN_CHARS)
      throw new BrokenFeed('a text without end', this.#parser.line);
  }

  close(): void {
    this.#parser.write(this.#cut.replace(BARE_AMPERSAND, AMPERSAND));
    if (this.#depth > 0) throw new BrokenFeed('the file ends in the middle', this.#parser.line);
    this.#parser.close();
  }

  #refuseEntities(declaration: string): void {
    this.#token();
    if (declaration.includes('['))
      throw new BrokenFeed('the document declares entities of its own', this.#parser.line);
  }

  #countAttribute(): void {
    this.#attributes += 1;
    if (this.#attributes > MAX_ATTRIBUTES) throw new BrokenFeed('too many attributes', this.#parser.line);
  }

  #openTag({ name, attributes }: SaxesTagPlain): void {
    const fault = this.#inTag;
    this.#token();
    this.#attributes = 0;
    this.#depth += 1;
    const local = localName(name);
    if (this.#depth > MAX_NESTING_DEPTH) throw new BrokenFeed('elements nested too deep', this.#parser.line);
    if (this.#depth === 1 && this.#faults === 0) this.#checkRoot(local);
    const parent = this.#open.at(-1);
    if (parent === undefined && !this.#selection.elements.includes(local)) return;
    if (parent === undefined) this.#begin(fault);
    this.#elements += 1;
    if (this.#elements > MAX_ELEMENTS) this.#fault ??= `more than ${MAX_ELEMENTS} elements`;
    const element = new Element(local, attributesOf(attributes));
    if (this.#fault === undefined) parent?.children.push(element);
    this.#open.push(element);
  }

  #checkRoot(name: string): void {
    const { root } = this.#selection;
    if (root !== undefined && !root.includes(name))
      throw new BrokenFeed(`the root element is ${name}, not ${root.join(' or ')}`, this.#parser.line);
  }

  #begin(fault: string | undefined): void {
    this.#line = this.#parser.line;
    this.#fault = fault;
    this.#textChars = 0;
    this.#elements = 0;
  }

  #closeTag(): void {
    this.#token();
    this.#depth -= 1;
    if (this.#depth === 0 && this.#faults > 0) this.#rootless = true;
    const element = this.#open.pop();
    if (element !== undefined && this.#open.length === 0)
      this.found.push({ element, line: this.#line, fault: this.#fault });
  }

  /** A text longer than a record is an embedded picture and is skipped. */
  #appendText(text: string): void {
    this.#token();
    const element = this.#open.at(-1);
    if (element === undefined || text.length > MAX_RECORD_CHARS) return;
    this.#textChars += text.length;
    if (this.#textChars > MAX_RECORD_CHARS) this.#fault ??= `longer than ${MAX_RECORD_CHARS} characters`;
    if (this.#fault === undefined) element.text += restoreAmpersands(text);
  }

  #note(fault: string): void {
    if (this.#rootless && ABOUT_THE_ROOT.test(fault)) return;
    this.#faults += 1;
    const reason = `not well-formed XML: ${fault}`;
    if (this.#depth === 0 && this.#faults === 1) throw new BrokenFeed(reason, this.#parser.line);
    if (this.#faults > MAX_FAULTS) throw new BrokenFeed('too many faults to be XML', this.#parser.line);
    if (this.#open.length > 0) this.#fault ??= reason;
    else if (!this.#rootless) this.#inTag ??= reason;
  }

  #token(): void {
    this.#tokenFrom = this.#parser.position;
    this.#inTag = undefined;
  }
}

const attributesOf = (attributes: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [localName(name), restoreAmpersands(value)]),
  );
