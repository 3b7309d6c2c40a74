/** An XML element of a feed, held in memory. */
export class Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[] = [];
  text = '';

  constructor(name: string, attributes: Readonly<Record<string, string>>) {
    this.name = name;
    this.attributes = attributes;
  }

  /** The first element on a path of names: `geo/plz`. */
  at(path: string): Element | undefined {
    return path
      .split('/')
      .reduce<Element | undefined>(
        (element, name) => element?.children.find((child) => child.name === name),
        this,
      );
  }

  /** Every element on a path of names. */
  all(path: string): Element[] {
    return path
      .split('/')
      .reduce<Element[]>(
        (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
        [this],
      );
  }

  /** The text of the first child or grandchild with that name and a text. */
  findText(name: string): string | undefined {
    const inside = this.children.flatMap((child) => [child, ...child.children]);
    const text = inside.find((child) => child.name === name && child.text.trim() !== '')?.text.trim();
    return text;
  }

  /** The trimmed text on a path; undefined when empty. */
  textAt(path: string): string | undefined {
    const text = this.at(path)?.text.trim();
    return text === '' ? undefined : text;
  }

  /** The value of an attribute on a path. */
  attributeAt(path: string, attribute: string): string | undefined {
    const element = path === '' ? this : this.at(path);
    const value = element?.attributes[attribute]?.trim();
    return value === '' ? undefined : value;
  }

  /** Rebuilds an element from its `raw` form; undefined when it has another name or is no element. */
  static fromRaw(raw: unknown, name: string): Element | undefined {
    const element = isRaw(raw) ? buildElement(raw) : undefined;
    return element?.name === name ? element : undefined;
  }

  /** The element as JSON, to be stored. */
  raw(): unknown {
    const text = this.text.trim();
    return {
      name: this.name,
      ...(Object.keys(this.attributes).length > 0 && { attributes: { ...this.attributes } }),
      ...(text !== '' && { text }),
      ...(this.children.length > 0 && { children: this.children.map((child) => child.raw()) }),
    };
  }
}

interface RawElement {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly text?: string;
  readonly children?: readonly RawElement[];
}

const isRaw = (raw: unknown): raw is RawElement =>
  typeof raw === 'object' && raw !== null && 'name' in raw && typeof raw.name === 'string';

function buildElement({ name, attributes = {}, text = '', children = [] }: RawElement): Element {
  const element = new Element(name, attributes);
  element.text = text;
  element.children.push(...children.filter(isRaw).map(buildElement));
  return element;
}
