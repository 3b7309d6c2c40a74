import type { PreparedAdvert } from './advert.ts';
import { ambiguousFact, LIKELY, type TextFact, textFact } from './fact.ts';
import { findMentions } from './mention.ts';

/** A marked or lettered lot: "lot n° 12", "lot B304", "lot : A-12". */
const LOT =
  /\blot (?:(?:de copropriete )?(n° ?|no |numero |: ?|# ?)([a-z]{0,2}[- ]?\d{1,4}[a-z]?)|([a-z]{1,2}-?\d{1,4}[a-z]?))\b(?! ?(?:m2|€|ha\b|%))/g;
const BARE = /\blot (\d{1,4})\b(?! ?(?:m2|€|ha\b|%|pieces|lots|appartements|maisons|terrains|-et-))/g;
const LOTS = /\blots (?:n° ?|numeros? )?[a-z]{0,2}\d{1,4}(?:,| et | a |-)/;

/** "Lot T2" and "lot : F3" name the type of a flat, which many lots of a programme share. */
const FLAT_TYPE = /^[tf][- ]?[1-9][a-z]?$/;
const isNumberMarker = (marker: string | undefined): boolean => marker !== undefined && /^n|^#/.test(marker);

/** The lot of a cellar or parking space: "cave lot n° 52", "parking (lot 14)". */
const OF_AN_ANNEX = /\b(?:caves?|celliers?|parkings?|garages?|box|stationnement|emplacement)\b[^,;]{0,20}$/;

/** The department of the Lot is number 46, Lot-et-Garonne 47. */
const DEPARTMENT = /^(?:46|47)(?:\d{3})?$/;

/** Reads the lot of a development or subdivision, reduced to letters and digits. */
export function lotFacts({ text }: PreparedAdvert): TextFact[] {
  if (!text.includes('lot')) return [];
  if (LOTS.test(text)) return [ambiguousFact('lot')];
  const marked = findMentions(text, LOT)
    .filter(({ before }) => !OF_AN_ANNEX.test(before))
    .map(({ groups: [marker, numbered, lettered] }) => ({ marker, number: numbered ?? lettered ?? '' }))
    .filter(({ marker, number }) => isNumberMarker(marker) || !FLAT_TYPE.test(number))
    .map(({ number }) => number);
  const bare = findMentions(text, BARE)
    .filter(({ before }) => !OF_AN_ANNEX.test(before) && !/\b(?:le|du|dans|departement)\s*$/.test(before))
    .map(({ groups: [number = ''] }) => number)
    .filter((number) => !DEPARTMENT.test(number));
  return [...marked, ...bare].map((number) =>
    textFact('lot', number.replace(/[- ]/g, '').toUpperCase(), LIKELY),
  );
}
