import type { Suggestion } from '../geo/autocomplete/suggestion.ts';
import type { DivisionType } from '../geo/division.ts';
import type { PlaceService } from '../geo/place-service.ts';
import type { DivisionRegister } from '../geo/register.ts';

/** Other places that a name may mean. */
const MAX_ALTERNATIVE_PLACES = 4;
/** A text that names more places is no question about places. */
export const MAX_NAMED_PLACES = 20;

/** A place name of the question, its best match, and the other places it may mean. */
export interface PlaceMatch {
  asked: string;
  best: Suggestion | undefined;
  alternatives: Suggestion[];
}

/** The functions that names are looked up with. */
export type PlaceLookup = Pick<PlaceService, 'autocomplete' | 'register'>;

type AutocompleteQuery = (query: string) => Promise<Suggestion[]>;

/**
 * "Paris 15 or Boulogne" names two places; "Lyon, France" names one, since the second part only locates the
 * first.
 */
export async function locateAll(
  places: PlaceLookup,
  text: string,
  types?: readonly DivisionType[],
): Promise<PlaceMatch[]> {
  const register = await places.register();
  const ask: AutocompleteQuery = async (query) => {
    const { rows } = await places.autocomplete({ query, types, limit: MAX_ALTERNATIVE_PLACES + 1, page: 1 });
    return rows;
  };
  const parts = text.split(/(?<!\s)\s+(?:or|ou|oder|o)\s+|[;\n|]/i).flatMap(trimmed);
  const located: PlaceMatch[] = [];
  for (const part of parts) located.push(...(await locatePart(ask, register, part)));
  return located.slice(0, MAX_NAMED_PLACES);
}

const trimmed = (part: string): string[] => (part.trim() === '' ? [] : [part.trim()]);

async function locatePart(
  ask: AutocompleteQuery,
  register: DivisionRegister,
  part: string,
): Promise<PlaceMatch[]> {
  const pieces = part.split(/(?<!\s)\s+(?:and|et|und|y|&)\s+|,/i).flatMap(trimmed);
  if (pieces.length === 1) return [await locateOne(ask, part)];
  const located: PlaceMatch[] = [];
  for (const piece of pieces) {
    const last = located.at(-1);
    const whole = last && (await locateOne(ask, `${last.asked}, ${piece}`));
    const own = await locateOne(ask, piece);
    if (last && whole?.best && isContainingPlace(register, whole.best, own.best))
      located[located.length - 1] = whole;
    else located.push(own);
  }
  return located;
}

/** Whether the second name is a place that contains the first. */
const isContainingPlace = (
  register: DivisionRegister,
  place: Suggestion,
  around: Suggestion | undefined,
): boolean => around !== undefined && register.ancestorsOf(place.id).ids.includes(around.id);

async function locateOne(ask: AutocompleteQuery, asked: string): Promise<PlaceMatch> {
  let found = await ask(asked);
  if (found.length === 0) found = await ask(normalizePlaceName(asked));
  const [best, ...alternatives] = found;
  return { asked, best, alternatives };
}

/** "the 15th district of Paris" in the spelling of autocomplete: "Paris 15". */
function normalizePlaceName(asked: string): string {
  const words = asked
    .replace(/(?<!\d)(\d+)\s*(?:st|nd|rd|th|er|re|e|eme|ème)\b/giu, '$1')
    .replace(/\b(?:the|of|in|near|around|arrondissement|district|city|town|ville|de|du|à)\b/giu, ' ')
    .split(/\s+/)
    .filter((word) => word !== '');
  return [
    ...words.filter((word) => !/^\d{1,2}$/.test(word)),
    ...words.filter((word) => /^\d{1,2}$/.test(word)),
  ].join(' ');
}
