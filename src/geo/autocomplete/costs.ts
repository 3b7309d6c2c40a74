import type { DivisionType } from '../division.ts';

/**
 * How names are weighed against each other, in thousandths of a decade of population: a cost of 1,000 says "this match must be of
 * a place ten times as big to come first". Whole numbers, so that every process adds up to the same. Set by hand until the table
 * of real queries (test/conformance) came out right; each is explained by a query that decides it.
 */
export const DECADE = 1_000;

/** Towns before anything else of their size: "greno" is Grenoble before its metropolis, "mar" Marseille before the Marne. */
export const TYPE_COSTS: Readonly<Record<DivisionType, number>> = {
  COUNTRY: 1_000,
  ADMINISTRATIVE_REGION: 700,
  ADMINISTRATIVE_SUBREGION: 500,
  MUNICIPALITY_GROUP: 1_600,
  MUNICIPALITY: 0,
  MUNICIPAL_DISTRICT: 0,
  NEIGHBORHOOD: 600,
  SUB_NEIGHBORHOOD: 800,
};

/** A name that is no longer, or not officially, the place's own. The people of the whole place count for a former part. */
export const FORMER_NAME = 1_000;
export const OTHER_NAME = 300;

/** Further words follow: "neuilly" is Neuilly-sur-Seine (60,000 people) before Neuilly (2,000). */
export const FURTHER_WORDS = 1_000;
/** Told where it is, a person has said all: "avesnes 62" is not Avesnes-le-Comte. */
export const FURTHER_WORDS_OF_PLACED = 2_000;
/** Whoever is still typing a word may go on with others: "cherb" is Cherbourg-en-Cotentin. */
export const FURTHER_WORDS_IN_TYPING = 200;
export const EACH_FURTHER_WORD = 20;
/** The match begins inside the name: "billancourt". */
export const INSIDE_COST = 2_600;
/** A small word was left out, or one typed that the name has not: "neuilly seine". */
export const WEAK_MISSING = 150;
export const WEAK_EXTRA = 1_000;
/** A strong word in the middle was left out: "saint laye". */
export const SKIPPED_WORDS = 600;
/** The article before: "rochelle", but "tour" is Tours (137,000 people) before La Tour (1,500). */
export const ARTICLE_MISSING = 900;
/** With more words it says less: "mont saint michel". */
export const ARTICLE_MISSING_BEFORE_WORDS = 200;
/** The words stand in another order: "ferrand clermont". */
export const OUT_OF_ORDER = 1_000;

/** The last word is begun: "nant" is Nant (1,000 people) before Nantes (320,000). */
export const BEGUN_LAST = 2_600;
/** With one or two letters typed a beginning says little: "y" is the village of Y before the Yvelines. */
export const BEGUN_BY_FEW = 1_500;
/** A word before the last is begun: "boul bill". */
export const BEGUN = 1_200;
/** A full stop says so: "Mars." is Marseille, not Mars. */
export const BEGUN_WITH_STOP = 0;
export const WHOLE_WITH_STOP = 2_600;

/** One typo, by the letters of the word: the longer, the less a coincidence. */
const TYPO = [0, 4_500, 4_500, 4_300, 4_000, 3_600, 3_300, 3_100];
const TYPO_IN_LONG = 3_000;
export const typoCost = (letters: number): number => TYPO[letters] ?? TYPO_IN_LONG;
export const SECOND_TYPO = 2_000;

/** A reading of what was typed, not its letters. */
export const SHORT_FORM = 100;
/** A blank too many or too few; an article is easily run into the name: "larochelle". */
export const SPLIT_OR_JOINED = 3_000;
export const ARTICLE_SPLIT = 1_500;
export const EMPTY_WORD_DROPPED = 1_500;
/** A word that no name answers to was passed over. */
export const WORD_PASSED_OVER = 7_000;
/** It named a town of the same group: "gradignan bordeaux". */
export const NEIGHBOUR_NAMED = 1_000;
/** Matches that all cost more are no answer yet: then two typos are forgiven in a word, and in the end a word is passed over. */
export const POOR_MATCH = 5_500;
export const NO_ANSWER = 8_500;

/** A department number is the department before any town, whatever their sizes: negative, so that it comes first. */
export const SUBREGION_CODE = -5_000;
export const UNPADDED_CODE = 1_500;
export const BEGUN_CODE = 1_000;
/** Five figures are a postal code before they are an INSEE code: 13100 is Aix, not Saint-Rémy-de-Provence. */
export const UNIQUE_CODE = 2_500;
/** 75000 is Paris. */
export const NO_SUCH_POSTAL_CODE = 3_000;
export const CITY_OF_DISTRICTS = 4_000;
/** "marseille 13" is the district before the city in its department: figures mean the finer thing. */
export const MAY_BE_A_DISTRICT = 1_500;
