import type { Node } from '../../catalogue/nodes.ts';
import { findClosestWord } from '../../lib/closest-word.ts';
import { isObject } from '../../lib/is-object.ts';
import { payloadSchema } from '../payload.ts';

/** Where a value comes from: a column or a JSON pointer, several of them as a list, or a constant. */
export interface MappedField {
  readonly from?: string | readonly string[];
  /** A constant of every record. */
  readonly value?: string | number | boolean;
  /** Their words and ours. A word that is not in the table is read as it stands. */
  readonly values?: Readonly<Record<string, string | number | boolean>>;
  /** The separator of a list in one cell. */
  readonly split?: string;
}

/** How a foreign file becomes observations. */
export interface FeedMapping {
  readonly format: 'csv' | 'json';
  /** Of a CSV file; found in its first line when absent. */
  readonly separator?: string;
  /** The member of a JSON document that lists the records; the outermost list when absent. */
  readonly records?: string;
  readonly url?: MappedField;
  /** The key of a record without a URL. */
  readonly key?: MappedField;
  /** Records with one of these values are no longer advertised. */
  readonly expired?: { readonly from: string; readonly in: readonly string[] };
  /** Our path ← their column or pointer. */
  readonly fields: ReadonlyMap<string, MappedField>;
  /** Columns that are left out knowingly, and not reported. */
  readonly ignore: ReadonlySet<string>;
}

export type ParsedMapping = { mapping: FeedMapping } | { faults: string[] };

type Json = Readonly<Record<string, unknown>>;

const isScalar = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string');

/** The paths of a payload that a mapping may name. */
export const payloadPaths: readonly string[] = [...listPaths(payloadSchema, ''), 'location.coordinates'];

function listPaths(node: Node, path: string): string[] {
  if (node.kind !== 'object') return [path];
  const own = path === '' ? [] : [path];
  return [
    ...own,
    ...Object.entries(node.members).flatMap(([name, member]) =>
      listPaths(member, path === '' ? name : `${path}.${name}`),
    ),
  ];
}

const MEMBERS = ['format', 'separator', 'records', 'url', 'key', 'expired', 'fields', 'ignore'];
const FIELD_MEMBERS = ['from', 'value', 'values', 'split'];

/** Parses a mapping file, or reports all its faults with their paths. */
export function parseMapping(json: unknown): ParsedMapping {
  if (!isObject(json)) return { faults: ['the mapping is not a JSON object'] };
  const faults: string[] = [];
  const reading = new MappingReader(faults);
  const mapping = reading.read(json);
  return faults.length > 0 ? { faults } : { mapping };
}

class MappingReader {
  readonly #faults: string[];
  constructor(faults: string[]) {
    this.#faults = faults;
  }

  read(json: Json): FeedMapping {
    this.#unknown(json, MEMBERS, '');
    const { format, separator, records, url, key, expired, fields, ignore } = json;
    if (format !== 'csv' && format !== 'json') this.#faults.push('format: "csv" or "json" is needed');
    if (url === undefined && key === undefined)
      this.#faults.push('url: needed, or key where the file has no URLs');
    if (!isObject(fields) || Object.keys(fields).length === 0)
      this.#faults.push('fields: an object of our paths and their columns is needed');
    return {
      format: format === 'json' ? 'json' : 'csv',
      ...this.#text('separator', separator),
      ...this.#text('records', records),
      ...(url === undefined ? {} : { url: this.#field('url', url) }),
      ...(key === undefined ? {} : { key: this.#field('key', key) }),
      ...(expired === undefined ? {} : { expired: this.#expired(expired) }),
      fields: new Map(
        Object.entries(isObject(fields) ? fields : {}).map(([path, field]) => {
          this.#path(path);
          return [path, this.#field(`fields.${path}`, field)];
        }),
      ),
      ignore: new Set(this.#ignored(ignore)),
    };
  }

  #text(name: 'separator' | 'records', value: unknown): { separator?: string; records?: string } {
    if (value === undefined) return {};
    if (typeof value === 'string' && value !== '') return { [name]: value };
    this.#faults.push(`${name}: a text is needed`);
    return {};
  }

  #ignored(value: unknown): string[] {
    if (value === undefined) return [];
    if (isTexts(value)) return value;
    this.#faults.push('ignore: a list of columns is needed');
    return [];
  }

  #path(path: string): void {
    if (payloadPaths.includes(path)) return;
    const close = findClosestWord(path, payloadPaths);
    this.#faults.push(`fields.${path}: no such path${close === undefined ? '' : `; did you mean ${close}?`}`);
  }

  #field(path: string, json: unknown): MappedField {
    if (typeof json === 'string' || isTexts(json)) return { from: json };
    if (!isObject(json)) {
      this.#faults.push(`${path}: a column, a JSON pointer or an object with "from" is needed`);
      return {};
    }
    this.#unknown(json, FIELD_MEMBERS, `${path}.`);
    const { from, value, values, split } = json;
    if ((from === undefined) === (value === undefined))
      this.#faults.push(`${path}: either "from" or "value" is needed`);
    if (from !== undefined && typeof from !== 'string' && !isTexts(from))
      this.#faults.push(`${path}.from: a column or a list of columns is needed`);
    if (value !== undefined && !isScalar(value)) this.#faults.push(`${path}.value: a plain value is needed`);
    if (values !== undefined && !(isObject(values) && Object.values(values).every(isScalar)))
      this.#faults.push(`${path}.values: an object of plain values is needed`);
    if (split !== undefined && (typeof split !== 'string' || split === ''))
      this.#faults.push(`${path}.split: a text is needed`);
    return json as MappedField;
  }

  #expired(json: unknown): NonNullable<FeedMapping['expired']> {
    if (isObject(json) && typeof json['from'] === 'string' && isTexts(json['in']))
      return { from: json['from'], in: json['in'] };
    this.#faults.push('expired: {"from": column, "in": [values]} is needed');
    return { from: '', in: [] };
  }

  #unknown(json: Json, known: readonly string[], path: string): void {
    for (const name of Object.keys(json))
      if (!known.includes(name)) this.#faults.push(`${path}${name}: no such member`);
  }
}
