/**
 * Every feed format, in the order of the documentation. `formats.ts` has a reader for each; loading it loads them
 * all.
 */
export const formatNames = [
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

export type FormatName = (typeof formatNames)[number];

export const isFormatName = (name: string): name is FormatName => formatNames.some((known) => known === name);
