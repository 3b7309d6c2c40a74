import { feedFormats } from '../catalogue/feed-formats.ts';

/** `formats.ts` has a reader for each; loading it loads them all. */
export const formatNames = feedFormats;

export type FormatName = (typeof formatNames)[number];

export const isFormatName = (name: string): name is FormatName => formatNames.some((known) => known === name);
