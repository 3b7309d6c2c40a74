import { randomUUID } from 'node:crypto';
import { listActions, recordAction } from '../../src/audit/audit-log.ts';
import { sql } from '../../src/db/sql.ts';
import { addDestination, findDefaultDestination } from '../../src/delivery/destinations/destinations.ts';
import { createExport } from '../../src/exports/exports.ts';
import { EXAMPLE_VALUATION } from '../../src/valuation/valuation-request.ts';
import { createTestAlert, createTestAlertEvent } from '../support/alerts.ts';
import type { TestApi } from '../support/api.ts';
import type { TestRequest } from '../support/checked-call.ts';
import { createTestDestination, createTestNotification } from '../support/deliveries.ts';
import { testKeyring } from '../support/keyring.ts';
import { createTestFavorite, createTestProperty, type Owner } from '../support/owners.ts';

/** The parameters of a path, by name. */
export type Params = Record<string, string>;

/** How the isolation of a route is tested. */
export type Case =
  /** The same for all accounts: nothing in it belongs to one. */
  | { kind: 'shared'; asking?: Partial<TestRequest>; hidden?: RegExp }
  /** The path names a resource of an account: `make` creates it and returns the path's parameters. */
  | {
      kind: 'owned';
      make: (owner: Owner) => Promise<Params>;
      asking?: Partial<TestRequest>;
      query?: () => Promise<string>;
    }
  /** Lists resources of the account: `make` creates one more and returns its id. */
  | { kind: 'list'; make: (owner: Owner) => Promise<string> }
  /** Creates a resource of the account, which `list` shows. */
  | { kind: 'create'; asking: () => Promise<Partial<TestRequest>>; list: string };

/** By operation. A new route needs an entry here, or the isolation test fails. */
export function isolationCases({ db, clock, exports }: TestApi): Record<string, Case> {
  const favoriteId = async (owner: Owner) => (await createTestFavorite(db, clock, owner)).id;
  const favorite = async (owner: Owner) => ({ id: await favoriteId(owner) });
  const destinationId = async (owner: Owner) => (await createTestDestination(db, clock, owner)).id;
  const mailDestination = async ({ accountId }: Owner) => {
    const target = { url: null, email: `${randomUUID()}@customer.example`, isDefault: false };
    const added = await addDestination(db, { clock, keyring: testKeyring }, accountId, target);
    if (added.outcome !== 'added') throw new Error(added.outcome);
    return { id: added.destination.id };
  };
  const destination = async (owner: Owner) => ({ id: await destinationId(owner) });
  const notificationId = async (owner: Owner) => {
    if ((await findDefaultDestination(db, owner.accountId)) === undefined) await destinationId(owner);
    return createTestNotification(db, clock, owner);
  };
  const alertId = async (owner: Owner) => (await createTestAlert(db, clock, owner)).id;
  const alert = async (owner: Owner) => ({ id: await alertId(owner) });
  const alertEvent = (owner: Owner) => createTestAlertEvent(db, clock, owner);
  const auditEntryId = async ({ accountId, apiKey }: Owner) => {
    const actor = { accountId, apiKeyId: apiKey.apiKeyId };
    await recordAction(db, clock, actor, { action: 'createAlert', target: '/alerts' });
    const { rows } = await listActions(db, accountId, 1);
    return rows[0]?.auditEntryId ?? '';
  };
  const exportId = async ({ accountId }: Owner) => {
    const request = {
      accountId,
      apiKeyId: undefined,
      criteria: null,
      format: 'NDJSON',
      since: null,
    } as const;
    // An account has few unfinished ones.
    await db.rows(sql`update property_export set status = 'FAILED' where account_id = ${accountId}`);
    const made = await createExport(exports, request);
    if (made === undefined) throw new Error('too many exports');
    return made.id;
  };
  const notification = async (owner: Owner) => ({ id: await notificationId(owner) });
  return {
    autocompletePlaces: { kind: 'shared', asking: { path: '/geo/autocomplete?query=paris' } },
    getAdministrativeDivision: { kind: 'shared' },
    listDivisionAncestors: { kind: 'shared' },
    listDivisionDescendants: { kind: 'shared' },
    getDivisionGeometry: { kind: 'shared' },
    searchProperties: { kind: 'shared', asking: { body: {} } },
    countPropertyFacets: { kind: 'shared', asking: { body: {} } },
    clusterProperties: {
      kind: 'shared',
      asking: { body: { viewport: { west: -5, south: 41, east: 10, north: 51 }, zoom: 6 } },
    },
    explainCriteria: { kind: 'shared', asking: { body: { propertyId: randomUUID() } } },
    listChanges: { kind: 'shared', hidden: /"cursor":"[^"]+"/g },
    listAuditLog: { kind: 'list', make: auditEntryId },
    listExports: { kind: 'list', make: exportId },
    createExport: { kind: 'create', asking: async () => ({ body: {} }), list: '/exports' },
    getExport: { kind: 'owned', make: async (owner) => ({ id: await exportId(owner) }) },
    deleteExport: { kind: 'owned', make: async (owner) => ({ id: await exportId(owner) }) },
    parseSentence: { kind: 'shared', asking: { body: { text: 'T3 à Lyon' } } },
    getProperty: { kind: 'shared' },
    getProperties: { kind: 'shared', asking: { path: `/properties?ids=${randomUUID()}` } },
    resolvePropertyAddress: { kind: 'shared' },
    listSalesNearby: { kind: 'shared' },
    getPropertyLifeline: { kind: 'shared' },
    getPropertyValuation: { kind: 'shared' },
    getValuationAccuracy: { kind: 'shared' },
    valueHome: { kind: 'shared', asking: { body: EXAMPLE_VALUATION } },
    lookupPropertyByUrl: { kind: 'shared', asking: { body: { url: 'https://nowhere.example/1' } } },
    getPublisher: { kind: 'shared' },
    listSources: { kind: 'shared' },
    getSource: { kind: 'shared' },
    listSourceCategories: { kind: 'shared' },
    getSourceCategory: { kind: 'shared' },
    getListingAnalytics: { kind: 'shared' },
    listMarketPaces: { kind: 'shared' },
    exportListingAnalytics: { kind: 'shared' },
    getApiUsage: {
      kind: 'shared',
      asking: { path: '/account/api-usage?startDate=2020-01-01&endDate=2020-01-02' },
    },
    exportApiUsage: {
      kind: 'shared',
      asking: { path: '/account/api-usage/export?startDate=2020-01-01&endDate=2020-01-02' },
    },
    feedObservations: { kind: 'shared' },
    removeListing: { kind: 'shared' },
    getRemoval: { kind: 'shared' },
    listFeeds: { kind: 'shared' },
    createFeed: { kind: 'shared' },
    getFeed: { kind: 'shared' },
    deleteFeed: { kind: 'shared' },
    listFeedRuns: { kind: 'shared' },
    listDroppedMembers: { kind: 'shared' },
    listRejectedRecords: { kind: 'shared' },
    searchTransactions: { kind: 'shared', asking: { body: {} } },
    getTransaction: { kind: 'shared' },
    listFavoriteProperties: { kind: 'list', make: favoriteId },
    createFavoriteProperty: {
      kind: 'create',
      asking: async () => ({ body: { propertyId: await createTestProperty(db, clock) } }),
      list: '/favorite-properties',
    },
    listAlerts: { kind: 'list', make: alertId },
    createAlert: {
      kind: 'create',
      asking: async () => ({
        body: {
          name: 'mine',
          notificationDestination: { webhookUrl: `https://hooks.customer.example/${randomUUID()}` },
        },
      }),
      list: '/alerts',
    },
    getAlert: { kind: 'owned', make: alert },
    updateAlert: { kind: 'owned', make: alert, asking: { body: { name: 'renamed' } } },
    deleteAlert: { kind: 'owned', make: alert },
    forecastAlert: { kind: 'shared', asking: { body: {} } },
    rehearseAlert: { kind: 'owned', make: alert, asking: { body: {} } },
    explainAlert: {
      kind: 'owned',
      make: alert,
      query: async () => `?propertyId=${await createTestProperty(db, clock)}`,
    },
    listAlertEvents: {
      kind: 'owned',
      make: async (owner) => ({ alertId: (await alertEvent(owner)).alertId }),
    },
    getAlertEvent: { kind: 'owned', make: alertEvent },
    listEventDestinations: { kind: 'list', make: destinationId },
    createEventDestination: {
      kind: 'create',
      asking: async () => ({ body: { url: `https://hooks.customer.example/${randomUUID()}` } }),
      list: '/account/event-destinations',
    },
    getEventDestination: { kind: 'owned', make: destination },
    deleteEventDestination: { kind: 'owned', make: destination },
    listEventNotifications: { kind: 'list', make: notificationId },
    requestConfirmation: { kind: 'owned', make: mailDestination },
    testEventDestination: { kind: 'owned', make: destination, asking: { body: {} } },
    listDeliveryAttempts: { kind: 'owned', make: notification },
    replayEventNotification: { kind: 'owned', make: notification },
    replayEventNotifications: { kind: 'shared', asking: { body: { destination: randomUUID() } } },
    getEventNotification: { kind: 'owned', make: notification },
    getFavoriteProperty: { kind: 'owned', make: favorite },
    deleteFavoriteProperty: { kind: 'owned', make: favorite },
  };
}
