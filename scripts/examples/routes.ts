import { apiDescription } from '../../src/api/routes/pages.ts';

interface Document {
  paths: Record<string, Record<string, { operationId: string }>>;
}

export const DOCUMENT = JSON.parse(JSON.stringify(apiDescription())) as Document;

/** Every operation of the document, pages included. */
export const API_ROUTES = Object.entries(DOCUMENT.paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([method, { operationId }]) => ({
    operationId,
    method: method.toUpperCase(),
    path,
  })),
);
