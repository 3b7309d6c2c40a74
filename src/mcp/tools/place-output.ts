import { Type } from 'typebox';
import type { Suggestion } from '../../geo/autocomplete/suggestion.ts';
import type { PlaceMatch } from '../locations.ts';
import { closed, orNull } from '../tool.ts';
import { truncateLine } from '../tool-output.ts';

const place = Type.Object(
  {
    code: Type.String({ description: 'What `city` and `uniqueCodes` take.' }),
    name: Type.String(),
    level: Type.String({ description: 'Country, region, municipality, district, ...' }),
    within: orNull(Type.String(), 'The next wider place.'),
    country: Type.String(),
    postalCode: orNull(Type.String(), 'One of its postal codes.'),
    population: orNull(Type.Integer(), 'People, when known.'),
  },
  closed,
);

export const placeMatchSchema = Type.Object(
  {
    asked: Type.String({ description: 'The words that named it.' }),
    place: orNull(place, 'What it is taken for; null when nothing has such a name.'),
    alternatives: Type.Array(place, { description: 'Other places that the words may mean.' }),
  },
  closed,
);

const placeOutput = ({ name, locationType, parentName, countryCode, postalCode, metadata }: Suggestion) => ({
  code: metadata.uniqueCode,
  name,
  level: locationType,
  within: parentName,
  country: countryCode,
  postalCode,
  population: metadata.population,
});

/** A few words suffice to recognise the question. */
const MAX_QUERY_TEXT_CHARS = 60;

export const briefPlaceMatch = (located: PlaceMatch): PlaceMatch => ({ ...located, alternatives: [] });

export const placeMatchOutput = ({ asked, best, alternatives }: PlaceMatch, most = alternatives.length) => ({
  asked: truncateLine(asked, MAX_QUERY_TEXT_CHARS),
  place: best === undefined ? null : placeOutput(best),
  alternatives: alternatives.slice(0, most).map(placeOutput),
});

const placeText = ({ name, parentName, metadata }: Suggestion): string =>
  `${name}${parentName === null ? '' : ` (${parentName})`} = ${metadata.uniqueCode}`;

export function placeMatchLine(located: PlaceMatch, most = located.alternatives.length): string {
  const { best, alternatives } = located;
  const asked = truncateLine(located.asked, MAX_QUERY_TEXT_CHARS);
  if (best === undefined) return `"${asked}": no such place`;
  const others = alternatives.slice(0, most).map(placeText);
  return `"${asked}": ${placeText(best)}${others.length === 0 ? '' : `; or ${others.join(', ')}`}`;
}
