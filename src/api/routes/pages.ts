import { Registry } from 'prom-client';
import { openApiDocument } from '../openapi/document.ts';
import type { PageRoute } from '../page.ts';
import { openApiPage } from '../reference.ts';
import { type EmailParts, emailPages } from './email-pages.ts';
import { type ProbeParts, probePages } from './probe-pages.ts';
import { problemPage } from './problem-pages.ts';
import { routes } from './table.ts';

/** The pages of a serving process: problems, probes, and the description of the API they stand in. */
export function servicePages(parts: ProbeParts & EmailParts): PageRoute[] {
  const shown = [problemPage, ...emailPages(parts), ...probePages(parts)];
  return [...shown, openApiPage(describePages(shown))];
}

/** The description alone, for the checked-in copy and for tests: what the pages would show does not matter to it. */
export function apiDescription(): object {
  const readiness = async () => ({ ready: false, checks: {} });
  const probes = probePages({ readiness, metrics: new Registry(), metricsToken: undefined });
  // What the pages would do does not matter to their description.
  return describePages([problemPage, ...emailPages({} as EmailParts), ...probes]);
}

/** The description describes its own address too. */
const describePages = (pages: PageRoute[]): object => openApiDocument(routes, [...pages, openApiPage({})]);
