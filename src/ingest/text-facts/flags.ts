import type { PreparedAdvert } from './advert.ts';
import { isAround, isDenied, isElsewhere, isShared, isUncertain } from './context.ts';
import { type ClaimPath, LIKELY, type TextFact, textFact } from './fact.ts';
import { findMentions, type TextMention } from './mention.ts';

interface Flag {
  readonly path: ClaimPath;
  /** Every match of `words` contains one of these. */
  readonly needed: readonly string[];
  readonly words: RegExp;
  /** Contexts in which the words mean something else. */
  readonly notBefore?: RegExp;
  readonly notAfter?: RegExp;
  /** A feature of the building, which may be shared. */
  readonly ofBuilding?: true;
  /** Towns have it too: in a list of the surroundings it is not part of the home. */
  readonly ofTownsToo?: true;
}

/** Unambiguous words of French adverts. */
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
    notBefore: /\bancien(?:ne)? (?:loge de )?$|\bloge (?:de |du )?$/,
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
    notBefore: /\b(?:local|terrain|abri|place|espace|sport\w*|equipements?)[^,.;]{0,20}\(?$|\bpre[- ]?$/,
    notAfter:
      /^ (?:olympique|intercommunale|communale|naturelle de|d'ete|couverte de|a \d|de (?!\d|dimension|taille|forme|type|la residence|la copropriete|l'immeuble|plain|nage|\w+ x)|du |des )|^[^,.;]{0,25}\b(?:autorise\w*|realisable|piscinable)\b/,
    ofBuilding: true,
    ofTownsToo: true,
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
    notBefore: /\b(?:toit|balcon ou|droit de|places? en|places? de)[- ]?$/,
    notAfter: /^ (?:et jardins -|de (?:cafe|bar|restaurant)|pour chaque|du |des )/,
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
    notBefore:
      /\b(?:conduits?|emplacement|arrivee|evacuation|manteau|ancienne|fausse|bioethanol)(?: (?:de|d'une|pour|a))?(?: une)?\s*$/,
    notAfter:
      /^ (?:decorative|condamnee|factice|d'usine|d'ornement|non fonctionnelle|a l'ethanol|electrique)/,
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
    // A quiet bedroom or terrace does not make the home quiet.
    notBefore:
      /\b(?:chambres?|sejours?|salon|cuisine|terrasses?|balcons?|jardins?|bureaux?|pieces? de vie|(?:dont|et) (?:une?|l'une|\d))\b[^.;]{0,40}$/,
  },
];

/** Undefined when the mention is ambiguous. */
function classifyMention(
  { before, after }: TextMention,
  { notBefore, notAfter, ofBuilding, ofTownsToo }: Flag,
): boolean | undefined {
  if (notBefore?.test(before) || notAfter?.test(after)) return undefined;
  if (isDenied(before, after)) return false;
  if (isUncertain(before, after) || isElsewhere(before)) return undefined;
  if (ofTownsToo && isAround(before)) return undefined;
  return !ofBuilding && isShared(after) ? undefined : true;
}

export function flagFacts({ text, propertyType }: PreparedAdvert): TextFact[] {
  if (propertyType === 'LAND' || propertyType === 'PARKING') return [];
  return FLAGS.flatMap((flag) =>
    findMentions(text, flag.words, ...flag.needed).flatMap((mention) => {
      const flagValue = classifyMention(mention, flag);
      return flagValue === undefined ? [] : [textFact(flag.path, flagValue, LIKELY)];
    }),
  );
}
