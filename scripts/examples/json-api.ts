import { FLAT_JSON, JSON_API } from '../../src/api/negotiate.ts';
import { collectionDocument, singleDocument } from '../../src/api/render/json-api.ts';
import type { Identified } from '../../src/api/resource.ts';
import type { ResponseShape, Route } from '../../src/api/route.ts';
import { routes } from '../../src/api/routes/table.ts';
import type { ExampleFile } from './merge.ts';

/** Where no test asked for JSON:API: the flat answer, rendered as the server does. */
export function addJsonApi(file: ExampleFile): void {
  for (const route of routes) {
    for (const answer of route.answers) {
      const byType = file.operations[route.operationId]?.responses?.[answer.status];
      const flat = byType?.[FLAT_JSON];
      if (byType === undefined || flat === undefined || byType[JSON_API] !== undefined) continue;
      const document = renderJsonApi(route, answer, flat);
      if (document !== undefined) byType[JSON_API] = document;
    }
  }
}

function renderJsonApi(
  { path }: Route,
  { resource, many, document }: ResponseShape,
  flat: unknown,
): object | undefined {
  // An alert names its destination differently in flat JSON, and a search has a document of its own.
  if (resource === undefined || resource.toFlat !== undefined || document !== undefined) return undefined;
  if (!many) return singleDocument(resource, flat as Identified, path);
  const rows = flat as Identified[];
  return collectionDocument(resource, { rows, total: rows.length }, { path, query: '', page: 1 });
}
