import { PAGE_SIZE, type RowPage } from '../../lib/page.ts';
import type { Identified, Resource, ResourceObject } from '../resource.ts';

/**
 * The JSON:API document of one flat resource. Links are references relative to the base URL. A resource without a path
 * of its own links to the request that it answers.
 */
export function singleDocument<Flat extends Identified>(
  resource: Resource<Flat>,
  flat: Flat,
  requestPath: string,
): object {
  const { resource: data, included } = resource.toJsonApi(flat);
  const links = { self: resource.self?.(flat.id, flat) ?? requestPath };
  if (resource.included === undefined) return { data, links };
  return { data, links, included: unique(included) };
}

/** The document of several resources, with its own meta. */
export function resourceListDocument<Flat extends Identified>(
  resource: Resource<Flat>,
  rows: readonly Flat[],
  { meta, self }: { meta: object; self: string },
): object {
  const rendered = rows.map((flat) => resource.toJsonApi(flat));
  return {
    data: rendered.map((row) => row.resource),
    meta,
    links: { self },
    included: unique(rendered.flatMap((row) => row.included)),
  };
}

interface PageLinkContext {
  path: string;
  query: string;
  page: number;
  /** Entries per page; 0 asks for the count alone. */
  size?: number;
}

export function collectionDocument<Flat extends Identified>(
  resource: Resource<Flat>,
  page: RowPage<Flat>,
  context: PageLinkContext,
): object {
  const { size = PAGE_SIZE } = context;
  const rendered = page.rows.map((flat) => resource.toJsonApi(flat));
  return {
    data: rendered.map((row) => row.resource),
    meta: { totalItems: page.total, itemsPerPage: size, currentPage: context.page },
    links: pageLinks({ ...context, size }, page.total),
    ...(resource.included === undefined ? {} : { included: unique(rendered.flatMap((row) => row.included)) }),
  };
}

/** `prev` and `next` are left out where there is none. */
function pageLinks(context: Required<PageLinkContext>, total: number): object {
  const last = context.size === 0 ? 1 : Math.max(1, Math.ceil(total / context.size));
  const rest = context.query
    .split('&')
    .filter((pair) => pair !== '' && decodeURIComponent(pair.split('=', 1)[0] ?? '') !== 'page')
    .join('&');
  const link = (page: number): string => `${context.path}?${rest === '' ? '' : `${rest}&`}page=${page}`;
  return {
    self: link(context.page),
    first: link(1),
    ...(context.page > 1 ? { prev: link(Math.min(context.page - 1, last)) } : {}),
    ...(context.page < last ? { next: link(context.page + 1) } : {}),
    last: link(last),
  };
}

/** A document holds each (type, id) once. */
function unique(objects: ResourceObject[]): ResourceObject[] {
  const byReference = new Map(objects.map((object) => [`${object.type} ${object.id}`, object]));
  return [...byReference.values()];
}
