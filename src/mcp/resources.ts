import {
  type ListResourcesResult,
  type ListResourceTemplatesResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Server,
} from '@modelcontextprotocol/server';
import { findAlert, listAlerts } from '../alerts/alerts.ts';
import { isUuid } from '../lib/uuid.ts';
import { findPropertyReplicaFirst } from '../properties/lookup.ts';
import { chargeForResults } from '../service/charge-for-results.ts';
import type { MountedCall } from '../service/mount.ts';
import { Problem } from '../service/problem.ts';
import type { Services } from '../service/services.ts';
import { criteriaDocument } from './criteria-schema.ts';
import { describeRules, describeSent } from './describe-alert.ts';

const CRITERIA_URI = 'gable://criteria-schema';
const JSON_TYPE = 'application/json';
const COUNTED = { route: 'POST /mcp resources/read', routeType: 'read', channel: 'MCP' } as const;
/** The code of the protocol for a resource that does not exist. */
const RESOURCE_NOT_FOUND = -32_002;

const templates: ListResourceTemplatesResult = {
  resourceTemplates: [
    {
      uriTemplate: 'gable://properties/{id}',
      name: 'property',
      title: 'A property',
      description: 'Everything known of it, as JSON. Reading it costs one credit.',
      mimeType: JSON_TYPE,
    },
    {
      uriTemplate: 'gable://alerts/{id}',
      name: 'saved-search',
      title: 'A saved search',
      description: 'What an alert watches for and notifies of, in words and as JSON.',
      mimeType: JSON_TYPE,
    },
  ],
};

/** Properties, saved searches, and the schema of criteria, for clients that show or attach them. */
export function serveResources(server: Server, services: Services, call: MountedCall): void {
  server.setRequestHandler('resources/list', () => listResources(services, call.caller.accountId));
  server.setRequestHandler('resources/templates/list', () => templates);
  server.setRequestHandler('resources/read', async ({ params }) => readResource(services, call, params.uri));
}

/** The newest saved searches; there are too many properties to list. */
async function listResources({ db }: Services, accountId: string): Promise<ListResourcesResult> {
  const { rows } = await listAlerts(db, accountId, 1);
  return {
    resources: [
      {
        uri: CRITERIA_URI,
        name: 'criteria-schema',
        title: 'Criteria of searches and alerts',
        description: 'The JSON schema of a criteria tree, with all filters and values.',
        mimeType: 'application/schema+json',
      },
      ...rows.map(({ id, name }) => ({
        uri: `gable://alerts/${id}`,
        name: `saved-search-${id}`,
        title: name,
        mimeType: JSON_TYPE,
      })),
    ],
  };
}

async function readResource(services: Services, call: MountedCall, uri: string): Promise<ReadResourceResult> {
  if (uri === CRITERIA_URI) return contents(uri, criteriaDocument, 'application/schema+json');
  const [, kind, id = ''] = /^gable:\/\/(properties|alerts)\/([0-9A-Fa-f-]{36})$/.exec(uri) ?? [];
  const found = isUuid(id)
    ? await (kind === 'alerts' ? readAlert(services, call, id) : readProperty(services, call, id))
    : undefined;
  if (found === undefined) throw new ProtocolError(RESOURCE_NOT_FOUND, 'There is no such resource.');
  return contents(uri, found);
}

const contents = (uri: string, value: object, mimeType = JSON_TYPE): ReadResourceResult => ({
  contents: [{ uri, mimeType, text: JSON.stringify(value) }],
});

async function readAlert({ db, places }: Services, { caller }: MountedCall, id: string) {
  const alert = await findAlert(db, caller.accountId, id);
  if (alert === undefined) return undefined;
  const { name, enabled, criteria, rules } = alert;
  const watches = describeSent(criteria, await places.register());
  return { id: alert.id, name, enabled, watches, notifiesOf: describeRules(rules), criteria, rules };
}

async function readProperty(services: Services, call: MountedCall, id: string) {
  const found = await findPropertyReplicaFirst(services, id);
  if (found === undefined) return undefined;
  try {
    const { charged } = await chargeForResults(services.db, call.caller, 1);
    call.countAs(COUNTED, { results: 1, credits: charged });
  } catch (error) {
    if (error instanceof Problem) throw new ProtocolError(ProtocolErrorCode.InvalidRequest, error.message);
    throw error;
  }
  return found;
}
