import { type ClaimPath, LIKELY, type TextFact, textFact } from './fact.ts';
import {
  findMentions,
  isAround,
  isDenied,
  isElsewhere,
  isShared,
  isUncertain,
  type PreparedAdvert,
  type TextMention,
} from './mention.ts';

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

const GARDEN = /\b(?:jardinets?|jardins?)\b/g;

/** The level of a flat, furniture, a name or a view, not a garden of the home. */
const ANOTHER_THING_BEFORE =
  /\b(?:rez[- ]de|rdc|salon de|mobilier de|abri de|cote|cite|rue|coeur de|esprit)[- ]?$|[/&] ?$|\b(?:rue|cour) et (?:le |un |petit |grand )?$/;
/** A view: "donnant sur jardin", "vue sur cour et jardins", "exposé jardin". */
const SEEN =
  /\b(?:vues?|donn\w+|fenetres?|expos\w+|orient\w+|cote|aperçu|surplomb\w+|face)\b[^,.;]{0,30}\s*$|\bsur (?:un |une |le |la |les |de |cour et |rue et |grand |beau |bel |joli |petit |tres |agreable |magnifique |vaste )*$/;
const LOOKED_AT = /\b(?:vues?|face|verdure)\b[^,.;]{0,30}$/;
const ANOTHER_THING_AFTER =
  /^ ?(?:d'hiver|japonais|botanique|d'acclimatation|publics?|de ville|potager (?:partage|collectif)|d'enfants?|pour enfants|prive pour enfants|ouvriers?|familia\w+|interieurs?|paysagers? de|en copropriete|reserve)\b|^ (?:des |du |de (?!\d|plus|plein|pres|(?:\w+ )?\d)|d'(?!environ|une? (?:surface|superficie)))/;
const OF_THE_RESIDENCE =
  /^[^.;]{0,40}\b(?:commune?s?|partage\w*|collecti\w+|de la residence|de l'immeuble|de la copropriete|coproprietaires?|residents?)\b|^[^.;]{0,60}\breserve a la copropriete/;
/** A shared garden: "immeuble avec jardin". */
const BUILDING_WITH =
  /\b(?:immeuble|residence|copropriete|programme|parc|batiment|ensemble|domaine|ville|cour|cours)\b[^,.;]{0,60}\b(?:avec|sur|dote\w*|agremente\w*|entoure\w*|disposant|de)\b[^.;]{0,40}$|\bparmi[^.;]{0,20}$/;

/** Words used only for a private garden. */
const OWN_AFTER =
  /^ ?(?:\w+ ){0,2}?(?:privatifs?|privee?s?\b|privative|clos|cloture|(?:a|en|avec|de) (?:\w+ )?jouissance|exclusif)|^ ?(?:\w+ ){0,2}?(?:d'environ |de pres de |de |: |d'une (?:surface|superficie) (?:d'environ |de ))?\d{1,5} ?m2/;
const OWN_BEFORE = /\b(?:son|votre|jouissance (?:privative |exclusive )?(?:d'un|du|de son)) (?:\w+ )?$/;
/** The home directly before the garden: "appartement avec jardin", "triplex, jardin". */
const HOME_WITH =
  /\b(?:appartement|studio|duplex|triplex|loft|souplex|[tf]\d|pieces?|logement)\b[^.;]{0,45}(?:\bavec|,|\+|-|et) (?:un |une |grand |beau |petit |joli )*$/;

/** Reads a garden only when it is private: gardens that are seen, shared or nearby are more common. */
export function gardenFacts({ text, propertyType }: PreparedAdvert): TextFact[] {
  if (propertyType === 'LAND' || propertyType === 'PARKING') return [];
  return findMentions(text, GARDEN, 'jardin').flatMap((mention) => {
    const garden = classifyGarden(mention, propertyType);
    return garden === undefined ? [] : [textFact('unit.garden', garden, LIKELY)];
  });
}

function classifyGarden(
  mention: TextMention,
  propertyType: PreparedAdvert['propertyType'],
): boolean | undefined {
  const { matched, before, after } = mention;
  if (ANOTHER_THING_BEFORE.test(before) || ANOTHER_THING_AFTER.test(after)) return undefined;
  if (isDenied(before, after)) return false;
  if (isUncertain(before, after) || isShared(after) || OF_THE_RESIDENCE.test(after)) return undefined;
  if (LOOKED_AT.test(before)) return undefined;
  // "donnant sur un jardin privatif de 50 m²" is private although it is a view.
  if (isPrivate(mention)) return propertyType === 'HOUSE' || !isAPark(after) || undefined;
  if (SEEN.test(before) || isElsewhere(before) || isAround(before)) return undefined;
  // The garden of a house is private. That of a flat is mostly shared, and the plural means those of the residence.
  if (propertyType === 'HOUSE') return matched.endsWith('s') ? undefined : true;
  if (matched.endsWith('s') || BUILDING_WITH.test(before)) return undefined;
  return propertyType === 'FLAT' && HOME_WITH.test(before) ? true : undefined;
}

/** A larger garden of a flat is that of the residence. */
const MAX_FLAT_GARDEN_SQM = 1_500;
const isAPark = (after: string): boolean =>
  Number(/^[^,.;]{0,40}?(\d{1,3}(?: ?\d{3})*) ?m2/.exec(after)?.[1]?.replace(/ /g, '') ?? 0) >
  MAX_FLAT_GARDEN_SQM;

const isPrivate = ({ matched, before, after }: TextMention): boolean =>
  (OWN_AFTER.test(after) && !matched.endsWith('s')) || OWN_BEFORE.test(before);

/** The accent matters: "meuble" is a piece of furniture. */
const FURNISHED = /(?<!\p{L})(?:(non[ -])meubl[ée]e?s?|meublée?s?)(?!\p{L})/gu;
const UNFURNISHED =
  /(?<!\p{L})(?:loué|louée|location|libre et) vides?(?!\p{L})|(?<!\p{L})location nue(?!\p{L})/gu;

/** Nouns that may be furnished: the home, or one of its rooms. The last one before the word is meant. */
const HOME =
  /^(?:appartements?|appart|studios?|studette|duplex|triplex|loft|maisons?|villas?|logements?|biens?|pièces?|p|[tf]\d|location|louée?s?|bail|coliving|colocation)$/u;
const ROOM =
  /^(?:cuisines?|cuisinette|kitchenette|salles?|séjours?|salons?|chambres?|bureaux?|bains?|douches?|entrée|coin|terrasse|balcon|dressing|buanderie|mezzanine|véranda|placards?|cave|jardin|sous-sol|espaces?|piscine|résidences?|hôtels?)$/u;
const NOUN = /[\p{L}\d-]+/gu;

/** Not about this home as offered: a tax status, a plan, an option. */
const NOT_AS_OFFERED_BEFORE =
  /(?<!\p{L})(?:lmnp|lmp|loueurs?|statut|idéale? (?:pour|en|comme)|possible|possibilité|potentiel\p{L}*|investi\p{L}+|rentab\p{L}+|rendement|projet|peut?|pourra\p{L}*|pouvant|activité|autori\p{L}+|régime|fisca\p{L}+|dispositif|convien\p{L}+|destinée?)(?!\p{L})[^.;\n]{0,40}$|(?<!\p{L})(?:ou|soit|partiellement|semi|pré|peu)[ -]+$/u;
const NOT_AS_OFFERED_AFTER =
  /^ ?(?:(?:de|du) tourisme|professionnel|non[ -]professionnel|saisonni\p{L}+ possible|ou (?:non|vide|nue?|pas)|possible|à la demande|en option|sur demande|en sus|si |selon|non inclus)/u;
/** The home is meant, whatever noun precedes. */
const WHOLE_BEFORE = /(?<!\p{L})(?:louée?s?|vendue?s?|location|bail|en|loue)\s+$/u;

export function furnishedFacts({ accented, propertyType }: PreparedAdvert): TextFact[] {
  if (propertyType === 'LAND' || propertyType === 'PARKING') return [];
  return [
    ...findMentions(accented, FURNISHED, 'meubl').flatMap((mention) => {
      const furnished = classifyFurnished(mention);
      return furnished === undefined ? [] : [textFact('unit.furnished', furnished, LIKELY)];
    }),
    ...findMentions(accented, UNFURNISHED, 'vide', 'nue')
      .filter(({ before, after }) => !NOT_AS_OFFERED_BEFORE.test(before) && !/^ ?ou /.test(after))
      .map(() => textFact('unit.furnished', false, LIKELY)),
  ];
}

function classifyFurnished({ before, after, groups: [denied] }: TextMention): boolean | undefined {
  if (/^ ?: ?non(?!\p{L})/u.test(after)) return false;
  if (NOT_AS_OFFERED_BEFORE.test(before) || NOT_AS_OFFERED_AFTER.test(after)) return undefined;
  if (denied !== undefined || /(?<!\p{L})(?:pas|sans être)\s+$/u.test(before)) return false;
  if (WHOLE_BEFORE.test(before)) return true;
  const last = [...before.matchAll(NOUN)].findLast(([word]) => HOME.test(word) || ROOM.test(word));
  if (last === undefined) return STARTS_A_CLAUSE.test(before) ? true : undefined;
  return HOME.test(last[0]) ? true : undefined;
}

/** "Meublé.", "refait à neuf, meublé", "il est meublé": about the home when no room is named. */
const STARTS_A_CLAUSE =
  /(?:^|[,;:|(/+–-])\s*(?:(?:il|elle) est |entièrement |tout |joliment |et )*$|\b(?:il|elle) (?:est|sera) (?:\p{L}+ )?$/u;
