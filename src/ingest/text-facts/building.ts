import type { PreparedAdvert } from './advert.ts';
import { LIKELY, type TextFact, textFact } from './fact.ts';
import { COUNT, ORDINAL, parseCount } from './figures.ts';
import { findMentions } from './mention.ts';

const HOUSE_OF_FLATS = '(?:immeuble|residence|batiment|copropriete|copro)';

const STOREYS = [
  new RegExp(
    `\\b${HOUSE_OF_FLATS}\\b[^.;:\\d]{0,40}?\\b(?:de|en|a|sur|compte|comporte) (${COUNT}) etages\\b`,
    'g',
  ),
  new RegExp(`\\b(?:${ORDINAL})(?: et dernier)? etage ?\\(?(?:sur|\\/) ?(\\d{1,2})\\b(?! ?(?:m2|h|€))`, 'g'),
  /\betage ?:? ?\d{1,2} ?(?:\/|sur) ?(\d{1,2})\b/g,
];

const LEVELS = [new RegExp(`\\b${HOUSE_OF_FLATS}\\b[^.;:\\d]{0,25}?\\br ?\\+ ?(\\d{1,2})\\b`, 'g')];

const LOTS = [
  /\b(?:copropriete|copro|residence|immeuble)\b[^.;\d]{0,35}?(\d{1,4}) lots?\b/g,
  /\bnombre de lots(?: principaux)?(?: de la copropriete)? ?:? ?(\d{1,4})\b/g,
  /\b(\d{1,4}) lots? (?:principaux|de copropriete|d'habitation|dans la copropriete|au total)\b/g,
];

const NO_PROCEEDINGS =
  /\b(?:pas de|aucune|sans|hors) procedures?\b|\bne fait (?:pas |l'objet )?(?:pas )?(?:l'objet )?(?:d'aucune|de|d'une|d') ?procedure|\bprocedures?(?: en cours)? ?: ?(?:non|neant|aucune)\b/g;
const PROCEEDINGS =
  /\b(?:fait l'objet d'une|sous|avec une) procedure\b|\bprocedures?(?: en cours)? ?: ?oui\b/g;

const MAX_BUILDING_FLOORS = 60;
const MAX_LOTS = 3_000;

/** Reads floors, lots and legal proceedings of the building. */
export function buildingFacts({ text }: PreparedAdvert): TextFact[] {
  const figures = (patterns: readonly RegExp[], needed: string) =>
    patterns
      .flatMap((pattern) => findMentions(text, pattern, needed))
      .filter(({ before, matched }) => !/\bdont(?: \w+)?\s*$/.test(before) && !/\bdont\b/.test(matched))
      .map(({ groups: [count = ''] }) => parseCount(count));
  return [
    ...[...figures(STOREYS, 'etage'), ...figures(LEVELS, '+')]
      .filter((count) => count > 0 && count <= MAX_BUILDING_FLOORS)
      .map((count) => textFact('building.floors', count, LIKELY)),
    ...figures(LOTS, 'lot')
      .filter((count) => count > 0 && count <= MAX_LOTS)
      .map((count) => textFact('building.numberOfLots', count, LIKELY)),
    ...findMentions(text, NO_PROCEEDINGS, 'procedure').map(() => proceedings(false)),
    ...findMentions(text, PROCEEDINGS, 'procedure').map(() => proceedings(true)),
  ];
}

const proceedings = (under: boolean): TextFact =>
  textFact('building.legalStatus.underLegalProceedings', under, LIKELY);
