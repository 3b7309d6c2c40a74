import { Registry } from 'prom-client';
import type { ExportService } from '../../exports/exports.ts';
import { API_OPTIONS, openApiDocument } from '../openapi/document.ts';
import type { PageRoute } from '../page.ts';
import { openApiPage } from '../reference.ts';
import { type EmailParts, emailPages } from './email-pages.ts';
import { exportFilePage } from './export-file.ts';
import { llmsPage } from './llms-page.ts';
import { type ProbeParts, probePages } from './probe-pages.ts';
import { problemPage } from './problem-pages.ts';
import { observationSchemaPage } from './schema-pages.ts';
import { routes } from './table.ts';
import { welcomePage } from './welcome-page.ts';

type PageParts = ProbeParts & EmailParts & { exports: ExportService };

/** In the order of the document. */
const listPages = (parts: PageParts & DocumentParts): PageRoute[] => [
  welcomePage(parts.baseUrl),
  problemPage,
  llmsPage,
  observationSchemaPage,
  ...emailPages(parts),
  exportFilePage(parts.exports),
  ...probePages(parts),
];

/** The pages of a serving process: welcome, problems, probes, files of exports and the OpenAPI document. */
export function servicePages(parts: PageParts & DocumentParts): PageRoute[] {
  const shown = listPages(parts);
  const server = { url: parts.baseUrl ?? '/', description: 'The service that serves this document.' };
  return [...shown, openApiPage(() => describePages(shown, server))];
}

interface DocumentParts {
  /** The URL of the API for customers, where it is known. */
  baseUrl?: string | undefined;
}

/** Of the checked-in document, which no service serves. */
const LOCAL_SERVER = { url: 'http://localhost:8080', description: 'A service started with `npm start`.' };

/** The document alone, for the checked-in copy and for tests: it does not depend on what the pages show. */
export function apiDescription(): object {
  const readiness = async () => ({ ready: false, checks: {} });
  // Not called: the document does not depend on what the pages show.
  const uncalled = {} as EmailParts & { exports: ExportService };
  const probes = { readiness, metrics: new Registry(), metricsToken: undefined };
  return describePages(listPages({ ...uncalled, ...probes }), LOCAL_SERVER);
}

/** The document describes its own path too. */
const describePages = (pages: PageRoute[], server: object): object =>
  openApiDocument(routes, [...pages, openApiPage(() => ({}))], { ...API_OPTIONS, servers: [server] });
