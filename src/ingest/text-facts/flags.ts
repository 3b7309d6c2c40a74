import type { Advert } from './advert.ts';
import { isDenied, isElsewhere, isShared, isUncertain } from './context.ts';
import { type ClaimPath, type Fact, fact, LIKELY } from './fact.ts';
import { type Mention, mentions } from './mention.ts';

interface Flag {
  readonly path: ClaimPath;
  /** Letters of which all its words have some. */
  readonly needed: readonly string[];
  readonly words: RegExp;
  /** Before or behind the words: they then speak of something else. */
  readonly notBefore?: RegExp;
  readonly notAfter?: RegExp;
  /** The building has it, so that sharing it is no objection. */
  readonly ofBuilding?: true;
}

const SEEN_FROM =
  /\b(?:donnant|donne|ouvrant|expose|oriente|fenetres?|cote|coeur)e?s?(?: (?:sur|de|d'un|un|une|le|la|grand|beau)){0,3}\s*$|\bsur (?:un |le |grand |beau )*$/;

/** Words that are plain in French adverts; a doubtful one is left out of the table. */
const FLAGS: readonly Flag[] = [
  {
    path: 'amenities.elevator',
    needed: ['asc'],
    words: /\b(?:ascenseurs?|asc)\b/g,
    notAfter: /^[^,.;]{0,25}\b(?:en cours|projet|bientot|programmee?|etude|hors service)\b|^ social/,
    ofBuilding: true,
  },
  { path: 'amenities.digicode', needed: ['digicode'], words: /\bdigicodes?\b/g, ofBuilding: true },
  {
    path: 'amenities.intercom',
    needed: ['phone'],
    words: /\b(?:interphones?|visiophones?|videophones?)\b/g,
    ofBuilding: true,
  },
  {
    path: 'amenities.caretaker',
    needed: ['gardien', 'concierge'],
    words: /\b(?:gardien(?:ne|nage)?|concierge)\b/g,
    notBefore: /\bancienne? (?:loge de )?$|\bloge (?:de |du )?$/,
    ofBuilding: true,
  },
  {
    path: 'amenities.bikeRoom',
    needed: ['velo'],
    words: /\b(?:local|locaux|garage) (?:a )?velos?\b/g,
    ofBuilding: true,
  },
  {
    path: 'amenities.swimmingPool',
    needed: ['piscine'],
    words: /\bpiscines?\b/g,
    notAfter: /^ (?:olympique|intercommunale|naturelle de)/,
    ofBuilding: true,
  },
  {
    path: 'unit.balcony',
    needed: ['balcon', 'loggia'],
    words: /\b(?:balcons?|balconnet|loggias?)\b/g,
    notAfter: /^ (?:ou terrasse pour|de l'europe|filant du)/,
  },
  {
    path: 'unit.terrace',
    needed: ['terrasse'],
    words: /\bterrasses?\b/g,
    notBefore: /\b(?:toit|balcon ou)[- ]?$/,
    notAfter: /^ (?:de (?:cafe|bar|restaurant)|pour chaque|du |des )/,
  },
  {
    path: 'unit.garden',
    needed: ['jardin'],
    words: /\b(?:jardins?|jardinet)\b/g,
    notBefore: new RegExp(`\\b(?:rez[- ]de|salon de|cote|cite)[- ]?$|${SEEN_FROM.source}`),
    notAfter: /^ (?:d'hiver|des |du |japonais|botanique|d'acclimatation|publics?|de ville)/,
  },
  {
    path: 'unit.cellar',
    needed: ['cave'],
    words: /\bcaves?\b/g,
    notAfter: /^ (?:a vins?|cooperative|viticole|de vinification|du |des )/,
  },
  { path: 'unit.storage', needed: ['cellier'], words: /\bcelliers?\b/g },
  { path: 'unit.dressing', needed: ['dressing'], words: /\bdressings?\b/g },
  { path: 'unit.doubleGlazing', needed: ['vitrage'], words: /\bdoubles? vitrages?\b/g },
  {
    path: 'unit.parquet',
    needed: ['parquet'],
    words: /\bparquets?\b/g,
    notBefore: /\b(?:imitation|effet|facon|aspect|style)\s*$/,
  },
  {
    path: 'unit.airConditioning',
    needed: ['clim'],
    words: /\b(?:climatisation|climatisee?s?|clim)\b/g,
    notBefore: /\bpre[- ](?:equipee?|installation)(?: (?:de|pour))?(?: la)?\s*$/,
  },
  {
    path: 'unit.fireplace',
    needed: ['cheminee'],
    words: /\bcheminees?\b/g,
    notAfter: /^ (?:decorative|condamnee|factice|d'usine)/,
  },
  {
    path: 'unit.equippedKitchen',
    needed: ['equipee'],
    words:
      /\bcuisines?(?: (?:americaine|ouverte|separee|independante|moderne|neuve|recente|amenagee|semi[- ]ouverte|entierement|totalement|et))* (?:equipee|equipees)\b/g,
  },
  {
    path: 'unit.crossing',
    needed: ['traversant'],
    words: /\btraversante?s?\b/g,
    notBefore: /\b(?:rue|chemin|route|sejour|salon)(?: \w+)?\s*$/,
  },
  {
    path: 'unit.quiet',
    needed: ['calme', 'nuisance'],
    words: /\b(?:au calme|appartement (?:tres )?calme|sans nuisances?)\b/g,
  },
];

/** Yes, no, or nothing that can be relied on. */
function verdictOn(
  { before, after }: Mention,
  { notBefore, notAfter, ofBuilding }: Flag,
): boolean | undefined {
  if (notBefore?.test(before) || notAfter?.test(after)) return undefined;
  if (isDenied(before, after)) return false;
  if (isUncertain(before, after) || isElsewhere(before)) return undefined;
  return !ofBuilding && isShared(after) ? undefined : true;
}

export function flagFacts({ text, accented, propertyType }: Advert): Fact[] {
  if (propertyType === 'LAND' || propertyType === 'PARKING') return [];
  const plain = FLAGS.flatMap((flag) =>
    mentions(text, flag.words, ...flag.needed).flatMap((mention) => {
      const verdict = verdictOn(mention, flag);
      return verdict === undefined ? [] : [fact(flag.path, verdict, LIKELY)];
    }),
  );
  return [...plain, ...furnished(accented)];
}

/** Told by its accent: "meuble" is a piece of furniture. */
const FURNISHED = /(?<!\p{L})(non[ -])?meublée?s?(?!\p{L})/gu;
const A_ROOM_OR_LAW =
  /(?:cuisine|salle\p{L}*|bains?|équipée?|aménagée?|et|entièrement équipée et|lmnp|loueur en)\s*$/u;
const UNFURNISHED =
  /(?<!\p{L})(?:loué|louée|location|libre et) vides?(?!\p{L})|(?<!\p{L})location nue(?!\p{L})/gu;

const furnished = (text: string): Fact[] => [
  ...mentions(text, FURNISHED, 'meubl')
    .filter(
      ({ before, after }) =>
        !A_ROOM_OR_LAW.test(before) && !/^ (?:de tourisme|professionnel|ou (?:non|vide|nu))/.test(after),
    )
    .map(({ before, after, groups: [denied] }) =>
      fact('unit.furnished', denied === undefined && !isDenied(before, after), LIKELY),
    ),
  ...mentions(text, UNFURNISHED, 'vide', 'nue').map(() => fact('unit.furnished', false, LIKELY)),
];
