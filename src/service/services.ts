import type { Analytics } from '../analytics/analytics.ts';
import type { ChangeStreams } from '../changes/changes.ts';
import type { Database } from '../db/sql.ts';
import type { DeliveryContext } from '../delivery/destinations/webhook-url.ts';
import type { ExportService } from '../exports/exports.ts';
import type { PlaceService } from '../geo/place-service.ts';
import type { Pipeline } from '../ingest/pipeline.ts';
import type { Clock } from '../lib/clock.ts';
import type { SearchContext } from '../properties/search.ts';
import type { QueryLimiter } from './query-limiter.ts';

/** The services that routes and tools call domain functions with. */
export interface Services {
  db: Database;
  /** A replica within its lag bound, else the database itself. Never for what the caller has just written. */
  reads: Database;
  clock: Clock;
  places: PlaceService;
  /** Takes observations in. */
  pipeline: Pipeline;
  delivery: DeliveryContext;
  /** The search engine and its settings. */
  searching: SearchContext;
  analytics: Analytics;
  /** The change stream. */
  changes: ChangeStreams;
  exports: ExportService;
  /** Bounds concurrent queries. */
  queries: QueryLimiter;
}

/** The category under which a call is metered. */
export type RouteType = 'search' | 'read' | 'analytics' | 'alerts' | 'geo' | 'account' | 'mcp' | 'other';
