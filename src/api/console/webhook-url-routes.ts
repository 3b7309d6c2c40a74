import { Type } from 'typebox';
import { checkWebhookUrl } from '../../delivery/destinations/webhook-url.ts';
import { namedId } from '../../lib/ids.ts';
import { listedResource } from '../resource.ts';
import { type Route, readOne } from '../route.ts';
import { consoleRouteBase } from './action-route.ts';

const MAX_URL_CHARS = 4_096;

const urlCheck = listedResource(
  'WebhookUrlCheck',
  Type.Object(
    {
      id: Type.String({ format: 'uuid' }),
      fault: Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description: 'Why it is refused, as the end of a sentence; null when it is accepted.',
      }),
    },
    { additionalProperties: false, description: 'Whether a URL may be a webhook.' },
  ),
);

/** The check of a form while it is filled in, by the rule that also decides when it is sent. */
export const webhookUrlRoutes: Route[] = [
  readOne({
    ...consoleRouteBase,
    path: '/console/api/webhook-url-check',
    operationId: 'checkWebhookUrl',
    tag: 'Destinations',
    summary: 'Check the URL of a webhook',
    query: Type.Object(
      { url: Type.String({ minLength: 1, maxLength: MAX_URL_CHARS }) },
      { additionalProperties: false },
    ),
    resource: urlCheck,
    async find({ query, delivery }) {
      const checked = checkWebhookUrl(query.url, delivery);
      return { id: namedId('webhook url', query.url), fault: checked.ok ? null : checked.fault };
    },
  }),
];
