import type { DivisionType } from '../division.ts';

/**
 * Ranking costs in thousandths of a decade of population: a match with a cost of 1,000 needs ten times the population
 * to rank first. Costs are integers, so that every process computes the same sums. They were tuned by hand on the table
 * of real queries (test/conformance); each names a query that decides it.
 */
export const DECADE = 1_000;

/** Towns rank first at equal size: "greno" is Grenoble before its metropolis, "mar" Marseille before the Marne. */
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

/** A former or unofficial name. The population of the whole place counts for a former part. */
export const FORMER_NAME = 1_000;
export const OTHER_NAME = 300;

/** The name continues: "neuilly" is Neuilly-sur-Seine (60,000 people) before Neuilly (2,000). */
export const FURTHER_WORDS = 1_000;
/** After a place context the name is complete: "avesnes 62" is not Avesnes-le-Comte. */
export const FURTHER_WORDS_OF_PLACED = 2_000;
/** A name being typed may continue: "cherb" is Cherbourg-en-Cotentin. */
export const FURTHER_WORDS_IN_TYPING = 200;
export const EACH_FURTHER_WORD = 20;
/** The match begins inside the name: "billancourt". */
export const INSIDE_COST = 2_600;
/** A weak word is missing or extra: "neuilly seine". */
export const WEAK_MISSING = 150;
export const WEAK_EXTRA = 1_000;
/** A strong word in the middle is missing: "saint laye". */
export const SKIPPED_WORDS = 600;
/** The leading article is missing: "rochelle", but "tour" is Tours (137,000 people) before La Tour (1,500). */
export const ARTICLE_MISSING = 900;
/** It costs less with more words: "mont saint michel". */
export const ARTICLE_MISSING_BEFORE_WORDS = 200;
/** The words are in another order: "ferrand clermont". */
export const OUT_OF_ORDER = 1_000;

/** The last word is a prefix: "nant" is Nant (1,000 people) before Nantes (320,000). */
export const BEGUN_LAST = 2_600;
/** A prefix of one or two letters: "y" is the village of Y before the Yvelines. */
export const BEGUN_BY_FEW = 1_500;
/** A word before the last is a prefix: "boul bill". */
export const BEGUN = 1_200;
/** A full stop marks the prefix: "Mars." is Marseille, not Mars. */
export const BEGUN_WITH_STOP = 0;
export const WHOLE_WITH_STOP = 2_600;

/** One typo, by the length of the word: the longer the word, the less likely a coincidence. */
const TYPO = [0, 4_500, 4_500, 4_300, 4_000, 3_600, 3_300, 3_100];
const TYPO_IN_LONG = 3_000;
export const typoCost = (letters: number): number => TYPO[letters] ?? TYPO_IN_LONG;
export const SECOND_TYPO = 2_000;

/** An expanded abbreviation instead of the letters typed. */
export const SHORT_FORM = 100;
/** A space too many or too few; an article is often joined to the name: "larochelle". */
export const SPLIT_OR_JOINED = 3_000;
export const ARTICLE_SPLIT = 1_500;
export const EMPTY_WORD_DROPPED = 1_500;
/** A word that matches no name was skipped. */
export const WORD_PASSED_OVER = 7_000;
/** The context is a town of the same group: "gradignan bordeaux". */
export const NEIGHBOUR_NAMED = 1_000;
/** When all matches cost more than this, two typos a word are allowed, and then a word may be skipped. */
export const POOR_MATCH = 5_500;
export const NO_ANSWER = 8_500;

/** A department number ranks the department before any town, whatever their sizes: hence negative. */
export const SUBREGION_CODE = -5_000;
export const UNPADDED_CODE = 1_500;
export const BEGUN_CODE = 1_000;
/** Five digits are a postal code before an INSEE code: 13100 is Aix, not Saint-Rémy-de-Provence. */
export const UNIQUE_CODE = 2_500;
/** 75000 is Paris. */
export const NO_SUCH_POSTAL_CODE = 3_000;
export const CITY_OF_DISTRICTS = 4_000;
/** "marseille 13" is the district before the city in its department: the finer reading ranks first. */
export const MAY_BE_A_DISTRICT = 1_500;
