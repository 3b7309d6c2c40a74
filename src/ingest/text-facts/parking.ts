import { LIKELY, type TextFact, textFact } from './fact.ts';
import {
  COUNT,
  findMentions,
  isAround,
  isDenied,
  isElsewhere,
  isShared,
  isUncertain,
  type PreparedAdvert,
  parseCount,
  type TextMention,
} from './mention.ts';

const CARS = '(?:parkings?|stationnements?|garages?|voitures?|vehicules?)';
/** "Emplacement idéal" is a location: an "emplacement" is for cars only when the text names them. */
const OPEN_SPACE = `places? (?:de |du )?${CARS}|emplacements? (?:de |pour |du )?(?:une? |\\d )?${CARS}|parkings?|stationnements? (?:privatifs?|prives?|couverts?|en sous[- ]sol)`;
/** A bare "box" may be an internet router. */
const BOX_KIND =
  '(?:fermee?s?|de (?:garage|parking|stationnement)|en sous[- ]sol|au sous[- ]sol|securisee?s?|privatifs?|prives?|doubles?|voitures?|automobiles?|garages?|motorisee?s?)';
const BOX = `box(?:es)?(?= ${BOX_KIND})|(?<=\\b(?:un|deux|\\d|double|grands?|larges?|cave et|caves et|cave \\+) )box(?:es)?(?! ?(?:internet|wifi|tv|adsl|sfr|orange|free|fibre|operateur|individuels?|bureaux?|\\+|a usage))`;
const CLOSED_SPACE = `garages?|${BOX}`;
const SHELTER = 'carports?|abris? (?:a )?voitures?';
const SPACES = new RegExp(
  `(?:\\b(${COUNT}|une?|double)s? (?:grande?s? |beaux? |bel |larges? |vastes? |bons? )?)?\\b(?:${OPEN_SPACE}|(${CLOSED_SPACE})|(${SHELTER}))\\b(?: (double|(?:pour )?(?:${COUNT}) (?:voitures|vehicules|places)))?`,
  'g',
);

/** Every mention contains one of these. */
const NEEDED = [
  'parking',
  'stationnement',
  'garage',
  'emplacement',
  'voiture',
  'vehicule',
  'box',
  'carport',
  'abri',
];

const UNDERGROUND =
  /^(?:,| )?(?:privatif |prive |privee |box |ferme |securise |couvert )*(?:en |au )?(?:\d\w* )?(?:sous[- ]sol|souterrain)/;
const OUTDOOR =
  /^ ?(?:privatif |prive |privee |securise )*(?:exterieure?|aerien(?:ne)?|en surface|a l'air libre)/;
const COVERED = /^ ?(?:privatif |prive |privee )*(?:couvert|abrite)/;
const SEVERAL_UNCOUNTED = /^(?:places|emplacements|parkings|garages|boxes)\b/;

/** In lists of facts: "parking : 2". */
const LABELLED = /^(?:\(s\))? ?[:=] ?(\d{1,2})\b(?! ?m2|[.,]\d| ?(?:€|eur))/;

interface ParkingSpot {
  readonly type?: string;
  readonly box?: boolean;
}

/**
 * A space is more certain than the number of spaces: in labelled adverts "un garage" was the total of one house in
 * three. So spots are read without a total, and a total only where a flat counts several.
 */
export function parkingFacts({ text, propertyType }: PreparedAdvert): TextFact[] {
  if (propertyType === 'PARKING' || propertyType === 'LAND') return [];
  const mentions = findMentions(text, SPACES, ...NEEDED).filter(isUsableMention);
  const owned = mentions.filter(isOwned);
  const isDeniedSomewhere = mentions.some(({ before, after }) => isDenied(before, after));
  if (owned.length === 0) return isDeniedSomewhere ? [textFact('unit.parking.total', 0, LIKELY)] : [];
  if (isDeniedSomewhere) return [];
  const totals = new Set(owned.map(countSpaces));
  const [total = 1] = totals;
  const spots = mergeSpots(owned);
  if (propertyType !== 'FLAT' || totals.size > 1 || total < 2)
    return [textFact('unit.parking.spots', spots, LIKELY)];
  const all = spots.length === 1 ? Array(total).fill(spots[0]) : spots;
  return [textFact('unit.parking.total', total, LIKELY), textFact('unit.parking.spots', all, LIKELY)];
}

/** A garage and an outdoor space are two spots. A garage and an underground space may be the same one. */
function mergeSpots(owned: readonly TextMention[]): ParkingSpot[] {
  const spots = owned.map(parseSpot);
  const types = new Set(spots.map(({ type }) => type).filter((type) => type !== undefined));
  const oneOf = (type: string | undefined): ParkingSpot => spots.find((spot) => spot.type === type) ?? {};
  if (types.size === 1) return [oneOf([...types][0])];
  const areDistinct = types.size === 2 && types.has('OUTDOOR');
  return areDistinct ? [...types].map(oneOf) : [{}];
}

const isUsableMention = ({ matched, before, after }: TextMention): boolean =>
  !isOfTheStreet(before, after) && !SEVERAL_UNCOUNTED.test(matched);

const isOwned = (mention: TextMention): boolean => {
  const { before, after } = mention;
  if (isDenied(before, after) || isElsewhere(before) || isAround(before)) return false;
  return !isUncertain(before, after) && !isShared(after) && !isPricedApart(mention);
};

function countSpaces({ groups: [count = 'un', , , capacity], after }: TextMention): number {
  const labelled = LABELLED.exec(after)?.[1];
  if (labelled !== undefined) return Number(labelled);
  if (count === 'double' || capacity === 'double') return 2;
  return parseCount(capacity?.replace('pour ', '').split(' ')[0] ?? count);
}

function parseSpot({ matched, after, groups: [, closed, shelter] }: TextMention): ParkingSpot {
  if (shelter !== undefined) return { type: 'COVERED' };
  const type =
    UNDERGROUND.test(after) || /sous[- ]sol/.test(matched)
      ? 'UNDERGROUND'
      : OUTDOOR.test(after)
        ? 'OUTDOOR'
        : undefined;
  if (closed !== undefined)
    return { type: type ?? 'GARAGE', ...(matched.includes('box') ? { box: true } : {}) };
  if (type !== undefined) return { type };
  return COVERED.test(after) ? { type: 'COVERED' } : {};
}

/** Parking of a street, a shop or a company. */
const OF_THE_STREET =
  /^ ?(?:\(s\))? ?(?:est |tres )?(?:publics?|publique|gratuits?|payants?|facile|aisee?|aisement|a proximite|a cote|en face|devant|au pied|dans la rue|dans le quartier|relais|silo|vinci|indigo|effia|q-?park|saemes|velos?|a velos?|motos?|2 roues|deux[- ]roues|poussettes|municipal\w*|souterrain public|longue duree|visiteurs?|residents?|invites|clients?|a disposition|collectifs?|communs?|libre|pour chaque|automobile|ferroviaire|de la (?:mairie|gare|ville|place|poste|plage|residence)|du (?:centre|supermarche|marche|magasin|golf)|des (?:commerces|visiteurs|residents))\b/;

/** A definite parking, whose owner is not stated: "accès au parking", "dans le parking". */
const DEFINITE =
  /(?:^|[^a-z])(?:le|au|aux|du|des|les|ce|ces|cet|leurs?|acces|entree|porte|portail|facilite|facilites|difficulte|probleme|ancien|ancienne)(?: de| du)? $|\b(?:roues|moto|motos|velos?|poussettes?) (?:dans|en) (?:le |un )?$/;

/** A car repair shop, or a garage that was converted. */
const A_TRADE =
  /^ ?(?:automobile|mecanique|a velos?|velos?|solidaire|mort|converti|transforme|reconverti|amenage en|actuellement (?:utilise|amenage))\b/;
/** At a distance: "un grand parking à moins de 300 mètres". */
const AT_A_DISTANCE =
  /^ ?(?:(?:situe|place) )?a (?:moins de |environ |seulement |quelques )?(?:\d+ ?|deux |trois |cinq )?(?:m|km|metres?|kilometres?|min|mn|minutes?|pas|rues?)\b/;
/** One of several options: "une piscine, une maison d'amis ou un garage". */
const OR_ONE = /\bou (?:meme |encore |bien )?(?:d'un |d'une |un |une |de )?$/;

const isOfTheStreet = (before: string, after: string): boolean =>
  OF_THE_STREET.test(after) ||
  DEFINITE.test(before) ||
  A_TRADE.test(after) ||
  AT_A_DISTANCE.test(after) ||
  OR_ONE.test(before);

const MONEY = '\\d[\\d .]{0,9} ?(?:€|euros?|eur\\b|k€)';
/** A price after it: "parking 20 000 €", "parking (+ 100 €/mois)", "box : 15 000 euros". */
const PRICE_BEHIND = new RegExp(`^[^,.;]{0,35}?${MONEY}`);
/** A price before it: "+ 100 € de parking", "honoraires pour parking", "acquérir un box", "louer un parking". */
const PRICE_BEFORE = new RegExp(
  `${MONEY} (?:de |pour (?:le |un |une )?|par )?$|\\b(?:honoraires|charges?|provisions?|garantie|depot)\\b[^,.;]{0,25}$|\\b(?:location|louer|achat|acheter|acquerir|acquisition|vente|vendre) (?:d'|de |du |un |une |en |le |la |son |votre |sus )*(?:\\w+ )?$`,
);

/** A space with a separate price is not part of the offer. */
function isPricedApart({ before, after }: TextMention): boolean {
  return PRICE_BEHIND.test(after) || PRICE_BEFORE.test(before);
}
