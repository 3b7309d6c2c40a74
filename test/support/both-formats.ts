import assert from 'node:assert/strict';
import type { TestApi } from './api.ts';
import { flattenJsonApi } from './json-api-referee.ts';

interface Model {
  type: string;
  links?: unknown;
  relationshipNames?: unknown;
}

/** What JSON:API adds to the facts of a resource. */
const stripJsonApi = (model: unknown, flat: unknown): unknown => {
  const { type: _, links: __, relationshipNames: ___, ...rest } = model as Model;
  return Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [
      name,
      related(value, (flat as Record<string, unknown> | undefined)?.[name]),
    ]),
  );
};

interface Related {
  id: string;
  url?: string | null;
  email?: string;
}

/** For a JSON:API relationship flat JSON has a path that ends with its id, or the URL it stands for. */
function related(value: unknown, flat: unknown): unknown {
  if (typeof flat !== 'string' || typeof value !== 'object' || value === null) return value;
  const { id, url, email } = value as Related;
  return flat.endsWith(`/${id}`) || flat === (url ?? `mailto:${email}`) ? flat : value;
}

/** Reads a path in both formats, asserts that the facts are equal, and returns them. */
export async function readBoth<Facts>(api: TestApi, path: string, key?: string): Promise<Facts> {
  const asking = { path, ...(key === undefined ? {} : { key }) };
  const flat = await api.call({ ...asking, accept: 'application/json' });
  const jsonApi = await api.call({ ...asking, accept: 'application/vnd.api+json' });
  assert.deepEqual([flat.status, jsonApi.status], [200, 200], path);
  const models = flattenJsonApi(jsonApi.body);
  const shown = Array.isArray(models)
    ? models.map((model, at) => stripJsonApi(model, (flat.body as unknown[])[at]))
    : stripJsonApi(models, flat.body);
  assert.deepEqual(shown, flat.body, path);
  return flat.body as Facts;
}

export interface CollectionDocument {
  data: { id: string; type: string; links: { self: string } }[];
  meta: { totalItems: number; itemsPerPage: number; currentPage: number };
  links: { self: string; first: string; prev?: string; next?: string; last: string };
}

/** Follows `next` from the first page to the last and returns the pages. */
export async function fetchAllPages(api: TestApi, path: string): Promise<CollectionDocument[]> {
  const pages: CollectionDocument[] = [];
  for (let next: string | undefined = path; next !== undefined; next = pages.at(-1)?.links.next) {
    const answered = await api.call({ path: next });
    assert.equal(answered.status, 200, next);
    pages.push(answered.body as CollectionDocument);
  }
  return pages;
}
