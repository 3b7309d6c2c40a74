import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { readHeader, type TestResponse } from './test-response.ts';

interface DescribedResponse {
  $ref?: string;
  headers?: Record<string, { schema: { type: string }; required?: boolean }>;
  content?: Record<string, unknown>;
}

interface Description {
  paths: Record<string, Record<string, { responses: Record<string, DescribedResponse> }>>;
  components: { responses: Record<string, DescribedResponse> };
}

/** Types whose parameters are part of the contract: JSON:API forbids a charset, and ours has none. */
const BARE = new Set(['application/vnd.api+json', 'application/problem+json']);

const step = (name: string): string => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));

function withoutRequired(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutRequired);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(([name, value]) => name !== 'required' || !Array.isArray(value));
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutRequired(value)]));
}

/** Checks responses against an OpenAPI document: path, method, status, headers, type and body must all be described. */
export class OpenApiValidator {
  readonly #description: Description;
  // Most schemas are compiled for a few answers: without a pass over the code that takes 0.8 s in all, not 1.4. The
  // linter validates the document itself.
  readonly #ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    meta: false,
    validateSchema: false,
    code: { optimize: false },
  });
  readonly #compiled = new Map<string, ValidateFunction>();
  /** Members that `fields` leaves out are absent, also those that the schema requires. */
  #isSparse = false;
  #hasSparse = false;
  readonly #pathPatterns: { path: string; pattern: RegExp }[];

  constructor(description: object) {
    this.#description = description as Description;
    addFormats.default(this.#ajv);
    this.#ajv.addSchema({ $id: 'openapi', ...description });
    this.#pathPatterns = Object.keys(this.#description.paths)
      .toSorted((one, other) => one.split('{').length - other.split('{').length)
      .map((path) => ({ path, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/?]+')}(\\?|$)`) }));
  }

  /** The described path of a target. */
  matchPath(target: string): string | undefined {
    return this.#pathPatterns.find(({ pattern }) => pattern.test(target))?.path;
  }

  assertResponse(method: string, target: string, answered: TestResponse): void {
    const path = this.matchPath(target);
    assert.ok(path !== undefined, `${target} is described`);
    // HEAD answers as GET does, without the body.
    const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
    const operation = this.#description.paths[path]?.[verb];
    assert.ok(operation !== undefined, `${method} ${path} is described`);
    const response = operation.responses[answered.status];
    assert.ok(
      response !== undefined,
      `${method} ${path} is described with ${answered.status}: ${answered.text}`,
    );
    const place = `/paths/${step(path)}/${verb}/responses/${answered.status}`;
    this.#isSparse = target.includes('?') && target.includes('fields');
    this.#assertDescribed(response, place, answered, method === 'HEAD');
  }

  /** A response for an unknown path or method, or before routing. */
  assertOutsideResponse(answered: TestResponse): void {
    const name = `Problem${answered.status}`;
    const response = this.#description.components.responses[name];
    assert.ok(response !== undefined, `${answered.status} is described: ${answered.text}`);
    this.#assertDescribed(response, `/components/responses/${name}`, answered, answered.text === '');
  }

  #assertDescribed(found: DescribedResponse, at: string, answered: TestResponse, bodyless: boolean): void {
    const place = found.$ref?.slice(1) ?? at;
    const response =
      found.$ref === undefined
        ? found
        : (this.#description.components.responses[found.$ref.split('/').at(-1) ?? ''] ?? {});
    for (const [name, { schema, required }] of Object.entries(response.headers ?? {})) {
      const value = readHeader(answered, name);
      if (required === false && value === undefined) continue;
      assert.ok(value !== undefined, `${name} is sent with ${answered.status}`);
      if (schema.type === 'integer') assert.match(value, /^\d+$/, name);
    }
    if (response.content === undefined || bodyless) {
      assert.equal(answered.text, '');
      return;
    }
    this.#assertBody(response.content, place, answered);
  }

  #assertBody(content: Record<string, unknown>, place: string, answered: TestResponse): void {
    const sent = readHeader(answered, 'content-type') ?? '';
    const type = sent.split(';')[0] ?? '';
    assert.ok(type in content, `"${sent}" is described with ${answered.status} at ${place}`);
    if (BARE.has(type)) assert.equal(sent, type);
    const pointer = `${place}/content/${step(type)}/schema`;
    const validate = this.#validator(pointer);
    const value = answered.body === undefined ? answered.text : answered.body;
    assert.ok(validate(value), `${pointer}: ${this.#ajv.errorsText(validate.errors)}\n${answered.text}`);
  }

  #validator(pointer: string): ValidateFunction {
    const key = `${this.#isSparse} ${pointer}`;
    const known = this.#compiled.get(key);
    if (known !== undefined) return known;
    const validate = this.#ajv.compile({
      $ref: `${this.#isSparse ? this.#sparseName() : 'openapi'}#${pointer}`,
    });
    this.#compiled.set(key, validate);
    return validate;
  }
  /** Few tests ask for some members only. */
  #sparseName(): string {
    if (!this.#hasSparse)
      this.#ajv.addSchema({ $id: 'sparse', ...(withoutRequired(this.#description) as object) });
    this.#hasSparse = true;
    return 'sparse';
  }
}
