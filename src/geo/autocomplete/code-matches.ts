import type { CodeIndex } from './codes.ts';
import type { ContextIndex } from './contexts.ts';
import { BEGUN_CODE, NO_SUCH_POSTAL_CODE, SUBREGION_CODE, UNIQUE_CODE, UNPADDED_CODE } from './costs.ts';
import { cityCost } from './place-context.ts';

const CODE = /^(?:\d{1,5}|2[ab])$/;
/** One digit says nothing about a postal code that does not exist. */
const MIN_CODE_DIGITS = 2;

/** The divisions that a typed code matches, each with its cost; a division may occur more than once. */
export function* codeMatches(
  typed: string,
  codes: CodeIndex,
  contexts: ContextIndex,
): Generator<[division: number, cost: number]> {
  if (!CODE.test(typed)) return;
  for (const division of codes.subregions(typed)) yield [division, SUBREGION_CODE];
  for (const division of codes.subregions(`0${typed}`)) yield [division, UNPADDED_CODE];
  for (const division of codes.subregionsStarting(typed)) yield [division, BEGUN_CODE];
  for (const division of codes.byUniqueCode(typed)) yield [division, UNIQUE_CODE];
  const known = codes.knownBeginning(typed);
  if (known !== typed && known.length < MIN_CODE_DIGITS) return;
  for (const division of codes.withPostalCode(known)) {
    yield [division, cityCost(contexts, division, known) + (known === typed ? 0 : NO_SUCH_POSTAL_CODE)];
  }
}
