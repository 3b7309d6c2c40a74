export type SentenceLanguage = 'fr' | 'en';

const FRENCH =
  /\b(?:le|la|les|un|une|des|de|du|avec|sans|pas|pieces?|chambres?|appartements?|appart|maisons?|moins|plus|louer|vendre|achat|location|terrain|dans|pour|jardin|entre|et|ou|au|en|studio meuble|prix|loyer|cherche|a partir)\b/g;
const ENGLISH =
  /\b(?:the|with|without|in|under|below|over|flats?|apartments?|houses?|rent|sale|bedrooms?|beds?|rooms?|and|or|for|near|up to|at least|between|looking|no|not|garden|land|buy|month|price|built|listed|of)\b/g;

/** French unless more words are English: most of what is asked here is French. */
export function recogniseLanguage(folded: string): SentenceLanguage {
  const count = (pattern: RegExp): number => [...folded.matchAll(pattern)].length;
  return count(ENGLISH) > count(FRENCH) ? 'en' : 'fr';
}
