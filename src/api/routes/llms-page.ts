import type { PageRoute } from '../page.ts';

/** llmstxt.org: what a model needs to use the service, with links to the rest. */
const TEXT = `# Gable

> Real-estate listings of many portals, grouped into real-world properties: one API for search, alerts by signed
> webhook, market figures and registered sales. The same home advertised on several portals is one property.

- Every call carries the header X-API-KEY. A key is created in the console.
- Answers are JSON:API (the default) or, with Accept: application/json, flat JSON. Errors are problem+json and list
  every fault with its path and what to write instead.
- Each property in an answer is one result. size 0 counts for nothing.
- Search is POST /properties with a tree of criteria, such as
  {"criteria":{"property":{"type":{"in":["FLAT"]},"locations":{"in":{"uniqueCodes":["69123"]}},"pricing":{"displayed":{"lte":300000}}}}}.
  GET /geo/autocomplete?query=lyon finds the codes of places.
- Ask for what you need: fields=property.pricing,listings.url, ids=… for up to 100 properties, Accept-Encoding: gzip.
- A creation with an Idempotency-Key may be repeated for 24 hours.

## Documents

- [OpenAPI document](/openapi.json): every path, parameter and schema
- [Reference](/docs): the same for people
- [Problems](/problems/validation): each problem type has a page that explains it

## Assistants

- [MCP server](/mcp): Model Context Protocol over HTTP with the tools search_properties, resolve_location,
  parse_sentence, value_property, get_property, explain_match, market_statistics, closed_sales, list_alerts, forecast_alert, create_alert,
  update_alert and delete_alert
`;

export const llmsPage: PageRoute = {
  path: '/llms.txt',
  access: 'open',
  summary: 'About this service, for language models',
  type: 'text/plain',
  statuses: [200],
  show: () => ({ type: 'text/plain; charset=utf-8', body: TEXT }),
};
