import type { PreparedAdvert } from './advert.ts';
import { AREA_NOUNS } from './area-nouns.ts';
import { isElsewhere, isShared, isUncertain } from './context.ts';
import { type ClaimPath, FAIR, type TextFact, textFact } from './fact.ts';
import { parseFigure, SQUARE_METRES } from './figures.ts';
import { findMentions, type TextMention } from './mention.ts';

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
  { path: 'area.land', words: 'terrains?', needed: 'terrain', max: 5_000_000 },
  { path: 'area.land', words: 'parcelles?', needed: 'parcelle', max: 5_000_000 },
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

export function otherAreaFacts({ text, propertyType }: PreparedAdvert): TextFact[] {
  return patterns.flatMap(({ path, needed, max, before, after }) => {
    if (path === 'area.land' && propertyType === 'FLAT') return [];
    const areas = [
      ...findMentions(text, before, needed).filter(isClose),
      ...findMentions(text, after, needed).map(ahead),
    ];
    return areas
      .filter((mention) => isOwned(mention))
      .map(areaOf)
      .filter((area) => area > 0 && area <= max)
      .map((area) => textFact(path, path === 'area.land' ? { value: area, unit: 'SQM' } : area, FAIR));
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
