import { foldText } from '../../lib/text.ts';

/** Countries with adverts in French; undefined when the country is unknown. */
const FRENCH_COUNTRIES: ReadonlySet<string | undefined> = new Set([
  ...['FR', 'MC', 'BE', 'CH', 'LU', 'AD', 'GP', 'MQ', 'GF', 'RE', 'YT', 'PM', 'BL', 'MF', 'NC', 'PF'],
  undefined,
]);

const FRENCH =
  / (?:de|du|des|avec|et|dans|au|aux|une|pour|sur|appartement|maison|pieces|chambres?|vente|louer) /g;
const OTHER =
  / (?:the|and|with|of|in|for|to|bedrooms?|y|con|los|las|el|una|habitaciones|piso|und|mit|der|die|das|ein|zimmer|wohnung|van|het|een|met|slaapkamers?) /g;
const SAMPLE_CHARS = 600;

/** Whether the text of a listing is in French: it has at least as many French function words as others. */
export function isFrench(text: string, countryCode: string | undefined): boolean {
  if (!FRENCH_COUNTRIES.has(countryCode)) return false;
  // Matches include the spaces around a word: doubled, so that adjacent words both match.
  const words = ` ${foldText(text.slice(0, SAMPLE_CHARS)).replace(/[^a-z]+/g, '  ')} `;
  return (words.match(FRENCH)?.length ?? 0) >= (words.match(OTHER)?.length ?? 0);
}
