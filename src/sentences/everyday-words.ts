import { isKnownWord } from './glue.ts';
import { type Lexicon, singular } from './lexicon.ts';

/** Words of everyday language that are also names of places; they are places only in longer names. */
const EVERYDAY = `vue mer bois parc port gare centre cour plage bourg ville grand petit bon beau belle jardin terrasse cave lumiere us y
  eu lit or die is as main nu bain bains cher pas ans an me on our pour lot sale small see
  sea house home with villa chambre piece maison campagne nord sud est ouest la le les de du des en et a
  au aux sur sous manche orne rue plan acces vide aire haut bas neuf libre urgent cote france meuble garage calme vaste
  super belles charme ombre arc bar box`;

/** Words that are also names of villages, which are not meant by them. */
const COMMON = `vieux vieille blanc rouge vert noir bonne bonnes nouveau nouvelle proche banc fort doux dun sains saints loge rang
  moulin fontaine chapelle pierre roche croix pont tour champ champs val vaux mont monts chateau ile iles rives rive`;

const everyday: ReadonlySet<string> = new Set(EVERYDAY.split(/\s+/));
const common: ReadonlySet<string> = new Set(COMMON.split(/\s+/));
/** Of these, the ones that are departments, regions or the country: places after a preposition. */
const AREA_WORDS: ReadonlySet<string> = new Set(['cher', 'lot', 'nord', 'manche', 'orne', 'france']);

export const isEveryday = (word: string): boolean => everyday.has(word);

/** Also the words that have a meaning of their own here. */
export const isCommon = (word: string, lexicon: Lexicon): boolean =>
  everyday.has(word) || common.has(word) || isKnownWord(word) || lexicon.has(singular(word));

export const isAreaWord = (word: string): boolean => AREA_WORDS.has(word);
