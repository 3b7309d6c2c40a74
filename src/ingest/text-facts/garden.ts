import type { PreparedAdvert } from './advert.ts';
import { isAround, isDenied, isElsewhere, isShared, isUncertain } from './context.ts';
import { LIKELY, type TextFact, textFact } from './fact.ts';
import { findMentions, type TextMention } from './mention.ts';

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
    const garden = classifyMention(mention, propertyType);
    return garden === undefined ? [] : [textFact('unit.garden', garden, LIKELY)];
  });
}

function classifyMention(
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
