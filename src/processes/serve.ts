import type { AddressInfo } from 'node:net';
import { createAuthenticator } from '../accounts/authenticate.ts';
import { LastUsed } from '../accounts/last-used.ts';
import { RequestRate } from '../accounts/request-rate.ts';
import { Analytics } from '../analytics/analytics.ts';
import { consolePages } from '../api/console/files.ts';
import { browsersOf, consoleParts } from '../api/console/parts.ts';
import { consoleApiPages, consoleRoutes } from '../api/console/table.ts';
import { createMetrics } from '../api/metrics.ts';
import type { Page } from '../api/page.ts';
import { addReference } from '../api/reference.ts';
import { servicePages } from '../api/routes/pages.ts';
import { routes } from '../api/routes/table.ts';
import { createServer } from '../api/server.ts';
import type { Keyring } from '../delivery/keys/keyring.ts';
import { createPlaces } from '../geo/places.ts';
import type { Clock } from '../lib/clock.ts';
import type { AccessLog, Log } from '../lib/log.ts';
import { onceAMinute } from '../lib/once.ts';
import { createSearching } from '../properties/search.ts';
import { UsageMeter } from '../usage/meter.ts';
import type { Engine } from '../warehouse/engine.ts';
import { serviceMcp } from './assistants.ts';
import { CONSOLE_FILES, consoleSettings, type SignInSettings } from './console-settings.ts';
import { addDeliveryMetrics } from './delivery-metrics.ts';
import { servicePipeline } from './ingesting.ts';
import { readiness } from './readiness.ts';
import { openSearchMemory } from './search-memory.ts';
import type { Settings } from './settings.ts';
import type { Storage } from './storage.ts';
import { outboundPolicy } from './way-out.ts';

export interface Running {
  /** The address it listens on, for people. */
  address: string;
  stop(): Promise<void>;
}

/** The longest a stop waits for requests that are being answered; the process is gone within 35 s of SIGTERM. */
const FINISH_MS = 30_000;
const IDLE_SWEEP_MS = 100;

export type ServeSettings = Pick<
  Settings,
  | 'HOST'
  | 'PORT'
  | 'TRUSTED_PROXIES'
  | 'METRICS_TOKEN'
  | 'OUTBOUND_LOOPBACK'
  | 'DATA_DIR'
  | 'SEARCH_MEMORY_MB'
> &
  SignInSettings;

interface Told {
  log: Log;
  access: AccessLog;
  clock: Clock;
  keyring: Keyring;
  /** Pages beside the usual ones. */
  pages?: readonly Page[] | undefined;
  engine: Engine;
}

/** The API of one process over an open database. */
export async function serve(
  settings: ServeSettings,
  storage: Storage,
  { log, access, clock, keyring, engine, pages: more }: Told,
): Promise<Running> {
  const { db } = storage;
  const failing = onceAMinute(log);
  const usage = new UsageMeter(db, failing('usage could not be written yet'));
  const lastUsed = new LastUsed(db, failing('times of last use could not be written'));
  const rate = new RequestRate(db);
  const places = createPlaces(db, failing('changed divisions could not be read yet'));
  const metrics = createMetrics();
  const memory = openSearchMemory(settings, storage, { places, log, clock, metrics: metrics.registry });
  addDeliveryMetrics(metrics.registry, db, clock);
  const pages = servicePages({
    db,
    clock,
    keyring,
    readiness: () => readiness(db, memory?.checks()),
    metrics: metrics.registry,
    metricsToken: settings.METRICS_TOKEN,
  });
  const signingIn = consoleParts({ db, clock, log }, consoleSettings(settings));
  const services = {
    db,
    clock,
    log,
    pipeline: servicePipeline(db, clock, places),
    delivery: { keyring, policy: outboundPolicy(settings) },
    places,
    analytics: new Analytics(db, engine),
    searching: createSearching(db, clock, places, memory?.engine),
  };
  const app = createServer({
    ...services,
    access,
    usage,
    lastUsed,
    metrics,
    rate,
    mounts: [serviceMcp(services, settings)],
    authenticator: createAuthenticator(db),
    routes: [...routes, ...consoleRoutes(signingIn)],
    pages: [...pages, ...consoleApiPages(signingIn), ...consolePages(CONSOLE_FILES), ...(more ?? [])],
    browsers: browsersOf(signingIn),
    trustedProxies: settings.TRUSTED_PROXIES,
  });
  addReference(app);
  await app.listen({ host: settings.HOST, port: settings.PORT });
  return {
    address: shownAddress(app.server.address() as AddressInfo),
    async stop() {
      const deadline = setTimeout(() => app.server.closeAllConnections(), FINISH_MS);
      // A connection that was busy when closing began is kept alive by its client: it is idle once it has its answer.
      const sweep = setInterval(() => app.server.closeIdleConnections(), IDLE_SWEEP_MS);
      await app.close();
      clearTimeout(deadline);
      clearInterval(sweep);
      await memory?.stop();
      await Promise.all([usage.flush(), lastUsed.flush(), rate.close()]);
    },
  };
}

const shownAddress = ({ address, port, family }: AddressInfo): string => {
  const local = address === '127.0.0.1' || address === '::1' || address === '0.0.0.0' || address === '::';
  return `http://${local ? 'localhost' : family === 'IPv6' ? `[${address}]` : address}:${port}`;
};
