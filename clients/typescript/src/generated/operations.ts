// Written by `npm run generate` from openapi.json: change the routes, not this file.

import type * as Api from './schemas.ts';
import type { OperationRow } from '../operation.ts';

/** The version of the API that this client is made for. */
export const API_VERSION = '2.0.0';

export const operations = {
  searchProperties: { method: 'POST', path: '/properties', body: 'application/json', paging: 'search-cursor', inQuery: true },
  getProperties: { method: 'GET', path: '/properties', inQuery: true },
  countPropertyFacets: { method: 'POST', path: '/properties/facets', body: 'application/json' },
  clusterProperties: { method: 'POST', path: '/properties/clusters', body: 'application/json' },
  explainCriteria: { method: 'POST', path: '/properties/explain', body: 'application/json' },
  parseSentence: { method: 'POST', path: '/criteria/parse', body: 'application/json' },
  lookupPropertyByUrl: { method: 'POST', path: '/properties/lookup-by-url', body: 'application/json' },
  getProperty: { method: 'GET', path: '/properties/{id}', inPath: true, inQuery: true },
  resolvePropertyAddress: { method: 'POST', path: '/properties/{id}/resolve-address', inPath: true },
  listSalesNearby: { method: 'GET', path: '/properties/{id}/sales-nearby', inPath: true, inQuery: true },
  getPropertyLifeline: { method: 'GET', path: '/properties/{id}/lifeline', inPath: true },
  listChanges: { method: 'GET', path: '/changes', paging: 'query-cursor', inQuery: true },
  listExports: { method: 'GET', path: '/exports', paging: 'page', inQuery: true },
  createExport: { method: 'POST', path: '/exports', body: 'application/json', creates: true },
  getExport: { method: 'GET', path: '/exports/{id}', inPath: true },
  deleteExport: { method: 'DELETE', path: '/exports/{id}', inPath: true },
  getPublisher: { method: 'GET', path: '/publishers/{id}', inPath: true },
  autocompletePlaces: { method: 'GET', path: '/geo/autocomplete', paging: 'page', inQuery: true },
  getAdministrativeDivision: { method: 'GET', path: '/geo/administrative-divisions/{uuid}', inPath: true },
  listDivisionAncestors: { method: 'GET', path: '/geo/administrative-divisions/{uuid}/ancestors', paging: 'page', inPath: true, inQuery: true },
  listDivisionDescendants: { method: 'GET', path: '/geo/administrative-divisions/{uuid}/descendants', paging: 'page', inPath: true, inQuery: true },
  getDivisionGeometry: { method: 'GET', path: '/geo/administrative-divisions/{uuid}/geometry', inPath: true },
  listSources: { method: 'GET', path: '/sources', paging: 'page', inQuery: true },
  getSource: { method: 'GET', path: '/sources/{id}', inPath: true },
  listSourceCategories: { method: 'GET', path: '/source-categories', paging: 'page', inQuery: true },
  getSourceCategory: { method: 'GET', path: '/source-categories/{id}', inPath: true },
  listFavoriteProperties: { method: 'GET', path: '/favorite-properties', paging: 'page', inQuery: true },
  createFavoriteProperty: { method: 'POST', path: '/favorite-properties', body: 'application/json', creates: true },
  getFavoriteProperty: { method: 'GET', path: '/favorite-properties/{id}', inPath: true },
  deleteFavoriteProperty: { method: 'DELETE', path: '/favorite-properties/{id}', inPath: true },
  listAlerts: { method: 'GET', path: '/alerts', paging: 'page', inQuery: true },
  createAlert: { method: 'POST', path: '/alerts', body: 'application/json', creates: true },
  getAlert: { method: 'GET', path: '/alerts/{id}', inPath: true },
  updateAlert: { method: 'PUT', path: '/alerts/{id}', body: 'application/json', inPath: true },
  deleteAlert: { method: 'DELETE', path: '/alerts/{id}', inPath: true },
  forecastAlert: { method: 'POST', path: '/alerts/forecast', body: 'application/json' },
  rehearseAlert: { method: 'POST', path: '/alerts/{id}/rehearsal', body: 'application/json', inPath: true },
  explainAlert: { method: 'GET', path: '/alerts/{id}/explain', inPath: true, inQuery: true },
  listAlertEvents: { method: 'GET', path: '/alerts/{alertId}/events', paging: 'page', inPath: true, inQuery: true },
  getAlertEvent: { method: 'GET', path: '/alerts/{alertId}/events/{id}', inPath: true },
  listEventDestinations: { method: 'GET', path: '/account/event-destinations', paging: 'page', inQuery: true },
  createEventDestination: { method: 'POST', path: '/account/event-destinations', body: 'application/json', creates: true },
  getEventDestination: { method: 'GET', path: '/account/event-destinations/{id}', inPath: true },
  deleteEventDestination: { method: 'DELETE', path: '/account/event-destinations/{id}', inPath: true },
  requestConfirmation: { method: 'POST', path: '/account/event-destinations/{id}/confirmation', inPath: true, sends: true },
  listEventNotifications: { method: 'GET', path: '/event-notifications', paging: 'page', inQuery: true },
  getEventNotification: { method: 'GET', path: '/event-notifications/{id}', inPath: true },
  testEventDestination: { method: 'POST', path: '/account/event-destinations/{id}/test', body: 'application/json', inPath: true, creates: true, sends: true },
  listDeliveryAttempts: { method: 'GET', path: '/event-notifications/{id}/attempts', paging: 'page', inPath: true, inQuery: true },
  replayEventNotification: { method: 'POST', path: '/event-notifications/{id}/replay', inPath: true, sends: true },
  replayEventNotifications: { method: 'POST', path: '/event-notifications/replay', body: 'application/json', sends: true },
  searchTransactions: { method: 'POST', path: '/transactions/search', body: 'application/json', paging: 'body-cursor' },
  getTransaction: { method: 'GET', path: '/transactions/{id}', inPath: true },
  listMarketPaces: { method: 'GET', path: '/analytics/market-pace', paging: 'page', inQuery: true },
  getListingAnalytics: { method: 'GET', path: '/analytics/listings', inQuery: true },
  exportListingAnalytics: { method: 'GET', path: '/analytics/listings/export', inQuery: true, file: true },
  valueHome: { method: 'POST', path: '/valuations', body: 'application/json' },
  getValuationAccuracy: { method: 'GET', path: '/valuations/accuracy', inQuery: true },
  getPropertyValuation: { method: 'GET', path: '/properties/{id}/valuation', inPath: true, inQuery: true },
  getApiUsage: { method: 'GET', path: '/account/api-usage', inQuery: true },
  exportApiUsage: { method: 'GET', path: '/account/api-usage/export', inQuery: true, file: true },
  listAuditLog: { method: 'GET', path: '/account/audit-log', paging: 'page', inQuery: true },
  feedObservations: { method: 'POST', path: '/operator/observations', body: 'application/x-ndjson' },
  listFeeds: { method: 'GET', path: '/operator/feeds', paging: 'page', inQuery: true },
  createFeed: { method: 'POST', path: '/operator/feeds', body: 'application/json', creates: true },
  getFeed: { method: 'GET', path: '/operator/feeds/{id}', inPath: true },
  deleteFeed: { method: 'DELETE', path: '/operator/feeds/{id}', inPath: true },
  listFeedRuns: { method: 'GET', path: '/operator/feeds/{id}/runs', paging: 'page', inPath: true, inQuery: true },
  listDroppedMembers: { method: 'GET', path: '/operator/sources/{id}/dropped-members', paging: 'page', inPath: true, inQuery: true },
  listRejectedRecords: { method: 'GET', path: '/operator/sources/{id}/rejected-records', paging: 'page', inPath: true, inQuery: true },
  removeListing: { method: 'POST', path: '/operator/removals', body: 'application/json', creates: true },
  getRemoval: { method: 'GET', path: '/operator/removals/{id}', inPath: true },
} as const satisfies Record<string, OperationRow>;

/** What each operation takes and answers. */
export interface Operations {
  /** Search properties. */
  searchProperties: {
    query: {
      /** Flat JSON: the members to send, comma-separated, with dots for what is inside. The id is always sent; all others are absent, also those that the schema requires. */
      fields?: string;
      /** JSON:API: the attributes and relationships of each Property to send, comma-separated. Without `listings` and `publishers` of a Property nothing is included. */
      "fields[Property]"?: string;
      /** JSON:API: the attributes and relationships of each Listing to send, comma-separated. Without `listings` and `publishers` of a Property nothing is included. */
      "fields[Listing]"?: string;
      /** JSON:API: the attributes and relationships of each Publisher to send, comma-separated. Without `listings` and `publishers` of a Property nothing is included. */
      "fields[Publisher]"?: string;
      /** JSON:API: the attributes and relationships of each PropertyPublisher to send, comma-separated. Without `listings` and `publishers` of a Property nothing is included. */
      "fields[PropertyPublisher]"?: string;
      /** JSON:API: the attributes and relationships of each Source to send, comma-separated. Without `listings` and `publishers` of a Property nothing is included. */
      "fields[Source]"?: string;
    };
    body: Api.PropertySearch;
    reply: Api.PropertyResult[];
    entry: Api.PropertyResult;
  };
  /** Get several properties. */
  getProperties: {
    query: {
      /** Up to 100 ids of properties, separated by commas. */
      ids: string[];
      /** Flat JSON: the members to send, comma-separated, with dots for what is inside. The id is always sent; all others are absent, also those that the schema requires. */
      fields?: string;
      /** JSON:API: the attributes and relationships of each Property to send, comma-separated. Without `listings` and `publishers` of a Property nothing is included. */
      "fields[Property]"?: string;
      /** JSON:API: the attributes and relationships of each Listing to send, comma-separated. Without `listings` and `publishers` of a Property nothing is included. */
      "fields[Listing]"?: string;
      /** JSON:API: the attributes and relationships of each Publisher to send, comma-separated. Without `listings` and `publishers` of a Property nothing is included. */
      "fields[Publisher]"?: string;
      /** JSON:API: the attributes and relationships of each PropertyPublisher to send, comma-separated. Without `listings` and `publishers` of a Property nothing is included. */
      "fields[PropertyPublisher]"?: string;
      /** JSON:API: the attributes and relationships of each Source to send, comma-separated. Without `listings` and `publishers` of a Property nothing is included. */
      "fields[Source]"?: string;
    };
    reply: Api.PropertyResult[];
  };
  /** Count properties by facet. */
  countPropertyFacets: {
    body: Api.CountPropertyFacetsRequest;
    reply: Api.PropertyFacets;
  };
  /** Cluster properties on a map. */
  clusterProperties: {
    body: Api.ClusterPropertiesRequest;
    reply: Api.PropertyClusters;
  };
  /** Explain whether a property matches criteria. */
  explainCriteria: {
    body: Api.ExplainCriteriaRequest;
    reply: Api.CriteriaExplanation;
  };
  /** Turn a sentence into criteria. */
  parseSentence: {
    body: Api.ParseSentenceRequest;
    reply: Api.ParsedSentence;
  };
  /** Look up a property by listing URL. */
  lookupPropertyByUrl: {
    body: Api.LookupPropertyByUrlRequest;
    reply: Api.PropertyLookup;
  };
  /** Get a property. */
  getProperty: {
    path: {
      /** The id of the property. */
      id: string;
    };
    query: {
      /** Accepted; has no effect. */
      uuid?: string;
      /** The property as the service showed it then. 404 when it was not known. */
      asOf?: string;
      /** Flat JSON: the members to send, comma-separated, with dots for what is inside. The id is always sent; all others are absent, also those that the schema requires. */
      fields?: string;
      /** JSON:API: the attributes and relationships of each Property to send, comma-separated. Without `listings` and `publishers` of a Property nothing is included. */
      "fields[Property]"?: string;
      /** JSON:API: the attributes and relationships of each Listing to send, comma-separated. Without `listings` and `publishers` of a Property nothing is included. */
      "fields[Listing]"?: string;
      /** JSON:API: the attributes and relationships of each Publisher to send, comma-separated. Without `listings` and `publishers` of a Property nothing is included. */
      "fields[Publisher]"?: string;
      /** JSON:API: the attributes and relationships of each PropertyPublisher to send, comma-separated. Without `listings` and `publishers` of a Property nothing is included. */
      "fields[PropertyPublisher]"?: string;
      /** JSON:API: the attributes and relationships of each Source to send, comma-separated. Without `listings` and `publishers` of a Property nothing is included. */
      "fields[Source]"?: string;
    };
    reply: Api.PropertyResult;
  };
  /** Resolve the address of a property. */
  resolvePropertyAddress: {
    path: {
      /** The id of the property. */
      id: string;
    };
    reply: Api.AddressResolution;
  };
  /** List sales near a property. */
  listSalesNearby: {
    path: {
      /** The id of the property. */
      id: string;
    };
    query: {
      /** Metres. */
      radius?: number;
      /** This day or later. */
      from?: string;
      /** This day or earlier. */
      to?: string;
      /** What kind of asset is offered. */
      type?: Api.PropertyType;
    };
    reply: Api.SalesNearby;
  };
  /** Property timeline. */
  getPropertyLifeline: {
    path: {
      /** The id of the property. */
      id: string;
    };
    reply: Api.Lifeline;
  };
  /** Follow what changes. */
  listChanges: {
    query: {
      /** As given by the previous page. Without it the stream starts now. */
      cursor?: string;
      /** Instead of a cursor: a moment of the last 30 days. Earlier changes may come first. */
      since?: string;
      /** A criteria tree as JSON. Without it every property is in the stream. */
      criteria?: string;
      /** Changes on a page. */
      limit?: number;
    };
    reply: Api.ListChangesReply;
    entry: {
      id: string;
      changeType: Api.ChangeType;
      propertyId: string;
      revisionId?: string;
      occurredAt: string;
      recordedAt: string;
      cause: {
        type: Api.ChangeCause;
        listingId?: string;
      };
      changes: Api.PropertyChange[];
      mergedInto?: string;
      splitFrom?: string;
      /** Continues after this change. */
      cursor: string;
      /** The property as it is now; null where it is gone or no longer matches the criteria. */
      data: Api.PropertyResult | null;
    };
  };
  /** List exports. */
  listExports: {
    query: {
      /** Which page, 30 entries each; past the end is empty. */
      page?: number;
    };
    reply: Api.Export[];
    entry: Api.Export;
  };
  /** Export properties. */
  createExport: {
    body: Api.CreateExportRequest;
    reply: Api.Export;
  };
  /** Get export. */
  getExport: {
    path: {
      /** The id of the export. */
      id: string;
    };
    reply: Api.Export;
  };
  /** Delete export. */
  deleteExport: {
    path: {
      /** The id of the export. */
      id: string;
    };
    reply: void;
  };
  /** Get a publisher. */
  getPublisher: {
    path: {
      /** The id of the publisher. */
      id: string;
    };
    reply: Api.PublisherProfile;
  };
  /** Autocomplete places. */
  autocompletePlaces: {
    query: {
      /** Which page, 30 entries each; past the end is empty. */
      page?: number;
      /** What a person types: a name or its beginning, a postal code or its beginning, the number of a department, a usual abbreviation. Typos are forgiven. */
      query: string;
      /** Only divisions of these levels: `type=X`, or `type[]=X&type[]=Y`. */
      type?: Api.DivisionType[];
      /** How many entries a page; 0 asks for the count alone. */
      limit?: number;
    };
    reply: Api.AutocompleteItem[];
    entry: Api.AutocompleteItem;
  };
  /** Get an administrative division. */
  getAdministrativeDivision: {
    path: {
      /** The id of the administrative division. */
      uuid: string;
    };
    reply: Api.AdministrativeDivision;
  };
  /** List ancestors of a division. */
  listDivisionAncestors: {
    path: {
      /** The id of the administrative division. */
      uuid: string;
    };
    query: {
      /** Which page, 30 entries each; past the end is empty. */
      page?: number;
    };
    reply: Api.AdministrativeDivision[];
    entry: Api.AdministrativeDivision;
  };
  /** List descendants of a division. */
  listDivisionDescendants: {
    path: {
      /** The id of the administrative division. */
      uuid: string;
    };
    query: {
      /** Which page, 30 entries each; past the end is empty. */
      page?: number;
    };
    reply: Api.AdministrativeDivision[];
    entry: Api.AdministrativeDivision;
  };
  /** Get the geometry of a division. */
  getDivisionGeometry: {
    path: {
      /** The id of the administrative division. */
      uuid: string;
    };
    reply: Api.DivisionGeometry;
  };
  /** List sources. */
  listSources: {
    query: {
      /** Which page, 30 entries each; past the end is empty. */
      page?: number;
      /** Part of the name; case and accents are ignored. */
      name?: string;
    };
    reply: Api.Source[];
    entry: Api.Source;
  };
  /** Get a source. */
  getSource: {
    path: {
      /** The id of the source. */
      id: string;
    };
    reply: Api.Source;
  };
  /** List source categories. */
  listSourceCategories: {
    query: {
      /** Which page, 30 entries each; past the end is empty. */
      page?: number;
    };
    reply: Api.SourceCategory[];
    entry: Api.SourceCategory;
  };
  /** Get a source category. */
  getSourceCategory: {
    path: {
      /** The id of the source category. */
      id: string;
    };
    reply: Api.SourceCategory;
  };
  /** List favorites. */
  listFavoriteProperties: {
    query: {
      /** Which page, 30 entries each; past the end is empty. */
      page?: number;
      /** Only the favorite of this property: one row, or none when it is not kept. */
      propertyId?: string;
    };
    reply: Api.FavoriteProperty[];
    entry: Api.FavoriteProperty;
  };
  /** Add favorite. */
  createFavoriteProperty: {
    body: Api.CreateFavoritePropertyRequest;
    reply: Api.FavoriteProperty;
  };
  /** Get favorite. */
  getFavoriteProperty: {
    path: {
      /** The id of the favorite property. */
      id: string;
    };
    reply: Api.FavoriteProperty;
  };
  /** Remove favorite. */
  deleteFavoriteProperty: {
    path: {
      /** The id of the favorite property. */
      id: string;
    };
    reply: void;
  };
  /** List alerts. */
  listAlerts: {
    query: {
      /** Which page, 30 entries each; past the end is empty. */
      page?: number;
    };
    reply: Api.Alert[];
    entry: Api.Alert;
  };
  /** Create an alert. */
  createAlert: {
    body: Api.CreateAlertRequest;
    reply: Api.Alert;
  };
  /** Get an alert. */
  getAlert: {
    path: {
      /** The id of the alert. */
      id: string;
    };
    reply: Api.Alert;
  };
  /** Update an alert. */
  updateAlert: {
    path: {
      /** The id of the alert. */
      id: string;
    };
    body: Api.UpdateAlertRequest;
    reply: Api.Alert;
  };
  /** Delete an alert. */
  deleteAlert: {
    path: {
      /** The id of the alert. */
      id: string;
    };
    reply: void;
  };
  /** Forecast an alert. */
  forecastAlert: {
    body: Api.ForecastAlertRequest;
    reply: Api.Forecast;
  };
  /** Rehearse an alert. */
  rehearseAlert: {
    path: {
      /** The id of the alert. */
      id: string;
    };
    body: Api.RehearseAlertRequest;
    reply: Api.AlertRehearsal;
  };
  /** Explain whether an alert matches a property. */
  explainAlert: {
    path: {
      /** The id of the alert. */
      id: string;
    };
    query: {
      /** The property to look at. */
      propertyId: string;
    };
    reply: Api.CriteriaExplanation;
  };
  /** List alert events. */
  listAlertEvents: {
    path: {
      /** The id of the alert. */
      alertId: string;
    };
    query: {
      /** Which page, 30 entries each; past the end is empty. */
      page?: number;
      /** By the time of recording: `asc` the oldest first, `desc` the newest. */
      "order[createdAt]"?: Api.CollectionOrder;
      /** Only what was created on or before this moment. A bare date means 00:00 UTC of that day. */
      "createdAt[before]"?: string;
      /** Only what was created before this moment. A bare date means 00:00 UTC of that day. */
      "createdAt[strictly_before]"?: string;
      /** Only what was created on or after this moment. A bare date means 00:00 UTC of that day. */
      "createdAt[after]"?: string;
      /** Only what was created after this moment. A bare date means 00:00 UTC of that day. */
      "createdAt[strictly_after]"?: string;
    };
    reply: Api.AlertEvent[];
    entry: Api.AlertEvent;
  };
  /** Get an alert event. */
  getAlertEvent: {
    path: {
      /** The id of the alert. */
      alertId: string;
      /** The id of the event. */
      id: string;
    };
    reply: Api.AlertEvent;
  };
  /** List destinations. */
  listEventDestinations: {
    query: {
      /** Which page, 30 entries each; past the end is empty. */
      page?: number;
    };
    reply: Api.EventDestination[];
    entry: Api.EventDestination;
  };
  /** Create a destination. */
  createEventDestination: {
    body: Api.CreateEventDestinationRequest;
    reply: Api.EventDestination;
  };
  /** Get a destination. */
  getEventDestination: {
    path: {
      /** The id of the event destination. */
      id: string;
    };
    reply: Api.EventDestination;
  };
  /** Delete a destination. */
  deleteEventDestination: {
    path: {
      /** The id of the event destination. */
      id: string;
    };
    reply: void;
  };
  /** Resend the confirmation email. */
  requestConfirmation: {
    path: {
      /** The id of the event destination. */
      id: string;
    };
    reply: Api.EventDestination;
  };
  /** List notifications. */
  listEventNotifications: {
    query: {
      /** Which page, 30 entries each; past the end is empty. */
      page?: number;
      /** Only what was created on or before this moment. A bare date means 00:00 UTC of that day. */
      "createdAt[before]"?: string;
      /** Only what was created before this moment. A bare date means 00:00 UTC of that day. */
      "createdAt[strictly_before]"?: string;
      /** Only what was created on or after this moment. A bare date means 00:00 UTC of that day. */
      "createdAt[after]"?: string;
      /** Only what was created after this moment. A bare date means 00:00 UTC of that day. */
      "createdAt[strictly_after]"?: string;
      /** Only those in this state. */
      status?: Api.NotificationStatus;
      /** Only the one of this event. */
      event?: string;
      /** Only those of this alert. */
      alert?: string;
      /** Only those about this property. */
      property?: string;
    };
    reply: Api.EventNotification[];
    entry: Api.EventNotification;
  };
  /** Get a notification. */
  getEventNotification: {
    path: {
      /** The id of the event notification. */
      id: string;
    };
    reply: Api.EventNotification;
  };
  /** Send a test. */
  testEventDestination: {
    path: {
      /** The id of the event destination. */
      id: string;
    };
    body: Api.TestEventDestinationRequest;
    reply: Api.EventNotification;
  };
  /** List delivery attempts. */
  listDeliveryAttempts: {
    path: {
      /** The id of the event notification. */
      id: string;
    };
    query: {
      /** Which page, 30 entries each; past the end is empty. */
      page?: number;
    };
    reply: Api.DeliveryAttempt[];
    entry: Api.DeliveryAttempt;
  };
  /** Replay a notification. */
  replayEventNotification: {
    path: {
      /** The id of the event notification. */
      id: string;
    };
    reply: Api.EventNotification;
  };
  /** Replay notifications. */
  replayEventNotifications: {
    body: Api.ReplayEventNotificationsRequest;
    reply: Api.EventReplay;
  };
  /** Search closed sales. */
  searchTransactions: {
    body: Api.SearchTransactionsRequest;
    reply: Api.TransactionSearch;
    entry: Api.Transaction;
  };
  /** Get a closed sale. */
  getTransaction: {
    path: {
      /** The id of the transaction. */
      id: string;
    };
    reply: Api.Transaction;
  };
  /** Time on market and asking-to-sold margin. */
  listMarketPaces: {
    query: {
      /** Which page, 30 entries each; past the end is empty. */
      page?: number;
      /** Id of a municipality; every place when absent. */
      city_id?: string;
      /** Both when absent. */
      property_type?: Api.ValuedType;
    };
    reply: Api.MarketPace[];
    entry: Api.MarketPace;
  };
  /** Aggregate listing events. */
  getListingAnalytics: {
    query: {
      /** At least, inclusive. When the source showed it, in UTC. */
      event_at_from?: string;
      /** At most, inclusive. When the source showed it, in UTC. */
      event_at_to?: string;
      /** What the listing did. Any of these. */
      event_type?: Api.AnalyticsEventType[];
      /** What kind of asset is offered. Any of these. */
      property_type?: Api.PropertyType[];
      /** Whether the property is for sale or to let. */
      transaction_type?: Api.TransactionType;
      /** The municipality. Any of these. */
      city_id?: string[];
      /** The municipal district. Any of these. */
      district_id?: string[];
      /** The neighbourhood. Any of these. */
      neighborhood_id?: string[];
      /** The letter for energy consumption. Any of these. */
      dpe_energy_rating?: Api.ScoreRating[];
      /** The kind of advertiser of the listing. Any of these. */
      publisher_type?: Api.PublisherType[];
      /** At least, inclusive. The consolidated price of the property, misprints left out. */
      price_min?: number;
      /** At most, inclusive. The consolidated price of the property, misprints left out. */
      price_max?: number;
      /** At least, inclusive. The consolidated area in square metres. */
      area_min?: number;
      /** At most, inclusive. The consolidated area in square metres. */
      area_max?: number;
      /** At least, inclusive. How many rooms it has. */
      rooms_min?: number;
      /** At most, inclusive. How many rooms it has. */
      rooms_max?: number;
      /** At least, inclusive. How many of them are bedrooms. */
      bedrooms_min?: number;
      /** At most, inclusive. How many of them are bedrooms. */
      bedrooms_max?: number;
      /** At least, inclusive. Where it stands, in degrees north. */
      lat_min?: number;
      /** At most, inclusive. Where it stands, in degrees north. */
      lat_max?: number;
      /** At least, inclusive. Where it stands, in degrees east. */
      lng_min?: number;
      /** At most, inclusive. Where it stands, in degrees east. */
      lng_max?: number;
      /** The columns to group by, beside the period. */
      group_by?: Api.AnalyticsGroupBy[];
      /** The width of a period; weeks begin on Monday. */
      time_bucket?: Api.AnalyticsTimeBucket;
      /** What to work out of each group, `count` when left out: `count`, or a function (avg, median, min, max, percentile) and a field (price, price_displayed, price_per_sqm, area, area_displayed, rooms, bedrooms, days_between_events). Percentiles are interpolated between the two nearest values. */
      metrics?: string[];
    };
    reply: Api.GetListingAnalyticsReply;
  };
  /** Export aggregated listing events. */
  exportListingAnalytics: {
    query: {
      /** csv for spreadsheets, parquet for notebooks. */
      format?: Api.TableFormat;
      /** At least, inclusive. When the source showed it, in UTC. */
      event_at_from?: string;
      /** At most, inclusive. When the source showed it, in UTC. */
      event_at_to?: string;
      /** What the listing did. Any of these. */
      event_type?: Api.AnalyticsEventType[];
      /** What kind of asset is offered. Any of these. */
      property_type?: Api.PropertyType[];
      /** Whether the property is for sale or to let. */
      transaction_type?: Api.TransactionType;
      /** The municipality. Any of these. */
      city_id?: string[];
      /** The municipal district. Any of these. */
      district_id?: string[];
      /** The neighbourhood. Any of these. */
      neighborhood_id?: string[];
      /** The letter for energy consumption. Any of these. */
      dpe_energy_rating?: Api.ScoreRating[];
      /** The kind of advertiser of the listing. Any of these. */
      publisher_type?: Api.PublisherType[];
      /** At least, inclusive. The consolidated price of the property, misprints left out. */
      price_min?: number;
      /** At most, inclusive. The consolidated price of the property, misprints left out. */
      price_max?: number;
      /** At least, inclusive. The consolidated area in square metres. */
      area_min?: number;
      /** At most, inclusive. The consolidated area in square metres. */
      area_max?: number;
      /** At least, inclusive. How many rooms it has. */
      rooms_min?: number;
      /** At most, inclusive. How many rooms it has. */
      rooms_max?: number;
      /** At least, inclusive. How many of them are bedrooms. */
      bedrooms_min?: number;
      /** At most, inclusive. How many of them are bedrooms. */
      bedrooms_max?: number;
      /** At least, inclusive. Where it stands, in degrees north. */
      lat_min?: number;
      /** At most, inclusive. Where it stands, in degrees north. */
      lat_max?: number;
      /** At least, inclusive. Where it stands, in degrees east. */
      lng_min?: number;
      /** At most, inclusive. Where it stands, in degrees east. */
      lng_max?: number;
      /** The columns to group by, beside the period. */
      group_by?: Api.AnalyticsGroupBy[];
      /** The width of a period; weeks begin on Monday. */
      time_bucket?: Api.AnalyticsTimeBucket;
      /** What to work out of each group, `count` when left out: `count`, or a function (avg, median, min, max, percentile) and a field (price, price_displayed, price_per_sqm, area, area_displayed, rooms, bedrooms, days_between_events). Percentiles are interpolated between the two nearest values. */
      metrics?: string[];
    };
    reply: Uint8Array;
  };
  /** Value a home. */
  valueHome: {
    body: Api.ValueHomeRequest;
    reply: Api.Valuation;
  };
  /** Accuracy of valuations. */
  getValuationAccuracy: {
    query: {
      /** SALE from closed sales, ASKING from adverts, RENT from adverts, by the month. */
      market?: Api.ValuationMarket;
    };
    reply: Api.ValuationAccuracy;
  };
  /** Value a property. */
  getPropertyValuation: {
    path: {
      /** The id of the property. */
      id: string;
    };
    query: {
      /** SALE from closed sales, ASKING from adverts, RENT from adverts, by the month. */
      market?: Api.ValuationMarket;
      /** The day to value for; today if absent. */
      date?: string;
    };
    reply: Api.PropertyValuationReport;
  };
  /** Get API usage. */
  getApiUsage: {
    query: {
      /** The first moment, included; a bare date is the start of that day in UTC. 30 days before the end when left out. */
      startDate?: string;
      /** The end, excluded; a bare date covers that whole day in UTC. Never later than now, the default. */
      endDate?: string;
      /** Only calls made with this key of yours. */
      apiKeyId?: string;
      /** The width of a point of the usage series. */
      granularity?: Api.UsageGranularity;
      /** What splits a point of the usage series. */
      groupBy?: Api.UsageGroupBy;
      /** How a call came in. */
      channel?: Api.UsageChannel;
    };
    reply: Api.GetApiUsageReply;
  };
  /** Export API usage. */
  exportApiUsage: {
    query: {
      /** csv for spreadsheets, parquet for notebooks. */
      format?: Api.TableFormat;
      /** The first moment, included; a bare date is the start of that day in UTC. 30 days before the end when left out. */
      startDate?: string;
      /** The end, excluded; a bare date covers that whole day in UTC. Never later than now, the default. */
      endDate?: string;
      /** Only calls made with this key of yours. */
      apiKeyId?: string;
      /** The width of a point of the usage series. */
      granularity?: Api.UsageGranularity;
      /** What splits a point of the usage series. */
      groupBy?: Api.UsageGroupBy;
      /** How a call came in. */
      channel?: Api.UsageChannel;
    };
    reply: Uint8Array;
  };
  /** List what was changed. */
  listAuditLog: {
    query: {
      /** Which page, 30 entries each; past the end is empty. */
      page?: number;
    };
    reply: Api.AuditEntry[];
    entry: Api.AuditEntry;
  };
  /** Ingest observations. */
  feedObservations: {
    body: string;
    reply: Api.IngestReport;
  };
  /** List feeds. */
  listFeeds: {
    query: {
      /** Which page, 30 entries each; past the end is empty. */
      page?: number;
    };
    reply: Api.Feed[];
    entry: Api.Feed;
  };
  /** Create a feed. */
  createFeed: {
    body: Api.CreateFeedRequest;
    reply: Api.Feed;
  };
  /** Get a feed. */
  getFeed: {
    path: {
      /** The id of the feed. */
      id: string;
    };
    reply: Api.Feed;
  };
  /** Delete a feed. */
  deleteFeed: {
    path: {
      /** The id of the feed. */
      id: string;
    };
    reply: void;
  };
  /** List feed runs. */
  listFeedRuns: {
    path: {
      /** The id of the feed. */
      id: string;
    };
    query: {
      /** Which page, 30 entries each; past the end is empty. */
      page?: number;
    };
    reply: Api.FeedRun[];
    entry: Api.FeedRun;
  };
  /** List dropped members of a source. */
  listDroppedMembers: {
    path: {
      /** The id of the source. */
      id: string;
    };
    query: {
      /** Which page, 30 entries each; past the end is empty. */
      page?: number;
      /** How many days back. */
      days?: number;
    };
    reply: Api.DroppedMember[];
    entry: Api.DroppedMember;
  };
  /** List rejected records of a source. */
  listRejectedRecords: {
    path: {
      /** The id of the source. */
      id: string;
    };
    query: {
      /** Which page, 30 entries each; past the end is empty. */
      page?: number;
    };
    reply: Api.RejectedRecord[];
    entry: Api.RejectedRecord;
  };
  /** Remove a listing for good. */
  removeListing: {
    body: Api.RemoveListingRequest;
    reply: Api.Removal;
  };
  /** Get a removal. */
  getRemoval: {
    path: {
      /** The id of the removal. */
      id: string;
    };
    reply: Api.Removal;
  };
}
