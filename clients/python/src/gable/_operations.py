"""The operations of the API, one method each."""

# Written by `npm run generate` from openapi.json: change the routes, not this file.

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

from . import _schemas as api
from ._caller import AsyncCaller, Caller, Operation

API_VERSION = "2.0.0"

OPERATIONS: dict[str, Operation] = {
    "searchProperties": Operation("POST", "/properties", body_type="application/json", paging="search-cursor"),
    "getProperties": Operation("GET", "/properties"),
    "countPropertyFacets": Operation("POST", "/properties/facets", body_type="application/json"),
    "clusterProperties": Operation("POST", "/properties/clusters", body_type="application/json"),
    "explainCriteria": Operation("POST", "/properties/explain", body_type="application/json"),
    "parseSentence": Operation("POST", "/criteria/parse", body_type="application/json"),
    "lookupPropertyByUrl": Operation("POST", "/properties/lookup-by-url", body_type="application/json"),
    "getProperty": Operation("GET", "/properties/{id}"),
    "resolvePropertyAddress": Operation("POST", "/properties/{id}/resolve-address"),
    "listSalesNearby": Operation("GET", "/properties/{id}/sales-nearby"),
    "getPropertyLifeline": Operation("GET", "/properties/{id}/lifeline"),
    "listChanges": Operation("GET", "/changes", paging="query-cursor"),
    "listExports": Operation("GET", "/exports", paging="page"),
    "createExport": Operation("POST", "/exports", body_type="application/json", creates=True),
    "getExport": Operation("GET", "/exports/{id}"),
    "deleteExport": Operation("DELETE", "/exports/{id}"),
    "getPublisher": Operation("GET", "/publishers/{id}"),
    "autocompletePlaces": Operation("GET", "/geo/autocomplete", paging="page"),
    "getAdministrativeDivision": Operation("GET", "/geo/administrative-divisions/{uuid}"),
    "listDivisionAncestors": Operation("GET", "/geo/administrative-divisions/{uuid}/ancestors", paging="page"),
    "listDivisionDescendants": Operation("GET", "/geo/administrative-divisions/{uuid}/descendants", paging="page"),
    "getDivisionGeometry": Operation("GET", "/geo/administrative-divisions/{uuid}/geometry"),
    "listSources": Operation("GET", "/sources", paging="page"),
    "getSource": Operation("GET", "/sources/{id}"),
    "listSourceCategories": Operation("GET", "/source-categories", paging="page"),
    "getSourceCategory": Operation("GET", "/source-categories/{id}"),
    "listFavoriteProperties": Operation("GET", "/favorite-properties", paging="page"),
    "createFavoriteProperty": Operation("POST", "/favorite-properties", body_type="application/json", creates=True),
    "getFavoriteProperty": Operation("GET", "/favorite-properties/{id}"),
    "deleteFavoriteProperty": Operation("DELETE", "/favorite-properties/{id}"),
    "listAlerts": Operation("GET", "/alerts", paging="page"),
    "createAlert": Operation("POST", "/alerts", body_type="application/json", creates=True),
    "getAlert": Operation("GET", "/alerts/{id}"),
    "updateAlert": Operation("PUT", "/alerts/{id}", body_type="application/json"),
    "deleteAlert": Operation("DELETE", "/alerts/{id}"),
    "forecastAlert": Operation("POST", "/alerts/forecast", body_type="application/json"),
    "rehearseAlert": Operation("POST", "/alerts/{id}/rehearsal", body_type="application/json"),
    "explainAlert": Operation("GET", "/alerts/{id}/explain"),
    "listAlertEvents": Operation("GET", "/alerts/{alertId}/events", paging="page"),
    "getAlertEvent": Operation("GET", "/alerts/{alertId}/events/{id}"),
    "listEventDestinations": Operation("GET", "/account/event-destinations", paging="page"),
    "createEventDestination": Operation("POST", "/account/event-destinations", body_type="application/json", creates=True),
    "getEventDestination": Operation("GET", "/account/event-destinations/{id}"),
    "deleteEventDestination": Operation("DELETE", "/account/event-destinations/{id}"),
    "requestConfirmation": Operation("POST", "/account/event-destinations/{id}/confirmation", sends=True),
    "listEventNotifications": Operation("GET", "/event-notifications", paging="page"),
    "getEventNotification": Operation("GET", "/event-notifications/{id}"),
    "testEventDestination": Operation("POST", "/account/event-destinations/{id}/test", body_type="application/json", creates=True, sends=True),
    "listDeliveryAttempts": Operation("GET", "/event-notifications/{id}/attempts", paging="page"),
    "replayEventNotification": Operation("POST", "/event-notifications/{id}/replay", sends=True),
    "replayEventNotifications": Operation("POST", "/event-notifications/replay", body_type="application/json", sends=True),
    "searchTransactions": Operation("POST", "/transactions/search", body_type="application/json", paging="body-cursor"),
    "getTransaction": Operation("GET", "/transactions/{id}"),
    "listMarketPaces": Operation("GET", "/analytics/market-pace", paging="page"),
    "getListingAnalytics": Operation("GET", "/analytics/listings"),
    "exportListingAnalytics": Operation("GET", "/analytics/listings/export", file=True),
    "valueHome": Operation("POST", "/valuations", body_type="application/json"),
    "getValuationAccuracy": Operation("GET", "/valuations/accuracy"),
    "getPropertyValuation": Operation("GET", "/properties/{id}/valuation"),
    "getApiUsage": Operation("GET", "/account/api-usage"),
    "exportApiUsage": Operation("GET", "/account/api-usage/export", file=True),
    "listAuditLog": Operation("GET", "/account/audit-log", paging="page"),
    "feedObservations": Operation("POST", "/operator/observations", body_type="application/x-ndjson"),
    "listFeeds": Operation("GET", "/operator/feeds", paging="page"),
    "createFeed": Operation("POST", "/operator/feeds", body_type="application/json", creates=True),
    "getFeed": Operation("GET", "/operator/feeds/{id}"),
    "deleteFeed": Operation("DELETE", "/operator/feeds/{id}"),
    "listFeedRuns": Operation("GET", "/operator/feeds/{id}/runs", paging="page"),
    "listDroppedMembers": Operation("GET", "/operator/sources/{id}/dropped-members", paging="page"),
    "listRejectedRecords": Operation("GET", "/operator/sources/{id}/rejected-records", paging="page"),
    "removeListing": Operation("POST", "/operator/removals", body_type="application/json", creates=True),
    "getRemoval": Operation("GET", "/operator/removals/{id}"),
}


class Operations(Caller):
    """Every operation of the API; each waits for its reply."""

    def search_properties(self, body: api.PropertySearch, *, fields: str | None = None, fields_property: str | None = None, fields_listing: str | None = None, fields_publisher: str | None = None, fields_property_publisher: str | None = None, fields_source: str | None = None) -> list[api.PropertyResult]:
        """Search properties."""
        return self._call("searchProperties", {}, {"fields": fields, "fields[Property]": fields_property, "fields[Listing]": fields_listing, "fields[Publisher]": fields_publisher, "fields[PropertyPublisher]": fields_property_publisher, "fields[Source]": fields_source}, body)

    def iter_properties(self, body: api.PropertySearch, *, fields: str | None = None, fields_property: str | None = None, fields_listing: str | None = None, fields_publisher: str | None = None, fields_property_publisher: str | None = None, fields_source: str | None = None) -> Iterator[api.PropertyResult]:
        """Search properties: all entries, page by page."""
        return self._each("searchProperties", {}, {"fields": fields, "fields[Property]": fields_property, "fields[Listing]": fields_listing, "fields[Publisher]": fields_publisher, "fields[PropertyPublisher]": fields_property_publisher, "fields[Source]": fields_source}, body)

    def get_properties(self, *, ids: list[str], fields: str | None = None, fields_property: str | None = None, fields_listing: str | None = None, fields_publisher: str | None = None, fields_property_publisher: str | None = None, fields_source: str | None = None) -> list[api.PropertyResult]:
        """Get several properties."""
        return self._call("getProperties", {}, {"ids": ids, "fields": fields, "fields[Property]": fields_property, "fields[Listing]": fields_listing, "fields[Publisher]": fields_publisher, "fields[PropertyPublisher]": fields_property_publisher, "fields[Source]": fields_source})

    def count_property_facets(self, body: api.CountPropertyFacetsRequest) -> api.PropertyFacets:
        """Count properties by facet."""
        return self._call("countPropertyFacets", {}, {}, body)

    def cluster_properties(self, body: api.ClusterPropertiesRequest) -> api.PropertyClusters:
        """Cluster properties on a map."""
        return self._call("clusterProperties", {}, {}, body)

    def explain_criteria(self, body: api.ExplainCriteriaRequest) -> api.CriteriaExplanation:
        """Explain whether a property matches criteria."""
        return self._call("explainCriteria", {}, {}, body)

    def parse_sentence(self, body: api.ParseSentenceRequest) -> api.ParsedSentence:
        """Turn a sentence into criteria."""
        return self._call("parseSentence", {}, {}, body)

    def lookup_property_by_url(self, body: api.LookupPropertyByUrlRequest) -> api.PropertyLookup:
        """Look up a property by listing URL."""
        return self._call("lookupPropertyByUrl", {}, {}, body)

    def get_property(self, id: str, *, uuid: str | None = None, as_of: str | None = None, fields: str | None = None, fields_property: str | None = None, fields_listing: str | None = None, fields_publisher: str | None = None, fields_property_publisher: str | None = None, fields_source: str | None = None) -> api.PropertyResult:
        """Get a property."""
        return self._call("getProperty", {"id": id}, {"uuid": uuid, "asOf": as_of, "fields": fields, "fields[Property]": fields_property, "fields[Listing]": fields_listing, "fields[Publisher]": fields_publisher, "fields[PropertyPublisher]": fields_property_publisher, "fields[Source]": fields_source})

    def resolve_property_address(self, id: str) -> api.AddressResolution:
        """Resolve the address of a property."""
        return self._call("resolvePropertyAddress", {"id": id}, {})

    def list_sales_nearby(self, id: str, *, radius: int | None = None, from_: str | None = None, to: str | None = None, type: api.PropertyType | None = None) -> api.SalesNearby:
        """List sales near a property."""
        return self._call("listSalesNearby", {"id": id}, {"radius": radius, "from": from_, "to": to, "type": type})

    def get_property_lifeline(self, id: str) -> api.Lifeline:
        """Property timeline."""
        return self._call("getPropertyLifeline", {"id": id}, {})

    def list_changes(self, *, cursor: str | None = None, since: str | None = None, criteria: str | None = None, limit: int | None = None) -> api.ListChangesReply:
        """Follow what changes."""
        return self._call("listChanges", {}, {"cursor": cursor, "since": since, "criteria": criteria, "limit": limit})

    def iter_changes(self, *, cursor: str | None = None, since: str | None = None, criteria: str | None = None, limit: int | None = None) -> Iterator[dict[str, Any]]:
        """Follow what changes: all entries, page by page."""
        return self._each("listChanges", {}, {"cursor": cursor, "since": since, "criteria": criteria, "limit": limit})

    def list_exports(self, *, page: int | None = None) -> list[api.Export]:
        """List exports."""
        return self._call("listExports", {}, {"page": page})

    def iter_exports(self, *, page: int | None = None) -> Iterator[api.Export]:
        """List exports: all entries, page by page."""
        return self._each("listExports", {}, {"page": page})

    def create_export(self, body: api.CreateExportRequest) -> api.Export:
        """Export properties."""
        return self._call("createExport", {}, {}, body)

    def get_export(self, id: str) -> api.Export:
        """Get export."""
        return self._call("getExport", {"id": id}, {})

    def delete_export(self, id: str) -> None:
        """Delete export."""
        return self._call("deleteExport", {"id": id}, {})

    def get_publisher(self, id: str) -> api.PublisherProfile:
        """Get a publisher."""
        return self._call("getPublisher", {"id": id}, {})

    def autocomplete_places(self, *, page: int | None = None, query: str, type: list[api.DivisionType] | None = None, limit: int | None = None) -> list[api.AutocompleteItem]:
        """Autocomplete places."""
        return self._call("autocompletePlaces", {}, {"page": page, "query": query, "type": type, "limit": limit})

    def iter_places(self, *, page: int | None = None, query: str, type: list[api.DivisionType] | None = None, limit: int | None = None) -> Iterator[api.AutocompleteItem]:
        """Autocomplete places: all entries, page by page."""
        return self._each("autocompletePlaces", {}, {"page": page, "query": query, "type": type, "limit": limit})

    def get_administrative_division(self, uuid: str) -> api.AdministrativeDivision:
        """Get an administrative division."""
        return self._call("getAdministrativeDivision", {"uuid": uuid}, {})

    def list_division_ancestors(self, uuid: str, *, page: int | None = None) -> list[api.AdministrativeDivision]:
        """List ancestors of a division."""
        return self._call("listDivisionAncestors", {"uuid": uuid}, {"page": page})

    def iter_division_ancestors(self, uuid: str, *, page: int | None = None) -> Iterator[api.AdministrativeDivision]:
        """List ancestors of a division: all entries, page by page."""
        return self._each("listDivisionAncestors", {"uuid": uuid}, {"page": page})

    def list_division_descendants(self, uuid: str, *, page: int | None = None) -> list[api.AdministrativeDivision]:
        """List descendants of a division."""
        return self._call("listDivisionDescendants", {"uuid": uuid}, {"page": page})

    def iter_division_descendants(self, uuid: str, *, page: int | None = None) -> Iterator[api.AdministrativeDivision]:
        """List descendants of a division: all entries, page by page."""
        return self._each("listDivisionDescendants", {"uuid": uuid}, {"page": page})

    def get_division_geometry(self, uuid: str) -> api.DivisionGeometry:
        """Get the geometry of a division."""
        return self._call("getDivisionGeometry", {"uuid": uuid}, {})

    def list_sources(self, *, page: int | None = None, name: str | None = None) -> list[api.Source]:
        """List sources."""
        return self._call("listSources", {}, {"page": page, "name": name})

    def iter_sources(self, *, page: int | None = None, name: str | None = None) -> Iterator[api.Source]:
        """List sources: all entries, page by page."""
        return self._each("listSources", {}, {"page": page, "name": name})

    def get_source(self, id: str) -> api.Source:
        """Get a source."""
        return self._call("getSource", {"id": id}, {})

    def list_source_categories(self, *, page: int | None = None) -> list[api.SourceCategory]:
        """List source categories."""
        return self._call("listSourceCategories", {}, {"page": page})

    def iter_source_categories(self, *, page: int | None = None) -> Iterator[api.SourceCategory]:
        """List source categories: all entries, page by page."""
        return self._each("listSourceCategories", {}, {"page": page})

    def get_source_category(self, id: str) -> api.SourceCategory:
        """Get a source category."""
        return self._call("getSourceCategory", {"id": id}, {})

    def list_favorite_properties(self, *, page: int | None = None, property_id: str | None = None) -> list[api.FavoriteProperty]:
        """List favorites."""
        return self._call("listFavoriteProperties", {}, {"page": page, "propertyId": property_id})

    def iter_favorite_properties(self, *, page: int | None = None, property_id: str | None = None) -> Iterator[api.FavoriteProperty]:
        """List favorites: all entries, page by page."""
        return self._each("listFavoriteProperties", {}, {"page": page, "propertyId": property_id})

    def create_favorite_property(self, body: api.CreateFavoritePropertyRequest) -> api.FavoriteProperty:
        """Add favorite."""
        return self._call("createFavoriteProperty", {}, {}, body)

    def get_favorite_property(self, id: str) -> api.FavoriteProperty:
        """Get favorite."""
        return self._call("getFavoriteProperty", {"id": id}, {})

    def delete_favorite_property(self, id: str) -> None:
        """Remove favorite."""
        return self._call("deleteFavoriteProperty", {"id": id}, {})

    def list_alerts(self, *, page: int | None = None) -> list[api.Alert]:
        """List alerts."""
        return self._call("listAlerts", {}, {"page": page})

    def iter_alerts(self, *, page: int | None = None) -> Iterator[api.Alert]:
        """List alerts: all entries, page by page."""
        return self._each("listAlerts", {}, {"page": page})

    def create_alert(self, body: api.CreateAlertRequest) -> api.Alert:
        """Create an alert."""
        return self._call("createAlert", {}, {}, body)

    def get_alert(self, id: str) -> api.Alert:
        """Get an alert."""
        return self._call("getAlert", {"id": id}, {})

    def update_alert(self, id: str, body: api.UpdateAlertRequest) -> api.Alert:
        """Update an alert."""
        return self._call("updateAlert", {"id": id}, {}, body)

    def delete_alert(self, id: str) -> None:
        """Delete an alert."""
        return self._call("deleteAlert", {"id": id}, {})

    def forecast_alert(self, body: api.ForecastAlertRequest) -> api.Forecast:
        """Forecast an alert."""
        return self._call("forecastAlert", {}, {}, body)

    def rehearse_alert(self, id: str, body: api.RehearseAlertRequest) -> api.AlertRehearsal:
        """Rehearse an alert."""
        return self._call("rehearseAlert", {"id": id}, {}, body)

    def explain_alert(self, id: str, *, property_id: str) -> api.CriteriaExplanation:
        """Explain whether an alert matches a property."""
        return self._call("explainAlert", {"id": id}, {"propertyId": property_id})

    def list_alert_events(self, alert_id: str, *, page: int | None = None, order_created_at: api.CollectionOrder | None = None, created_at_before: str | None = None, created_at_strictly_before: str | None = None, created_at_after: str | None = None, created_at_strictly_after: str | None = None) -> list[api.AlertEvent]:
        """List alert events."""
        return self._call("listAlertEvents", {"alertId": alert_id}, {"page": page, "order[createdAt]": order_created_at, "createdAt[before]": created_at_before, "createdAt[strictly_before]": created_at_strictly_before, "createdAt[after]": created_at_after, "createdAt[strictly_after]": created_at_strictly_after})

    def iter_alert_events(self, alert_id: str, *, page: int | None = None, order_created_at: api.CollectionOrder | None = None, created_at_before: str | None = None, created_at_strictly_before: str | None = None, created_at_after: str | None = None, created_at_strictly_after: str | None = None) -> Iterator[api.AlertEvent]:
        """List alert events: all entries, page by page."""
        return self._each("listAlertEvents", {"alertId": alert_id}, {"page": page, "order[createdAt]": order_created_at, "createdAt[before]": created_at_before, "createdAt[strictly_before]": created_at_strictly_before, "createdAt[after]": created_at_after, "createdAt[strictly_after]": created_at_strictly_after})

    def get_alert_event(self, alert_id: str, id: str) -> api.AlertEvent:
        """Get an alert event."""
        return self._call("getAlertEvent", {"alertId": alert_id, "id": id}, {})

    def list_event_destinations(self, *, page: int | None = None) -> list[api.EventDestination]:
        """List destinations."""
        return self._call("listEventDestinations", {}, {"page": page})

    def iter_event_destinations(self, *, page: int | None = None) -> Iterator[api.EventDestination]:
        """List destinations: all entries, page by page."""
        return self._each("listEventDestinations", {}, {"page": page})

    def create_event_destination(self, body: api.CreateEventDestinationRequest) -> api.EventDestination:
        """Create a destination."""
        return self._call("createEventDestination", {}, {}, body)

    def get_event_destination(self, id: str) -> api.EventDestination:
        """Get a destination."""
        return self._call("getEventDestination", {"id": id}, {})

    def delete_event_destination(self, id: str) -> None:
        """Delete a destination."""
        return self._call("deleteEventDestination", {"id": id}, {})

    def request_confirmation(self, id: str) -> api.EventDestination:
        """Resend the confirmation email."""
        return self._call("requestConfirmation", {"id": id}, {})

    def list_event_notifications(self, *, page: int | None = None, created_at_before: str | None = None, created_at_strictly_before: str | None = None, created_at_after: str | None = None, created_at_strictly_after: str | None = None, status: api.NotificationStatus | None = None, event: str | None = None, alert: str | None = None, property: str | None = None) -> list[api.EventNotification]:
        """List notifications."""
        return self._call("listEventNotifications", {}, {"page": page, "createdAt[before]": created_at_before, "createdAt[strictly_before]": created_at_strictly_before, "createdAt[after]": created_at_after, "createdAt[strictly_after]": created_at_strictly_after, "status": status, "event": event, "alert": alert, "property": property})

    def iter_event_notifications(self, *, page: int | None = None, created_at_before: str | None = None, created_at_strictly_before: str | None = None, created_at_after: str | None = None, created_at_strictly_after: str | None = None, status: api.NotificationStatus | None = None, event: str | None = None, alert: str | None = None, property: str | None = None) -> Iterator[api.EventNotification]:
        """List notifications: all entries, page by page."""
        return self._each("listEventNotifications", {}, {"page": page, "createdAt[before]": created_at_before, "createdAt[strictly_before]": created_at_strictly_before, "createdAt[after]": created_at_after, "createdAt[strictly_after]": created_at_strictly_after, "status": status, "event": event, "alert": alert, "property": property})

    def get_event_notification(self, id: str) -> api.EventNotification:
        """Get a notification."""
        return self._call("getEventNotification", {"id": id}, {})

    def test_event_destination(self, id: str, body: api.TestEventDestinationRequest) -> api.EventNotification:
        """Send a test."""
        return self._call("testEventDestination", {"id": id}, {}, body)

    def list_delivery_attempts(self, id: str, *, page: int | None = None) -> list[api.DeliveryAttempt]:
        """List delivery attempts."""
        return self._call("listDeliveryAttempts", {"id": id}, {"page": page})

    def iter_delivery_attempts(self, id: str, *, page: int | None = None) -> Iterator[api.DeliveryAttempt]:
        """List delivery attempts: all entries, page by page."""
        return self._each("listDeliveryAttempts", {"id": id}, {"page": page})

    def replay_event_notification(self, id: str) -> api.EventNotification:
        """Replay a notification."""
        return self._call("replayEventNotification", {"id": id}, {})

    def replay_event_notifications(self, body: api.ReplayEventNotificationsRequest) -> api.EventReplay:
        """Replay notifications."""
        return self._call("replayEventNotifications", {}, {}, body)

    def search_transactions(self, body: api.SearchTransactionsRequest) -> api.TransactionSearch:
        """Search closed sales."""
        return self._call("searchTransactions", {}, {}, body)

    def iter_transactions(self, body: api.SearchTransactionsRequest) -> Iterator[api.Transaction]:
        """Search closed sales: all entries, page by page."""
        return self._each("searchTransactions", {}, {}, body)

    def get_transaction(self, id: str) -> api.Transaction:
        """Get a closed sale."""
        return self._call("getTransaction", {"id": id}, {})

    def list_market_paces(self, *, page: int | None = None, city_id: str | None = None, property_type: api.ValuedType | None = None) -> list[api.MarketPace]:
        """Time on market and asking-to-sold margin."""
        return self._call("listMarketPaces", {}, {"page": page, "city_id": city_id, "property_type": property_type})

    def iter_market_paces(self, *, page: int | None = None, city_id: str | None = None, property_type: api.ValuedType | None = None) -> Iterator[api.MarketPace]:
        """Time on market and asking-to-sold margin: all entries, page by page."""
        return self._each("listMarketPaces", {}, {"page": page, "city_id": city_id, "property_type": property_type})

    def get_listing_analytics(self, *, event_at_from: str | None = None, event_at_to: str | None = None, event_type: list[api.AnalyticsEventType] | None = None, property_type: list[api.PropertyType] | None = None, transaction_type: api.TransactionType | None = None, city_id: list[str] | None = None, district_id: list[str] | None = None, neighborhood_id: list[str] | None = None, dpe_energy_rating: list[api.ScoreRating] | None = None, publisher_type: list[api.PublisherType] | None = None, price_min: float | None = None, price_max: float | None = None, area_min: float | None = None, area_max: float | None = None, rooms_min: int | None = None, rooms_max: int | None = None, bedrooms_min: int | None = None, bedrooms_max: int | None = None, lat_min: float | None = None, lat_max: float | None = None, lng_min: float | None = None, lng_max: float | None = None, group_by: list[api.AnalyticsGroupBy] | None = None, time_bucket: api.AnalyticsTimeBucket | None = None, metrics: list[str] | None = None) -> api.GetListingAnalyticsReply:
        """Aggregate listing events."""
        return self._call("getListingAnalytics", {}, {"event_at_from": event_at_from, "event_at_to": event_at_to, "event_type": event_type, "property_type": property_type, "transaction_type": transaction_type, "city_id": city_id, "district_id": district_id, "neighborhood_id": neighborhood_id, "dpe_energy_rating": dpe_energy_rating, "publisher_type": publisher_type, "price_min": price_min, "price_max": price_max, "area_min": area_min, "area_max": area_max, "rooms_min": rooms_min, "rooms_max": rooms_max, "bedrooms_min": bedrooms_min, "bedrooms_max": bedrooms_max, "lat_min": lat_min, "lat_max": lat_max, "lng_min": lng_min, "lng_max": lng_max, "group_by": group_by, "time_bucket": time_bucket, "metrics": metrics})

    def export_listing_analytics(self, *, format: api.TableFormat | None = None, event_at_from: str | None = None, event_at_to: str | None = None, event_type: list[api.AnalyticsEventType] | None = None, property_type: list[api.PropertyType] | None = None, transaction_type: api.TransactionType | None = None, city_id: list[str] | None = None, district_id: list[str] | None = None, neighborhood_id: list[str] | None = None, dpe_energy_rating: list[api.ScoreRating] | None = None, publisher_type: list[api.PublisherType] | None = None, price_min: float | None = None, price_max: float | None = None, area_min: float | None = None, area_max: float | None = None, rooms_min: int | None = None, rooms_max: int | None = None, bedrooms_min: int | None = None, bedrooms_max: int | None = None, lat_min: float | None = None, lat_max: float | None = None, lng_min: float | None = None, lng_max: float | None = None, group_by: list[api.AnalyticsGroupBy] | None = None, time_bucket: api.AnalyticsTimeBucket | None = None, metrics: list[str] | None = None) -> bytes:
        """Export aggregated listing events."""
        return self._call("exportListingAnalytics", {}, {"format": format, "event_at_from": event_at_from, "event_at_to": event_at_to, "event_type": event_type, "property_type": property_type, "transaction_type": transaction_type, "city_id": city_id, "district_id": district_id, "neighborhood_id": neighborhood_id, "dpe_energy_rating": dpe_energy_rating, "publisher_type": publisher_type, "price_min": price_min, "price_max": price_max, "area_min": area_min, "area_max": area_max, "rooms_min": rooms_min, "rooms_max": rooms_max, "bedrooms_min": bedrooms_min, "bedrooms_max": bedrooms_max, "lat_min": lat_min, "lat_max": lat_max, "lng_min": lng_min, "lng_max": lng_max, "group_by": group_by, "time_bucket": time_bucket, "metrics": metrics})

    def value_home(self, body: api.ValueHomeRequest) -> api.Valuation:
        """Value a home."""
        return self._call("valueHome", {}, {}, body)

    def get_valuation_accuracy(self, *, market: api.ValuationMarket | None = None) -> api.ValuationAccuracy:
        """Accuracy of valuations."""
        return self._call("getValuationAccuracy", {}, {"market": market})

    def get_property_valuation(self, id: str, *, market: api.ValuationMarket | None = None, date: str | None = None) -> api.PropertyValuationReport:
        """Value a property."""
        return self._call("getPropertyValuation", {"id": id}, {"market": market, "date": date})

    def get_api_usage(self, *, start_date: str | None = None, end_date: str | None = None, api_key_id: str | None = None, granularity: api.UsageGranularity | None = None, group_by: api.UsageGroupBy | None = None, channel: api.UsageChannel | None = None) -> api.GetApiUsageReply:
        """Get API usage."""
        return self._call("getApiUsage", {}, {"startDate": start_date, "endDate": end_date, "apiKeyId": api_key_id, "granularity": granularity, "groupBy": group_by, "channel": channel})

    def export_api_usage(self, *, format: api.TableFormat | None = None, start_date: str | None = None, end_date: str | None = None, api_key_id: str | None = None, granularity: api.UsageGranularity | None = None, group_by: api.UsageGroupBy | None = None, channel: api.UsageChannel | None = None) -> bytes:
        """Export API usage."""
        return self._call("exportApiUsage", {}, {"format": format, "startDate": start_date, "endDate": end_date, "apiKeyId": api_key_id, "granularity": granularity, "groupBy": group_by, "channel": channel})

    def list_audit_log(self, *, page: int | None = None) -> list[api.AuditEntry]:
        """List what was changed."""
        return self._call("listAuditLog", {}, {"page": page})

    def iter_audit_log(self, *, page: int | None = None) -> Iterator[api.AuditEntry]:
        """List what was changed: all entries, page by page."""
        return self._each("listAuditLog", {}, {"page": page})

    def feed_observations(self, body: str | bytes) -> api.IngestReport:
        """Ingest observations."""
        return self._call("feedObservations", {}, {}, body)

    def list_feeds(self, *, page: int | None = None) -> list[api.Feed]:
        """List feeds."""
        return self._call("listFeeds", {}, {"page": page})

    def iter_feeds(self, *, page: int | None = None) -> Iterator[api.Feed]:
        """List feeds: all entries, page by page."""
        return self._each("listFeeds", {}, {"page": page})

    def create_feed(self, body: api.CreateFeedRequest) -> api.Feed:
        """Create a feed."""
        return self._call("createFeed", {}, {}, body)

    def get_feed(self, id: str) -> api.Feed:
        """Get a feed."""
        return self._call("getFeed", {"id": id}, {})

    def delete_feed(self, id: str) -> None:
        """Delete a feed."""
        return self._call("deleteFeed", {"id": id}, {})

    def list_feed_runs(self, id: str, *, page: int | None = None) -> list[api.FeedRun]:
        """List feed runs."""
        return self._call("listFeedRuns", {"id": id}, {"page": page})

    def iter_feed_runs(self, id: str, *, page: int | None = None) -> Iterator[api.FeedRun]:
        """List feed runs: all entries, page by page."""
        return self._each("listFeedRuns", {"id": id}, {"page": page})

    def list_dropped_members(self, id: str, *, page: int | None = None, days: int | None = None) -> list[api.DroppedMember]:
        """List dropped members of a source."""
        return self._call("listDroppedMembers", {"id": id}, {"page": page, "days": days})

    def iter_dropped_members(self, id: str, *, page: int | None = None, days: int | None = None) -> Iterator[api.DroppedMember]:
        """List dropped members of a source: all entries, page by page."""
        return self._each("listDroppedMembers", {"id": id}, {"page": page, "days": days})

    def list_rejected_records(self, id: str, *, page: int | None = None) -> list[api.RejectedRecord]:
        """List rejected records of a source."""
        return self._call("listRejectedRecords", {"id": id}, {"page": page})

    def iter_rejected_records(self, id: str, *, page: int | None = None) -> Iterator[api.RejectedRecord]:
        """List rejected records of a source: all entries, page by page."""
        return self._each("listRejectedRecords", {"id": id}, {"page": page})

    def remove_listing(self, body: api.RemoveListingRequest) -> api.Removal:
        """Remove a listing for good."""
        return self._call("removeListing", {}, {}, body)

    def get_removal(self, id: str) -> api.Removal:
        """Get a removal."""
        return self._call("getRemoval", {"id": id}, {})


class AsyncOperations(AsyncCaller):
    """Every operation of the API, for asyncio."""

    async def search_properties(self, body: api.PropertySearch, *, fields: str | None = None, fields_property: str | None = None, fields_listing: str | None = None, fields_publisher: str | None = None, fields_property_publisher: str | None = None, fields_source: str | None = None) -> list[api.PropertyResult]:
        """Search properties."""
        return await self._call("searchProperties", {}, {"fields": fields, "fields[Property]": fields_property, "fields[Listing]": fields_listing, "fields[Publisher]": fields_publisher, "fields[PropertyPublisher]": fields_property_publisher, "fields[Source]": fields_source}, body)

    def iter_properties(self, body: api.PropertySearch, *, fields: str | None = None, fields_property: str | None = None, fields_listing: str | None = None, fields_publisher: str | None = None, fields_property_publisher: str | None = None, fields_source: str | None = None) -> AsyncIterator[api.PropertyResult]:
        """Search properties: all entries, page by page."""
        return self._each("searchProperties", {}, {"fields": fields, "fields[Property]": fields_property, "fields[Listing]": fields_listing, "fields[Publisher]": fields_publisher, "fields[PropertyPublisher]": fields_property_publisher, "fields[Source]": fields_source}, body)

    async def get_properties(self, *, ids: list[str], fields: str | None = None, fields_property: str | None = None, fields_listing: str | None = None, fields_publisher: str | None = None, fields_property_publisher: str | None = None, fields_source: str | None = None) -> list[api.PropertyResult]:
        """Get several properties."""
        return await self._call("getProperties", {}, {"ids": ids, "fields": fields, "fields[Property]": fields_property, "fields[Listing]": fields_listing, "fields[Publisher]": fields_publisher, "fields[PropertyPublisher]": fields_property_publisher, "fields[Source]": fields_source})

    async def count_property_facets(self, body: api.CountPropertyFacetsRequest) -> api.PropertyFacets:
        """Count properties by facet."""
        return await self._call("countPropertyFacets", {}, {}, body)

    async def cluster_properties(self, body: api.ClusterPropertiesRequest) -> api.PropertyClusters:
        """Cluster properties on a map."""
        return await self._call("clusterProperties", {}, {}, body)

    async def explain_criteria(self, body: api.ExplainCriteriaRequest) -> api.CriteriaExplanation:
        """Explain whether a property matches criteria."""
        return await self._call("explainCriteria", {}, {}, body)

    async def parse_sentence(self, body: api.ParseSentenceRequest) -> api.ParsedSentence:
        """Turn a sentence into criteria."""
        return await self._call("parseSentence", {}, {}, body)

    async def lookup_property_by_url(self, body: api.LookupPropertyByUrlRequest) -> api.PropertyLookup:
        """Look up a property by listing URL."""
        return await self._call("lookupPropertyByUrl", {}, {}, body)

    async def get_property(self, id: str, *, uuid: str | None = None, as_of: str | None = None, fields: str | None = None, fields_property: str | None = None, fields_listing: str | None = None, fields_publisher: str | None = None, fields_property_publisher: str | None = None, fields_source: str | None = None) -> api.PropertyResult:
        """Get a property."""
        return await self._call("getProperty", {"id": id}, {"uuid": uuid, "asOf": as_of, "fields": fields, "fields[Property]": fields_property, "fields[Listing]": fields_listing, "fields[Publisher]": fields_publisher, "fields[PropertyPublisher]": fields_property_publisher, "fields[Source]": fields_source})

    async def resolve_property_address(self, id: str) -> api.AddressResolution:
        """Resolve the address of a property."""
        return await self._call("resolvePropertyAddress", {"id": id}, {})

    async def list_sales_nearby(self, id: str, *, radius: int | None = None, from_: str | None = None, to: str | None = None, type: api.PropertyType | None = None) -> api.SalesNearby:
        """List sales near a property."""
        return await self._call("listSalesNearby", {"id": id}, {"radius": radius, "from": from_, "to": to, "type": type})

    async def get_property_lifeline(self, id: str) -> api.Lifeline:
        """Property timeline."""
        return await self._call("getPropertyLifeline", {"id": id}, {})

    async def list_changes(self, *, cursor: str | None = None, since: str | None = None, criteria: str | None = None, limit: int | None = None) -> api.ListChangesReply:
        """Follow what changes."""
        return await self._call("listChanges", {}, {"cursor": cursor, "since": since, "criteria": criteria, "limit": limit})

    def iter_changes(self, *, cursor: str | None = None, since: str | None = None, criteria: str | None = None, limit: int | None = None) -> AsyncIterator[dict[str, Any]]:
        """Follow what changes: all entries, page by page."""
        return self._each("listChanges", {}, {"cursor": cursor, "since": since, "criteria": criteria, "limit": limit})

    async def list_exports(self, *, page: int | None = None) -> list[api.Export]:
        """List exports."""
        return await self._call("listExports", {}, {"page": page})

    def iter_exports(self, *, page: int | None = None) -> AsyncIterator[api.Export]:
        """List exports: all entries, page by page."""
        return self._each("listExports", {}, {"page": page})

    async def create_export(self, body: api.CreateExportRequest) -> api.Export:
        """Export properties."""
        return await self._call("createExport", {}, {}, body)

    async def get_export(self, id: str) -> api.Export:
        """Get export."""
        return await self._call("getExport", {"id": id}, {})

    async def delete_export(self, id: str) -> None:
        """Delete export."""
        return await self._call("deleteExport", {"id": id}, {})

    async def get_publisher(self, id: str) -> api.PublisherProfile:
        """Get a publisher."""
        return await self._call("getPublisher", {"id": id}, {})

    async def autocomplete_places(self, *, page: int | None = None, query: str, type: list[api.DivisionType] | None = None, limit: int | None = None) -> list[api.AutocompleteItem]:
        """Autocomplete places."""
        return await self._call("autocompletePlaces", {}, {"page": page, "query": query, "type": type, "limit": limit})

    def iter_places(self, *, page: int | None = None, query: str, type: list[api.DivisionType] | None = None, limit: int | None = None) -> AsyncIterator[api.AutocompleteItem]:
        """Autocomplete places: all entries, page by page."""
        return self._each("autocompletePlaces", {}, {"page": page, "query": query, "type": type, "limit": limit})

    async def get_administrative_division(self, uuid: str) -> api.AdministrativeDivision:
        """Get an administrative division."""
        return await self._call("getAdministrativeDivision", {"uuid": uuid}, {})

    async def list_division_ancestors(self, uuid: str, *, page: int | None = None) -> list[api.AdministrativeDivision]:
        """List ancestors of a division."""
        return await self._call("listDivisionAncestors", {"uuid": uuid}, {"page": page})

    def iter_division_ancestors(self, uuid: str, *, page: int | None = None) -> AsyncIterator[api.AdministrativeDivision]:
        """List ancestors of a division: all entries, page by page."""
        return self._each("listDivisionAncestors", {"uuid": uuid}, {"page": page})

    async def list_division_descendants(self, uuid: str, *, page: int | None = None) -> list[api.AdministrativeDivision]:
        """List descendants of a division."""
        return await self._call("listDivisionDescendants", {"uuid": uuid}, {"page": page})

    def iter_division_descendants(self, uuid: str, *, page: int | None = None) -> AsyncIterator[api.AdministrativeDivision]:
        """List descendants of a division: all entries, page by page."""
        return self._each("listDivisionDescendants", {"uuid": uuid}, {"page": page})

    async def get_division_geometry(self, uuid: str) -> api.DivisionGeometry:
        """Get the geometry of a division."""
        return await self._call("getDivisionGeometry", {"uuid": uuid}, {})

    async def list_sources(self, *, page: int | None = None, name: str | None = None) -> list[api.Source]:
        """List sources."""
        return await self._call("listSources", {}, {"page": page, "name": name})

    def iter_sources(self, *, page: int | None = None, name: str | None = None) -> AsyncIterator[api.Source]:
        """List sources: all entries, page by page."""
        return self._each("listSources", {}, {"page": page, "name": name})

    async def get_source(self, id: str) -> api.Source:
        """Get a source."""
        return await self._call("getSource", {"id": id}, {})

    async def list_source_categories(self, *, page: int | None = None) -> list[api.SourceCategory]:
        """List source categories."""
        return await self._call("listSourceCategories", {}, {"page": page})

    def iter_source_categories(self, *, page: int | None = None) -> AsyncIterator[api.SourceCategory]:
        """List source categories: all entries, page by page."""
        return self._each("listSourceCategories", {}, {"page": page})

    async def get_source_category(self, id: str) -> api.SourceCategory:
        """Get a source category."""
        return await self._call("getSourceCategory", {"id": id}, {})

    async def list_favorite_properties(self, *, page: int | None = None, property_id: str | None = None) -> list[api.FavoriteProperty]:
        """List favorites."""
        return await self._call("listFavoriteProperties", {}, {"page": page, "propertyId": property_id})

    def iter_favorite_properties(self, *, page: int | None = None, property_id: str | None = None) -> AsyncIterator[api.FavoriteProperty]:
        """List favorites: all entries, page by page."""
        return self._each("listFavoriteProperties", {}, {"page": page, "propertyId": property_id})

    async def create_favorite_property(self, body: api.CreateFavoritePropertyRequest) -> api.FavoriteProperty:
        """Add favorite."""
        return await self._call("createFavoriteProperty", {}, {}, body)

    async def get_favorite_property(self, id: str) -> api.FavoriteProperty:
        """Get favorite."""
        return await self._call("getFavoriteProperty", {"id": id}, {})

    async def delete_favorite_property(self, id: str) -> None:
        """Remove favorite."""
        return await self._call("deleteFavoriteProperty", {"id": id}, {})

    async def list_alerts(self, *, page: int | None = None) -> list[api.Alert]:
        """List alerts."""
        return await self._call("listAlerts", {}, {"page": page})

    def iter_alerts(self, *, page: int | None = None) -> AsyncIterator[api.Alert]:
        """List alerts: all entries, page by page."""
        return self._each("listAlerts", {}, {"page": page})

    async def create_alert(self, body: api.CreateAlertRequest) -> api.Alert:
        """Create an alert."""
        return await self._call("createAlert", {}, {}, body)

    async def get_alert(self, id: str) -> api.Alert:
        """Get an alert."""
        return await self._call("getAlert", {"id": id}, {})

    async def update_alert(self, id: str, body: api.UpdateAlertRequest) -> api.Alert:
        """Update an alert."""
        return await self._call("updateAlert", {"id": id}, {}, body)

    async def delete_alert(self, id: str) -> None:
        """Delete an alert."""
        return await self._call("deleteAlert", {"id": id}, {})

    async def forecast_alert(self, body: api.ForecastAlertRequest) -> api.Forecast:
        """Forecast an alert."""
        return await self._call("forecastAlert", {}, {}, body)

    async def rehearse_alert(self, id: str, body: api.RehearseAlertRequest) -> api.AlertRehearsal:
        """Rehearse an alert."""
        return await self._call("rehearseAlert", {"id": id}, {}, body)

    async def explain_alert(self, id: str, *, property_id: str) -> api.CriteriaExplanation:
        """Explain whether an alert matches a property."""
        return await self._call("explainAlert", {"id": id}, {"propertyId": property_id})

    async def list_alert_events(self, alert_id: str, *, page: int | None = None, order_created_at: api.CollectionOrder | None = None, created_at_before: str | None = None, created_at_strictly_before: str | None = None, created_at_after: str | None = None, created_at_strictly_after: str | None = None) -> list[api.AlertEvent]:
        """List alert events."""
        return await self._call("listAlertEvents", {"alertId": alert_id}, {"page": page, "order[createdAt]": order_created_at, "createdAt[before]": created_at_before, "createdAt[strictly_before]": created_at_strictly_before, "createdAt[after]": created_at_after, "createdAt[strictly_after]": created_at_strictly_after})

    def iter_alert_events(self, alert_id: str, *, page: int | None = None, order_created_at: api.CollectionOrder | None = None, created_at_before: str | None = None, created_at_strictly_before: str | None = None, created_at_after: str | None = None, created_at_strictly_after: str | None = None) -> AsyncIterator[api.AlertEvent]:
        """List alert events: all entries, page by page."""
        return self._each("listAlertEvents", {"alertId": alert_id}, {"page": page, "order[createdAt]": order_created_at, "createdAt[before]": created_at_before, "createdAt[strictly_before]": created_at_strictly_before, "createdAt[after]": created_at_after, "createdAt[strictly_after]": created_at_strictly_after})

    async def get_alert_event(self, alert_id: str, id: str) -> api.AlertEvent:
        """Get an alert event."""
        return await self._call("getAlertEvent", {"alertId": alert_id, "id": id}, {})

    async def list_event_destinations(self, *, page: int | None = None) -> list[api.EventDestination]:
        """List destinations."""
        return await self._call("listEventDestinations", {}, {"page": page})

    def iter_event_destinations(self, *, page: int | None = None) -> AsyncIterator[api.EventDestination]:
        """List destinations: all entries, page by page."""
        return self._each("listEventDestinations", {}, {"page": page})

    async def create_event_destination(self, body: api.CreateEventDestinationRequest) -> api.EventDestination:
        """Create a destination."""
        return await self._call("createEventDestination", {}, {}, body)

    async def get_event_destination(self, id: str) -> api.EventDestination:
        """Get a destination."""
        return await self._call("getEventDestination", {"id": id}, {})

    async def delete_event_destination(self, id: str) -> None:
        """Delete a destination."""
        return await self._call("deleteEventDestination", {"id": id}, {})

    async def request_confirmation(self, id: str) -> api.EventDestination:
        """Resend the confirmation email."""
        return await self._call("requestConfirmation", {"id": id}, {})

    async def list_event_notifications(self, *, page: int | None = None, created_at_before: str | None = None, created_at_strictly_before: str | None = None, created_at_after: str | None = None, created_at_strictly_after: str | None = None, status: api.NotificationStatus | None = None, event: str | None = None, alert: str | None = None, property: str | None = None) -> list[api.EventNotification]:
        """List notifications."""
        return await self._call("listEventNotifications", {}, {"page": page, "createdAt[before]": created_at_before, "createdAt[strictly_before]": created_at_strictly_before, "createdAt[after]": created_at_after, "createdAt[strictly_after]": created_at_strictly_after, "status": status, "event": event, "alert": alert, "property": property})

    def iter_event_notifications(self, *, page: int | None = None, created_at_before: str | None = None, created_at_strictly_before: str | None = None, created_at_after: str | None = None, created_at_strictly_after: str | None = None, status: api.NotificationStatus | None = None, event: str | None = None, alert: str | None = None, property: str | None = None) -> AsyncIterator[api.EventNotification]:
        """List notifications: all entries, page by page."""
        return self._each("listEventNotifications", {}, {"page": page, "createdAt[before]": created_at_before, "createdAt[strictly_before]": created_at_strictly_before, "createdAt[after]": created_at_after, "createdAt[strictly_after]": created_at_strictly_after, "status": status, "event": event, "alert": alert, "property": property})

    async def get_event_notification(self, id: str) -> api.EventNotification:
        """Get a notification."""
        return await self._call("getEventNotification", {"id": id}, {})

    async def test_event_destination(self, id: str, body: api.TestEventDestinationRequest) -> api.EventNotification:
        """Send a test."""
        return await self._call("testEventDestination", {"id": id}, {}, body)

    async def list_delivery_attempts(self, id: str, *, page: int | None = None) -> list[api.DeliveryAttempt]:
        """List delivery attempts."""
        return await self._call("listDeliveryAttempts", {"id": id}, {"page": page})

    def iter_delivery_attempts(self, id: str, *, page: int | None = None) -> AsyncIterator[api.DeliveryAttempt]:
        """List delivery attempts: all entries, page by page."""
        return self._each("listDeliveryAttempts", {"id": id}, {"page": page})

    async def replay_event_notification(self, id: str) -> api.EventNotification:
        """Replay a notification."""
        return await self._call("replayEventNotification", {"id": id}, {})

    async def replay_event_notifications(self, body: api.ReplayEventNotificationsRequest) -> api.EventReplay:
        """Replay notifications."""
        return await self._call("replayEventNotifications", {}, {}, body)

    async def search_transactions(self, body: api.SearchTransactionsRequest) -> api.TransactionSearch:
        """Search closed sales."""
        return await self._call("searchTransactions", {}, {}, body)

    def iter_transactions(self, body: api.SearchTransactionsRequest) -> AsyncIterator[api.Transaction]:
        """Search closed sales: all entries, page by page."""
        return self._each("searchTransactions", {}, {}, body)

    async def get_transaction(self, id: str) -> api.Transaction:
        """Get a closed sale."""
        return await self._call("getTransaction", {"id": id}, {})

    async def list_market_paces(self, *, page: int | None = None, city_id: str | None = None, property_type: api.ValuedType | None = None) -> list[api.MarketPace]:
        """Time on market and asking-to-sold margin."""
        return await self._call("listMarketPaces", {}, {"page": page, "city_id": city_id, "property_type": property_type})

    def iter_market_paces(self, *, page: int | None = None, city_id: str | None = None, property_type: api.ValuedType | None = None) -> AsyncIterator[api.MarketPace]:
        """Time on market and asking-to-sold margin: all entries, page by page."""
        return self._each("listMarketPaces", {}, {"page": page, "city_id": city_id, "property_type": property_type})

    async def get_listing_analytics(self, *, event_at_from: str | None = None, event_at_to: str | None = None, event_type: list[api.AnalyticsEventType] | None = None, property_type: list[api.PropertyType] | None = None, transaction_type: api.TransactionType | None = None, city_id: list[str] | None = None, district_id: list[str] | None = None, neighborhood_id: list[str] | None = None, dpe_energy_rating: list[api.ScoreRating] | None = None, publisher_type: list[api.PublisherType] | None = None, price_min: float | None = None, price_max: float | None = None, area_min: float | None = None, area_max: float | None = None, rooms_min: int | None = None, rooms_max: int | None = None, bedrooms_min: int | None = None, bedrooms_max: int | None = None, lat_min: float | None = None, lat_max: float | None = None, lng_min: float | None = None, lng_max: float | None = None, group_by: list[api.AnalyticsGroupBy] | None = None, time_bucket: api.AnalyticsTimeBucket | None = None, metrics: list[str] | None = None) -> api.GetListingAnalyticsReply:
        """Aggregate listing events."""
        return await self._call("getListingAnalytics", {}, {"event_at_from": event_at_from, "event_at_to": event_at_to, "event_type": event_type, "property_type": property_type, "transaction_type": transaction_type, "city_id": city_id, "district_id": district_id, "neighborhood_id": neighborhood_id, "dpe_energy_rating": dpe_energy_rating, "publisher_type": publisher_type, "price_min": price_min, "price_max": price_max, "area_min": area_min, "area_max": area_max, "rooms_min": rooms_min, "rooms_max": rooms_max, "bedrooms_min": bedrooms_min, "bedrooms_max": bedrooms_max, "lat_min": lat_min, "lat_max": lat_max, "lng_min": lng_min, "lng_max": lng_max, "group_by": group_by, "time_bucket": time_bucket, "metrics": metrics})

    async def export_listing_analytics(self, *, format: api.TableFormat | None = None, event_at_from: str | None = None, event_at_to: str | None = None, event_type: list[api.AnalyticsEventType] | None = None, property_type: list[api.PropertyType] | None = None, transaction_type: api.TransactionType | None = None, city_id: list[str] | None = None, district_id: list[str] | None = None, neighborhood_id: list[str] | None = None, dpe_energy_rating: list[api.ScoreRating] | None = None, publisher_type: list[api.PublisherType] | None = None, price_min: float | None = None, price_max: float | None = None, area_min: float | None = None, area_max: float | None = None, rooms_min: int | None = None, rooms_max: int | None = None, bedrooms_min: int | None = None, bedrooms_max: int | None = None, lat_min: float | None = None, lat_max: float | None = None, lng_min: float | None = None, lng_max: float | None = None, group_by: list[api.AnalyticsGroupBy] | None = None, time_bucket: api.AnalyticsTimeBucket | None = None, metrics: list[str] | None = None) -> bytes:
        """Export aggregated listing events."""
        return await self._call("exportListingAnalytics", {}, {"format": format, "event_at_from": event_at_from, "event_at_to": event_at_to, "event_type": event_type, "property_type": property_type, "transaction_type": transaction_type, "city_id": city_id, "district_id": district_id, "neighborhood_id": neighborhood_id, "dpe_energy_rating": dpe_energy_rating, "publisher_type": publisher_type, "price_min": price_min, "price_max": price_max, "area_min": area_min, "area_max": area_max, "rooms_min": rooms_min, "rooms_max": rooms_max, "bedrooms_min": bedrooms_min, "bedrooms_max": bedrooms_max, "lat_min": lat_min, "lat_max": lat_max, "lng_min": lng_min, "lng_max": lng_max, "group_by": group_by, "time_bucket": time_bucket, "metrics": metrics})

    async def value_home(self, body: api.ValueHomeRequest) -> api.Valuation:
        """Value a home."""
        return await self._call("valueHome", {}, {}, body)

    async def get_valuation_accuracy(self, *, market: api.ValuationMarket | None = None) -> api.ValuationAccuracy:
        """Accuracy of valuations."""
        return await self._call("getValuationAccuracy", {}, {"market": market})

    async def get_property_valuation(self, id: str, *, market: api.ValuationMarket | None = None, date: str | None = None) -> api.PropertyValuationReport:
        """Value a property."""
        return await self._call("getPropertyValuation", {"id": id}, {"market": market, "date": date})

    async def get_api_usage(self, *, start_date: str | None = None, end_date: str | None = None, api_key_id: str | None = None, granularity: api.UsageGranularity | None = None, group_by: api.UsageGroupBy | None = None, channel: api.UsageChannel | None = None) -> api.GetApiUsageReply:
        """Get API usage."""
        return await self._call("getApiUsage", {}, {"startDate": start_date, "endDate": end_date, "apiKeyId": api_key_id, "granularity": granularity, "groupBy": group_by, "channel": channel})

    async def export_api_usage(self, *, format: api.TableFormat | None = None, start_date: str | None = None, end_date: str | None = None, api_key_id: str | None = None, granularity: api.UsageGranularity | None = None, group_by: api.UsageGroupBy | None = None, channel: api.UsageChannel | None = None) -> bytes:
        """Export API usage."""
        return await self._call("exportApiUsage", {}, {"format": format, "startDate": start_date, "endDate": end_date, "apiKeyId": api_key_id, "granularity": granularity, "groupBy": group_by, "channel": channel})

    async def list_audit_log(self, *, page: int | None = None) -> list[api.AuditEntry]:
        """List what was changed."""
        return await self._call("listAuditLog", {}, {"page": page})

    def iter_audit_log(self, *, page: int | None = None) -> AsyncIterator[api.AuditEntry]:
        """List what was changed: all entries, page by page."""
        return self._each("listAuditLog", {}, {"page": page})

    async def feed_observations(self, body: str | bytes) -> api.IngestReport:
        """Ingest observations."""
        return await self._call("feedObservations", {}, {}, body)

    async def list_feeds(self, *, page: int | None = None) -> list[api.Feed]:
        """List feeds."""
        return await self._call("listFeeds", {}, {"page": page})

    def iter_feeds(self, *, page: int | None = None) -> AsyncIterator[api.Feed]:
        """List feeds: all entries, page by page."""
        return self._each("listFeeds", {}, {"page": page})

    async def create_feed(self, body: api.CreateFeedRequest) -> api.Feed:
        """Create a feed."""
        return await self._call("createFeed", {}, {}, body)

    async def get_feed(self, id: str) -> api.Feed:
        """Get a feed."""
        return await self._call("getFeed", {"id": id}, {})

    async def delete_feed(self, id: str) -> None:
        """Delete a feed."""
        return await self._call("deleteFeed", {"id": id}, {})

    async def list_feed_runs(self, id: str, *, page: int | None = None) -> list[api.FeedRun]:
        """List feed runs."""
        return await self._call("listFeedRuns", {"id": id}, {"page": page})

    def iter_feed_runs(self, id: str, *, page: int | None = None) -> AsyncIterator[api.FeedRun]:
        """List feed runs: all entries, page by page."""
        return self._each("listFeedRuns", {"id": id}, {"page": page})

    async def list_dropped_members(self, id: str, *, page: int | None = None, days: int | None = None) -> list[api.DroppedMember]:
        """List dropped members of a source."""
        return await self._call("listDroppedMembers", {"id": id}, {"page": page, "days": days})

    def iter_dropped_members(self, id: str, *, page: int | None = None, days: int | None = None) -> AsyncIterator[api.DroppedMember]:
        """List dropped members of a source: all entries, page by page."""
        return self._each("listDroppedMembers", {"id": id}, {"page": page, "days": days})

    async def list_rejected_records(self, id: str, *, page: int | None = None) -> list[api.RejectedRecord]:
        """List rejected records of a source."""
        return await self._call("listRejectedRecords", {"id": id}, {"page": page})

    def iter_rejected_records(self, id: str, *, page: int | None = None) -> AsyncIterator[api.RejectedRecord]:
        """List rejected records of a source: all entries, page by page."""
        return self._each("listRejectedRecords", {"id": id}, {"page": page})

    async def remove_listing(self, body: api.RemoveListingRequest) -> api.Removal:
        """Remove a listing for good."""
        return await self._call("removeListing", {}, {}, body)

    async def get_removal(self, id: str) -> api.Removal:
        """Get a removal."""
        return await self._call("getRemoval", {"id": id}, {})
