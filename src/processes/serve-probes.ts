import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMetrics } from '../api/metrics.ts';
import type { PageRequest } from '../api/page.ts';
import { PROBLEM_JSON, problemBody, problemStatus } from '../api/render/problem.ts';
import { probePages } from '../api/routes/probe-pages.ts';
import type { JobHealth } from '../queue/job-health.ts';
import { Problem } from '../service/problem.ts';
import { toProblem } from '../service/to-problem.ts';
import { addAlertMetrics } from './alert-metrics.ts';
import { addDeliveryMetrics } from './delivery-metrics.ts';
import { addIngestMetrics } from './ingest-metrics.ts';
import { MasterKeyCheck } from './master-key-check.ts';
import { checkReadiness } from './readiness.ts';
import type { RunningServer, ServeParts } from './serve.ts';
import type { Settings } from './settings.ts';
import { addTracingMetrics } from './tracing-metrics.ts';
import { watchEventLoop } from './watch-event-loop.ts';

const probeCaller = ({ method = '', url = '', headers, socket }: IncomingMessage): PageRequest => ({
  method,
  url,
  headers,
  ip: socket.remoteAddress ?? '',
  socket,
});

type ProbedParts = Pick<ServeParts, 'log' | 'clock' | 'keyring' | 'tracer'> & {
  storage: Pick<ServeParts['storage'], 'db'>;
  health?: JobHealth | undefined;
};

/** A worker serves only /health and /metrics. */
export async function serveProbes(
  settings: Pick<Settings, 'HOST' | 'PORT' | 'METRICS_TOKEN'>,
  { storage: { db }, log, clock, keyring, health, tracer }: ProbedParts,
): Promise<RunningServer> {
  const masterKey = new MasterKeyCheck({ db, keyring, clock, log });
  const metrics = createMetrics();
  watchEventLoop(metrics.registry, log);
  addDeliveryMetrics(metrics.registry, db, clock);
  addAlertMetrics(metrics.registry, db, clock);
  addIngestMetrics(metrics.registry, db);
  addTracingMetrics(metrics.registry, tracer);
  const pages = probePages({
    readiness: () =>
      checkReadiness({
        db,
        failingJobs: () => health?.failing() ?? [],
        masterKeyFault: () => masterKey.fault(),
      }),
    metrics: metrics.registry,
    metricsToken: settings.METRICS_TOKEN,
  });
  const server = createServer(async (request, response) => {
    try {
      const page = pages.find(({ path }) => path === request.url?.split('?')[0]);
      if (page === undefined) throw new Problem('not-found', 'A worker answers /health and /metrics only.');
      const { status = 200, type, body } = await page.show({}, probeCaller(request));
      response.writeHead(status, { 'content-type': type }).end(body);
    } catch (error) {
      const problem = toProblem(error);
      response
        .writeHead(problemStatus(problem), { ...problem.headers, 'content-type': PROBLEM_JSON })
        .end(problemBody(problem, 'probe'));
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(settings.PORT, settings.HOST, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${settings.HOST}:${port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
