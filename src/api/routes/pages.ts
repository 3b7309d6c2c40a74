import { Registry } from 'prom-client';
import type { ExportService } from '../../exports/exports.ts';
import { openApiDocument } from '../openapi/document.ts';
import type { PageRoute } from '../page.ts';
import { openApiPage } from '../reference.ts';
import { type EmailParts, emailPages } from './email-pages.ts';
import { exportFilePage } from './export-file.ts';
import { llmsPage } from './llms-page.ts';
import { type ProbeParts, probePages } from './probe-pages.ts';
import { problemPage } from './problem-pages.ts';
import { routes } from './table.ts';

/** The pages of a serving process: problems, probes and the OpenAPI document. */
export function servicePages(parts: ProbeParts & EmailParts): PageRoute[] {
  const shown = [problemPage, llmsPage, ...emailPages(parts), ...probePages(parts)];
  return [...shown, openApiPage(describePages(shown))];
}

/** The document alone, for the checked-in copy and for tests: it does not depend on what the pages show. */
export function apiDescription(): object {
  const readiness = async () => ({ ready: false, checks: {} });
  const probes = probePages({ readiness, metrics: new Registry(), metricsToken: undefined });
  // Not called: the document does not depend on what the pages show.
  const exported = exportFilePage({} as ExportService);
  return describePages([problemPage, llmsPage, ...emailPages({} as EmailParts), exported, ...probes]);
}

/** The document describes its own path too. */
const describePages = (pages: PageRoute[]): object => openApiDocument(routes, [...pages, openApiPage({})]);
