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

/** Every format a feed may come in. The list of `--format` is the list of these names. */
export const formats = {
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
} satisfies Record<string, FeedFormat>;

export type FormatName = keyof typeof formats;

export const formatNames = Object.keys(formats) as readonly FormatName[];

export const isFormatName = (name: string): name is FormatName => Object.hasOwn(formats, name);

/** The format that the first characters of a text plainly are, if any. */
export const recogniseFormat = (head: string): FormatName | undefined =>
  formatNames.find((name) => formats[name].recognises(head));
