import { ambiguousFact, CERTAIN, type ClaimPath, FAIR, LIKELY, type TextFact, textFact } from './fact.ts';
import {
  findMentions,
  isElsewhere,
  isMerelyPossible,
  isShared,
  isUncertain,
  type PreparedAdvert,
  parseFigure,
  SQUARE_METRES,
  type TextMention,
} from './mention.ts';

const IN_ANY_CASE = '(?:\\d|deux|trois|quatre|cinq|six)[ -]?(?:pieces?|p)|logement|bien';
const A_FLAT =
  'appartements?|apparts?|appt|apt|studios?|studettes?|duplex|triplex|souplex|lofts?|penthouse|[tf][1-9](?: bis)?';
const A_HOUSE = 'maisons?|villas?|pavillons?|longere|fermette|chalet|bastide|demeure|batisse|propriete';

/** The home, optional adjectives, and its area. */
const ofHome = (nouns: string) =>
  new RegExp(`\\b(?:${nouns}|${IN_ANY_CASE})\\b([^.;:!?\\n\\d]{0,60}?)${SQUARE_METRES}`, 'g');
/** Patterns by type: a separate flat in a house has another area, and so has a house divided into flats. */
const OF_HOME = {
  FLAT: ofHome(A_FLAT),
  HOUSE: ofHome(A_HOUSE),
  either: ofHome(`${A_FLAT}|${A_HOUSE}`),
};
const AN_ANNEX = /\b(?:appartement|studio|logement)\b/;
const ANY = new RegExp(SQUARE_METRES, 'g');
const PART_OF_IT = /\b(?:sur|avec|et|plus|dont|a|moins de)\s*$|\+\s*$/;
const RANGE = new RegExp(`\\b\\d{2,4}(?:[.,]\\d+)?(?: ?m2)? (?:a|et|ou|-) ${SQUARE_METRES}`, 'g');

const LABELS = {
  living: [
    new RegExp(`${SQUARE_METRES}(?: de surface)? ?\\(?(?:habitables?|hab)\\b`, 'g'),
    new RegExp(`\\b(?:surface|superficie) (?:habitable|hab)\\b[^.;\\d]{0,25}?${SQUARE_METRES}`, 'g'),
  ],
  carrez: [
    new RegExp(
      `${SQUARE_METRES} ?(?:en |de |\\()*(?:surface |superficie )?(?:loi )?carrez\\b(?! ?:? ?\\d)`,
      'g',
    ),
    new RegExp(`\\bcarrez\\b[^.;,(\\d]{0,20}?${SQUARE_METRES}`, 'g'),
  ],
  plain: [
    new RegExp(`\\b(?:surface|superficie)(?: d'environ| environ| env| de| d'| :|:)+ ?${SQUARE_METRES}`, 'g'),
  ],
};

/** After an area: it is measured otherwise, or belongs to something else. */
const OTHERWISE =
  /^ ?(?:(?:de |d'|en |au |\()*(?:sol|utiles?|surface au sol|surface utile|constructibles?|amenageables?|supplementaires?|exploitables?|arbore|clos)|(?:environ )?(?:de |d'|en )(?:terrain|terrasse|balcon|loggia|jardin|parcelle|cave|garage))\b/;

const DWELLINGS: readonly (string | undefined)[] = ['FLAT', 'HOUSE', undefined];
const MIN_HOME_AREA_SQM = 6;
const MAX_HOME_AREA_SQM = 1_500;

/** Reads the area of the home itself. `otherAreaFacts` reads terrace, balcony and garden. */
export function homeAreaFacts(advert: PreparedAdvert): TextFact[] {
  if (!DWELLINGS.includes(advert.propertyType)) return [];
  if (!advert.text.includes('m2') && !advert.text.includes('metre')) return [];
  if (findMentions(advert.text, RANGE).some(isOfHomes)) return [ambiguousFact('area.displayed')];
  return [...labelled(advert), ...ofTheHome(advert), ...inTitle(advert)].filter(isPossible);
}

/** Excludes "deux chambres de 11 et 12 m²" and "58 m² et 4 m² de balcon", which are no range of home areas. */
const isOfHomes = ({ before, after }: TextMention): boolean =>
  !AREA_NOUNS.test(before.slice(-35)) && !OTHERWISE.test(after);

const isPossible = ({ value }: TextFact): boolean => {
  const area = typeof value === 'number' ? value : (value as { value: number }).value;
  return area >= MIN_HOME_AREA_SQM && area <= MAX_HOME_AREA_SQM;
};

function labelled(advert: PreparedAdvert): TextFact[] {
  const areas = (patterns: readonly RegExp[], needed: string) =>
    patterns.flatMap((pattern) => findMentions(advert.text, pattern, needed));
  const figure = ({ groups: [text = ''] }: TextMention) => parseFigure(text);
  return [
    ...areas(LABELS.living, 'hab')
      .filter(isWhole)
      .map((area) => textFact('area.indoor.living', figure(area), LIKELY)),
    ...areas(LABELS.carrez, 'carrez').map((area) =>
      textFact('area.indoor.legal', { value: figure(area), law: 'CARREZ' }, CERTAIN),
    ),
    ...areas(LABELS.plain, 'rf')
      .filter(isWhole)
      .map((area) => textFact('area.displayed', figure(area), FAIR)),
  ];
}

/** Excludes other areas with the same label: "terrasse d'une surface de 12 m²". */
const isWhole = ({ before, after }: TextMention): boolean =>
  !AREA_NOUNS.test(before.slice(-35)) && !OTHERWISE.test(after) && !isMerelyPossible(before, after);

function ofTheHome({ text, propertyType }: PreparedAdvert): TextFact[] {
  const kind = propertyType === 'FLAT' || propertyType === 'HOUSE' ? propertyType : 'either';
  return findMentions(text, OF_HOME[kind])
    .filter(({ before, groups: [between = ''], after }) => {
      if (AREA_NOUNS.test(between) || PART_OF_IT.test(between) || OTHERWISE.test(after)) return false;
      if (kind === 'HOUSE' && AN_ANNEX.test(between)) return false;
      return !isMerelyPossible(before, after) && !/\b(?:carrez|hab)/.test(between);
    })
    .map(({ groups: [, figure = ''] }) => textFact('area.displayed', parseFigure(figure), LIKELY));
}

/** A single area in the title is that of the home, unless another noun precedes it. */
function inTitle({ title }: PreparedAdvert): TextFact[] {
  const areas = findMentions(title, ANY);
  const [only] = areas;
  if (only === undefined || areas.length > 1) return [];
  const {
    before,
    after,
    groups: [figure = ''],
  } = only;
  if (AREA_NOUNS.test(before.slice(-20)) || PART_OF_IT.test(before) || OTHERWISE.test(after)) return [];
  return [textFact('area.displayed', parseFigure(figure), LIKELY)];
}

/** Nouns whose area is not that of the home. */
const AREA_NOUNS =
  /\b(?:terrasses?|balcons?|loggias?|jardin\w*|terrains?|parcelles?|caves?|garages?|parkings?|box|sejours?|salons?|salles?|cuisines?|chambres?|pieces? (?:de vie|a vivre|principale|de reception)|verandas?|mezzanines?|piscines?|cours?|courette|combles|greniers?|dependances?|granges?|sous[- ]sols?|celliers?|entree|suites?|dressing|patios?|annexes?|hangars?|ateliers?|prairies?|pres|bois|extensions?|agrandissement|toits?|immeuble|programme|residence|parc|surelevation|espaces?|hall|bureaux?|rooftop|solarium|pool[- ]?house|gite|amis|chai|attenante?|service)\b/;

const THINGS: readonly { path: ClaimPath; words: string; needed: string; max: number }[] = [
  { path: 'area.outdoor.terrace', words: 'terrasses?', needed: 'terrasse', max: 500 },
  { path: 'area.outdoor.balcony', words: 'balcons?', needed: 'balcon', max: 100 },
  { path: 'area.outdoor.balcony', words: 'loggias?', needed: 'loggia', max: 100 },
  // "rez-de-jardin de 440 m²" is the home.
  {
    path: 'area.outdoor.garden',
    words: '(?<!rez[- ]de[- ])jardin(?:et)?s?(?! d.hiver)',
    needed: 'jardin',
    max: 20_000,
  },
];

/** Figures with ares are not read: "1 ha 20" is a hectare and twenty ares. */
const AREA = `(?:${SQUARE_METRES}|(?<![a-z\\d.,])(\\d{1,3}(?:[.,]\\d{1,4})?) ?(?:ha|hectares?)\\b(?! ?(?:et )?\\d))`;
const SQUARE_METRES_IN_HECTARE = 10_000;
/** Between a noun and its area there are adjectives, not other nouns. */
const BETWEEN =
  "((?: (?!avec |plus |pour |dans |donnant |sur )[a-z'-]+){0,4}?(?: ?:| de| d'environ| d'| env| environ)?) ?";

const patterns = THINGS.map(({ words, ...thing }) => ({
  ...thing,
  before: new RegExp(`\\b(?:${words})${BETWEEN}${AREA}`, 'g'),
  // "45 m² terrasse" is the area of the flat, followed by a terrace.
  after: new RegExp(`${AREA}(?: environ)? (?:de |d'|en )(?:${words})\\b`, 'g'),
}));

export function otherAreaFacts({ text }: PreparedAdvert): TextFact[] {
  return patterns.flatMap(({ path, needed, max, before, after }) => {
    const areas = [
      ...findMentions(text, before, needed).filter(isClose),
      ...findMentions(text, after, needed).map(ahead),
    ];
    return areas
      .filter((mention) => isOwned(mention))
      .map(areaOf)
      .filter((area) => area > 0 && area <= max)
      .map((area) => textFact(path, area, FAIR));
  });
}

/** Excludes an area that belongs to a noun in between: "jardin et terrasse de 20 m²". */
const isClose = ({ groups: [between = ''] }: TextMention): boolean =>
  !AREA_NOUNS.test(between) && !isShared(between);

const ahead = (mention: TextMention): TextMention => ({ ...mention, groups: ['', ...mention.groups] });

const isOwned = ({ before, after }: TextMention): boolean =>
  !isElsewhere(before) && !isShared(after) && !isUncertain(before, after);

function areaOf({ groups: [, metres, hectares] }: TextMention): number {
  if (metres !== undefined) return parseFigure(metres);
  const area = Number((hectares ?? '').replace(',', '.')) * SQUARE_METRES_IN_HECTARE;
  return Math.round(area * 100) / 100;
}
