import type { Advert } from './advert.ts';
import { isDenied, isElsewhere, isShared, isUncertain } from './context.ts';
import { FAIR, type Fact, fact, LIKELY, unsettled } from './fact.ts';
import { COUNT, countOf } from './figures.ts';
import { type Mention, mentions } from './mention.ts';

const OPEN_SPACE =
  'places? de (?:parking|stationnement|garage)|emplacements?(?: de (?:parking|stationnement))?|parkings?|stationnements? (?:privatifs?|prives?|couverts?|en sous[- ]sol)';
const CLOSED_SPACE = 'garages?|box(?:es)?(?: fermes?)?';
const SHELTER = 'carports?|abris? voitures?';
const SPACES = new RegExp(
  `(?:\\b(${COUNT}|une?|double)s? (?:grande?s? |beaux? |vastes? )?)?\\b(?:${OPEN_SPACE}|(${CLOSED_SPACE})|(${SHELTER}))\\b(?: (double|(?:pour )?(?:${COUNT}) (?:voitures|vehicules)))?`,
  'g',
);

/** Letters of which every mention has some. */
const NEEDED = ['parking', 'stationnement', 'garage', 'emplacement', 'box', 'carport', 'abri'];

/** A street or a neighbour has room for cars too. */
const OF_THE_STREET =
  /^ ?(?:\(s\))? ?(?:est |tres )?(?:publics?|publique|gratuits?|facile|aisee?|aisement|a proximite|a cote|dans la rue|dans le quartier|relais|velos?|a velos?|municipal\w*|souterrain public|longue duree|visiteurs?|residents?|a disposition|collectif|pour chaque|automobile|ferroviaire)\b/;
const UNDERGROUND =
  /^(?:,| )?(?:privatif |prive |privee |box |securise |couvert )*(?:en |au )?(?:sous[- ]sol|souterrain)/;
const OUTDOOR =
  /^ ?(?:privatif |prive |privee |securise )*(?:exterieure?|aerien(?:ne)?|en surface|a l'air libre)/;
const COVERED = /^ ?(?:privatif |prive |privee )*(?:couvert|abrite)/;
const SEVERAL_UNCOUNTED = /^(?:places|emplacements|parkings|garages|boxes)\b/;

/** As lists of facts have it: "parking : 2". */
const LABELLED = /^(?:\(s\))? ?[:=] ?(\d{1,2})\b(?! ?m2|[.,]\d)/;

interface Spot {
  readonly type?: string;
  readonly box?: boolean;
}

export function parkingFacts({ text, propertyType }: Advert): Fact[] {
  if (propertyType === 'PARKING' || propertyType === 'LAND') return [];
  const said = mentions(text, SPACES, ...NEEDED).filter(isTold);
  const owned = said.filter(isOwned);
  const kinds = owned.map(spotOf).filter((spot) => spot.type !== undefined);
  // A garage and a space in the open may be two things, or one said twice: nobody can tell.
  if (new Set(kinds.map(({ type }) => type)).size > 1) return [unsettled('unit.parking.total')];
  return [
    ...said
      .filter(({ before, after }) => isDenied(before, after))
      .map(() => fact('unit.parking.total', 0, LIKELY)),
    ...owned.flatMap((mention) => spaces(countOfSpaces(mention), kinds[0])),
  ];
}

const isTold = ({ said, after }: Mention): boolean =>
  !OF_THE_STREET.test(after) && !SEVERAL_UNCOUNTED.test(said);

const isOwned = ({ before, after }: Mention): boolean =>
  !isDenied(before, after) && !isElsewhere(before) && !isUncertain(before, after) && !isShared(after);

function countOfSpaces({ groups: [count = 'un', , , room], after }: Mention): number {
  const labelled = LABELLED.exec(after)?.[1];
  if (labelled !== undefined) return Number(labelled);
  if (count === 'double' || room === 'double') return 2;
  return countOf(room?.replace('pour ', '').split(' ')[0] ?? count);
}

function spaces(total: number, spot: Spot | undefined): Fact[] {
  const counted = fact('unit.parking.total', total, total === 1 ? FAIR : LIKELY);
  return spot === undefined
    ? [counted]
    : [counted, fact('unit.parking.spots', Array(total).fill(spot), FAIR)];
}

function spotOf({ said, after, groups: [, closed, shelter] }: Mention): Spot {
  if (shelter !== undefined) return { type: 'COVERED' };
  const type =
    UNDERGROUND.test(after) || /sous[- ]sol/.test(said)
      ? 'UNDERGROUND'
      : OUTDOOR.test(after)
        ? 'OUTDOOR'
        : undefined;
  if (closed !== undefined) return { type: type ?? 'GARAGE', ...(said.includes('box') ? { box: true } : {}) };
  if (type !== undefined) return { type };
  return COVERED.test(after) ? { type: 'COVERED' } : {};
}
