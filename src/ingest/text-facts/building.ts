import type { Advert } from './advert.ts';
import { type Fact, fact, LIKELY } from './fact.ts';
import { COUNT, countOf, ORDINAL } from './figures.ts';
import { mentions } from './mention.ts';

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

/** What is said of the building and its condominium. */
export function buildingFacts({ text }: Advert): Fact[] {
  const figures = (patterns: readonly RegExp[], needed: string) =>
    patterns
      .flatMap((pattern) => mentions(text, pattern, needed))
      .filter(({ before, said }) => !/\bdont(?: \w+)?\s*$/.test(before) && !/\bdont\b/.test(said))
      .map(({ groups: [count = ''] }) => countOf(count));
  return [
    ...[...figures(STOREYS, 'etage'), ...figures(LEVELS, '+')]
      .filter((count) => count > 0 && count <= MAX_BUILDING_FLOORS)
      .map((count) => fact('building.floors', count, LIKELY)),
    ...figures(LOTS, 'lot')
      .filter((count) => count > 0 && count <= MAX_LOTS)
      .map((count) => fact('building.numberOfLots', count, LIKELY)),
    ...mentions(text, NO_PROCEEDINGS, 'procedure').map(() => proceedings(false)),
    ...mentions(text, PROCEEDINGS, 'procedure').map(() => proceedings(true)),
  ];
}

const proceedings = (under: boolean): Fact =>
  fact('building.legalStatus.underLegalProceedings', under, LIKELY);
