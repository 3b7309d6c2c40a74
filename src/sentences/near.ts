import type { Finding, PlaceReference } from './condition.ts';
import { type FoldedText, matchAt } from './folded-text.ts';
import type { PlaceMatch } from './place-match.ts';

/** How far "près de" and "around" reach when nobody says how far. */
export const DEFAULT_RADIUS_KM = 10;

const DISTANCE_FIRST =
  /(?:dans |within |in |sur )?(?:un |a )?(?:rayon |radius |perimetre )?(?:de |d'environ |of )?(?:a )?(?:moins de |environ |less than )?(\d{1,3}) ?(?:km|kms|kilometres?|kilometers?)(?: (?:a la ronde|autour|alentour|around|radius|max(?:imum)?))?(?: (?:autour )?(?:de la|de l'|de|du|d'|of|from|around|to))? ?/y;
const NEAR =
  /(?:tout )?(?:(?:autour de|aux? (?:alentours|environs) de|pres de|proches? de|proches?|(?:a )?proximite de|a cote de|du cote de|cote|vers|pas loin de|non loin de|near(?: to)?|nr\.?|close to|around|next to|not far from|in the (?:area|surroundings|vicinity) of|environs de|alentours de) |(?:autour|(?:aux? )?(?:alentours|environs)|pres|proches?|(?:a )?proximite|(?:a|du) cote|(?:pas|non) loin) d')(?:la ville de )?/y;
const AND_AROUND =
  / ?,? ?(?:(?:et|and|\+|&|ou) )?(?:(?:ses|les|its|the|sa|en) )?(?:alentours?|environs?|surroundings?|surrounding area|peripherie|proche banlieue|et environs)\b/y;
const RADIUS_AFTER =
  / ?,? ?(?:\(|(?:dans |within |sur )?(?:un |a )?(?:rayon|radius|perimetre)(?: max(?:imum)?)? (?:de |of )?|\+ ?(?:ou - ?)?|et |and |a )(?:environ |max(?:imum)? |jusqu'a )?(\d{1,3}) ?(?:km|kms|kilometres?)(?: (?:autour|around|alentour|a la ronde|radius|max(?:imum)?))?\)?/y;
/** "à 20 minutes de Lyon" is no place; neither is what it is measured from. */
const BY_TIME =
  /(?:(?:a |within )?(?:moins de |environ |less than )?(\d{1,3}) ?(?:min(?:utes?|s)?|mn|h|heures?|hours?)\b(?: (?:a pied|en (?:voiture|train|tram|metro|velo|bus|rer)|by (?:car|train|foot|bike|tram)|walk(?:ing)?|drive|max))?(?: (?:de la|de l'|de|du|des|d'|from|of|to))?) ?/y;
/** "banlieue de Lyon", "south of Nantes": neither the town nor a circle around it. */
const BESIDE =
  /(?:(?:au |a l'|dans le |in the |to the )?(?:(?:nord|sud|est|ouest)(?:[ -](?:est|ouest))?|north|south|east|west) (?:de|of) (?!la france\b|france\b)|(?:(?:proche |grande |petite |en )?(?:banlieue|peripherie|couronne|campagne) (?:de|d'|of) ?|(?:the )?(?:suburbs|outskirts) of ))/y;
const PLACES_BETWEEN = /(?:entre|between) /y;
const AND = / (?:et|and) /y;

export type PlaceReader = (at: number) => PlaceMatch | undefined;

/** Places with a distance, and phrases about distances that no filter expresses. */
export function readNear(sentence: FoldedText, at: number, placeAt: PlaceReader): Finding | undefined {
  const { text } = sentence;
  const byTime = matchAt(BY_TIME, text, at);
  if (byTime !== null)
    return { ...restOfPhrase(text, at, at + byTime[0].length, placeAt), conditions: [], ignored: true };
  const beside = matchAt(BESIDE, text, at);
  const besidePlace = beside && placeAt(at + beside[0].length);
  if (beside !== null && besidePlace)
    return { start: at, end: besidePlace.end, conditions: [], ignored: true };
  const between = readBetween(text, at, placeAt);
  if (between !== undefined) return between;
  const distance = matchAt(DISTANCE_FIRST, text, at);
  if (distance !== null)
    return readAround(text, { at, from: at + distance[0].length, radiusKm: Number(distance[1]) }, placeAt);
  const near = matchAt(NEAR, text, at);
  if (near === null || /^(?:€|~|\d)/.test(text.slice(at + near[0].length))) return undefined;
  return readAround(text, { at, from: at + near[0].length, radiusKm: DEFAULT_RADIUS_KM }, placeAt);
}

interface Around {
  readonly at: number;
  readonly from: number;
  readonly radiusKm: number;
}

function readAround(text: string, { at, from, radiusKm }: Around, placeAt: PlaceReader): Finding | undefined {
  const match = placeAt(from);
  if (match === undefined || match.vague)
    return { ...restOfPhrase(text, at, from, placeAt), conditions: [], ignored: true };
  // "autour de Lyon (30 km)"
  const stated = matchAt(RADIUS_AFTER, text, match.end);
  const end = match.end + (stated?.[0].length ?? 0);
  const places = around(match.places, stated === null ? radiusKm : Number(stated[1]));
  if (places === undefined) return { start: at, end: match.end, conditions: [], ignored: true };
  return { start: at, end, conditions: [{ kind: 'places', path: 'property.locations', places }] };
}

/** A circle has one centre, which must be known. */
function around(places: readonly PlaceReference[], radiusKm: number): PlaceReference[] | undefined {
  const [only, ...others] = places;
  if (only === undefined || others.length > 0 || !('division' in only)) return undefined;
  return only.division.centroid === null ? undefined : [{ center: only.division, radiusKm }];
}

/** A strip between two towns is no place; homes in either of them are at most what was said. */
function readBetween(text: string, at: number, placeAt: PlaceReader): Finding | undefined {
  const lead = matchAt(PLACES_BETWEEN, text, at);
  const first = lead && placeAt(at + lead[0].length);
  const and = first && matchAt(AND, text, first.end);
  const second = first && and && placeAt(first.end + and[0].length);
  if (!second) return undefined;
  const span = { start: at, end: second.end };
  if (first.vague || second.vague) return { ...span, conditions: [], ignored: true };
  const places = [...first.places, ...second.places];
  return { ...span, conditions: [{ kind: 'places', path: 'property.locations', places }] };
}

/** "Lorient et alentours", "Lyon + 10 km". */
export function widenPlace(text: string, match: PlaceMatch): PlaceMatch {
  const radius = matchAt(RADIUS_AFTER, text, match.end);
  const named = radius ?? matchAt(AND_AROUND, text, match.end);
  if (named === null) return match;
  const places = around(match.places, radius === null ? DEFAULT_RADIUS_KM : Number(radius[1]));
  return places === undefined ? match : { ...match, places, end: match.end + named[0].length };
}

const FIRST_WORD = /[\p{L}\p{N}'-]+/uy;
const FURTHER_WORD =
  / (?!avec\b|et\b|sans\b|with\b|and\b|pour\b|moins\b|a\b|ou\b|or\b|max|in\b|en\b|[tf]\d\b)([\p{L}'-]+)/uy;
const MAX_FURTHER_WORDS = 2;

/** What a distance is measured from belongs to the phrase: a place, or a few words. */
function restOfPhrase(
  text: string,
  start: number,
  from: number,
  placeAt: PlaceReader,
): { start: number; end: number } {
  const place = placeAt(from);
  let end = place?.end ?? from + (matchAt(FIRST_WORD, text, from)?.[0].length ?? 0);
  for (let step = 0; place === undefined && step < MAX_FURTHER_WORDS; step += 1) {
    const next = matchAt(FURTHER_WORD, text, end);
    // "proche métro Toulouse": the city is said for itself.
    if (next === null || placeAt(end + 1) !== undefined) break;
    end += next[0].length;
  }
  return { start, end: Math.max(end, start + text.slice(start, end).trimEnd().length) };
}
