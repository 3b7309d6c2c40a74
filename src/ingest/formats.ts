import { type FormatName, formatNames } from './format-names.ts';
import { bienici } from './formats/bienici.ts';
import { blm } from './formats/blm.ts';
import type { FeedFormat } from './formats/format.ts';
import { idealista } from './formats/idealista.ts';
import { kyero } from './formats/kyero.ts';
import { ndjson } from './formats/ndjson.ts';
import { openimmo } from './formats/openimmo.ts';
import { poliris } from './formats/poliris.ts';
import { reso } from './formats/reso.ts';
import { schemaOrg } from './formats/schema-org.ts';
import { trovit } from './formats/trovit.ts';
import { ubiflow } from './formats/ubiflow.ts';

/** The reader of each feed format. */
export const formats: Readonly<Record<FormatName, FeedFormat>> = {
  ndjson,
  kyero,
  openimmo,
  poliris,
  ubiflow,
  blm,
  trovit,
  idealista,
  bienici,
  'schema-org': schemaOrg,
  reso,
};

/** The format that the first characters of a text identify, if any. */
export const recogniseFormat = (head: string): FormatName | undefined =>
  formatNames.find((name) => formats[name].recognises(head));
