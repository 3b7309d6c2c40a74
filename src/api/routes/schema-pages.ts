import { observationSchema } from '../../ingest/observation-schema.ts';
import type { PageRoute } from '../page.ts';

const TYPE = 'application/schema+json';

/** The schema of what a source sends, for editors and validators. */
export const observationSchemaPage: PageRoute = {
  path: '/schemas/observation.json',
  access: 'open',
  summary: 'The JSON schema of an observation',
  type: TYPE,
  statuses: [200],
  schema: { type: 'object' },
  show: () => ({ type: TYPE, body: JSON.stringify(observationSchema(), null, 2) }),
};
