/** What the routes of each tag are for, in the order of the document. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  Properties: 'Search homes, read one, explain a search, find the address and the sales around.',
  Changes: 'Everything that happens to properties, in order: to keep a copy that follows the service.',
  Exports: 'Files with all properties of a search.',
  Valuations: 'What a home is worth, with the homes it is compared with and how right the model is.',
  Publishers: 'The agencies and people who advertise.',
  Geography: 'Countries, regions, towns and quarters: autocomplete, ancestors, descendants and outlines.',
  Sources: 'The portals that listings come from.',
  Favorites: 'Properties that the account marked.',
  Alerts: 'Saved searches that notify: create, change, forecast, rehearse, and read their events.',
  'Event destinations': 'Where events are sent: webhooks and emails.',
  'Event notifications': 'The delivery log: what was sent, how each attempt ended, and replays.',
  Transactions: 'Closed sales of public registers.',
  Analytics: 'Figures over listing events, as JSON or as a file.',
  Account: 'What the account used.',
  Usage: 'Who changed what in the account.',
  Operator: 'For operators of the service: feeds and what became of their records.',
  Service: 'Probes, metrics, pages for people and this document. No key is needed.',
  Keys: 'API keys of the account.',
  People: 'Who is signed in, and who belongs to the account.',
  Destinations: 'Destinations as operators see them.',
};

export const describeTag = (name: string): { name: string; description?: string } => {
  const description = DESCRIPTIONS[name];
  return { name, ...(description !== undefined && { description }) };
};
