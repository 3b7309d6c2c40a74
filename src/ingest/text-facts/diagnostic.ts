import { FAIR, LIKELY, type TextFact, textFact } from './fact.ts';
import { findMentions, type PreparedAdvert } from './mention.ts';

const ENERGY = 'unit.diagnostic.scores.ENERGY_CONSUMPTION';
const CARBON = 'unit.diagnostic.scores.CARBON_EMISSIONS';

const LEAD = '(?: (?:est|en|note|lettre|classe|categorie))?\\s*[:=(\\-]?\\s*"?(?:classe |lettre )?';
/** A single letter: not "D'un", "C'est", nor the A of "A VENIR". */
const LETTER = "([A-G])(?![\\w'])(?! ?(?:venir|faire|realiser|refaire|prevoir|jour|l')\\b)";
const ENERGY_NAMES =
  "(?:d\\.?p\\.?e\\b\\.?|(?:classe|etiquette)s? (?:d')?energ(?:ie|etique)|performance energetique|bilan energetique|energie ?:|consommations? energetiques?)";
const CARBON_NAMES =
  '(?:g\\.?e\\.?s\\b\\.?|(?:classe|etiquette)s? (?:climat(?:ique)?|carbone|ges)|climat ?:|gaz a effet de serre|emissions?(?: de (?:ges|co2))?)';

const ENERGY_LETTER = new RegExp(`\\b${ENERGY_NAMES}${LEAD}${LETTER}`, 'gi');
const CARBON_LETTER = new RegExp(`\\b${CARBON_NAMES}${LEAD}${LETTER}`, 'gi');
/** "DPE/GES : D/B" and "DPE : D/B". */
const BOTH_LETTERS = new RegExp(
  `\\bd\\.?p\\.?e\\b\\.?(?: ?(?:\\/|et|-|&) ?ges)?${LEAD}([A-G]) ?(?:\\/|et|&) ?([A-G])(?![\\w'])`,
  'gi',
);

/** A planned or former score. */
const ANOTHER_TIME =
  /\b(?:projete|potentiel\w*|vise|futur|objectif|ancien|avant|apres|simule|atteindre|passer|passant|passage)\b[^.;,]{0,30}$/i;
const WITH_WORKS =
  /^[^.;,]{0,12}\b(?:apres|avant|possible|projete|vise|potentiel\w*|ancien\w*|au (?:dpe )?[A-G]\b)/i;

/** "DPE/GES : C/A": the first letter is not the score of the name next to it. */
const ONE_OF_TWO = /^ ?\/ ?[A-G]\b/;

/** Every mention of a class contains one of these. Its names may be written with points. */
const NEEDED = {
  [ENERGY]: ['dp', 'd.p', 'energ'],
  [CARBON]: ['ges', 'ge.s', 'g.e', 'climat', 'carbone', 'gaz a', 'emission'],
};

/** Only capital letters count: "DPE à venir" has no rating. */
const isCapital = (letter: string | undefined): letter is string =>
  letter !== undefined && letter === letter.toUpperCase();

export function diagnosticFacts({ cased, text }: PreparedAdvert): TextFact[] {
  const currentMentions = (pattern: RegExp, needed: readonly string[]) =>
    needed.some((letters) => text.includes(letters))
      ? findMentions(cased, pattern).filter(
          ({ before, after }) => !ANOTHER_TIME.test(before) && !WITH_WORKS.test(after),
        )
      : [];
  const letters = (pattern: RegExp, score: typeof ENERGY | typeof CARBON) =>
    currentMentions(pattern, NEEDED[score])
      .filter(({ after }) => !ONE_OF_TWO.test(after))
      .map(({ groups: [letter] }) => letter)
      .filter(isCapital)
      .map((letter) => textFact(`${score}.rating`, letter, LIKELY));
  return [
    ...letters(ENERGY_LETTER, ENERGY),
    ...letters(CARBON_LETTER, CARBON),
    ...currentMentions(BOTH_LETTERS, ['dp', 'd.p']).flatMap(({ groups: [energy, carbon] }) =>
      isCapital(energy) && isCapital(carbon)
        ? [textFact(`${ENERGY}.rating`, energy, FAIR), textFact(`${CARBON}.rating`, carbon, FAIR)]
        : [],
    ),
  ];
}
