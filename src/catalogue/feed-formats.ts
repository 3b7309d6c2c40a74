/** Every feed format, in the order of the documentation. */
export const feedFormats = [
  'ndjson',
  'kyero',
  'openimmo',
  'poliris',
  'ubiflow',
  'blm',
  'trovit',
  'idealista',
  'bienici',
  'schema-org',
  'reso',
] as const;
