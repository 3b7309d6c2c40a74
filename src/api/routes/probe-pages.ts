import { hash, timingSafeEqual } from 'node:crypto';
import type { Registry } from 'prom-client';
import { Problem } from '../../service/problem.ts';
import type { PageRoute } from '../page.ts';

const JSON_TYPE = 'application/json';

export interface Readiness {
  ready: boolean;
  /** The result of each check: 'ok' or a short reason. */
  checks: Record<string, string>;
}

export interface ProbeParts {
  readiness: () => Promise<Readiness>;
  /** The content of /metrics. */
  metrics: Pick<Registry, 'contentType' | 'metrics'>;
  metricsToken: string | undefined;
}

const healthSchema = {
  type: 'object',
  required: ['status'],
  properties: {
    status: { type: 'string', title: 'ProbeStatus', enum: ['ok', 'unavailable'] },
    checks: { type: 'object', additionalProperties: { type: 'string' } },
  },
  additionalProperties: false,
};

/** For load balancers and operators: no key, no limit, and no secrets. */
export function probePages(parts: ProbeParts): PageRoute[] {
  return [
    {
      path: '/health/live',
      access: 'probe',
      summary: 'Liveness probe',
      type: JSON_TYPE,
      statuses: [200],
      schema: healthSchema,
      show: () => ({ type: JSON_TYPE, body: JSON.stringify({ status: 'ok' }) }),
    },
    {
      path: '/health/ready',
      access: 'probe',
      summary: 'Readiness probe',
      type: JSON_TYPE,
      statuses: [200, 503],
      schema: healthSchema,
      async show() {
        const { ready, checks } = await parts.readiness();
        const body = JSON.stringify({ status: ready ? 'ok' : 'unavailable', checks });
        return { status: ready ? 200 : 503, type: JSON_TYPE, body };
      },
    },
    {
      path: '/metrics',
      access: 'probe',
      summary: 'Prometheus metrics',
      type: 'text/plain',
      statuses: [200],
      problems: ['unauthorized'],
      async show(_params, { headers }) {
        if (parts.metricsToken !== undefined && !isBearer(headers.authorization, parts.metricsToken)) {
          throw new Problem('unauthorized', 'Send METRICS_TOKEN as a bearer token.', {
            headers: { 'www-authenticate': 'Bearer' },
          });
        }
        return { type: parts.metrics.contentType, body: await parts.metrics.metrics() };
      },
    },
  ];
}

/** Digests have one length and are compared in constant time. */
const isBearer = (sent: string | undefined, token: string): boolean =>
  timingSafeEqual(hash('sha256', sent ?? '', 'buffer'), hash('sha256', `Bearer ${token}`, 'buffer'));
