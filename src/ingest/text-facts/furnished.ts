import type { PreparedAdvert } from './advert.ts';
import { LIKELY, type TextFact, textFact } from './fact.ts';
import { findMentions, type TextMention } from './mention.ts';

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
      const furnished = classifyMention(mention);
      return furnished === undefined ? [] : [textFact('unit.furnished', furnished, LIKELY)];
    }),
    ...findMentions(accented, UNFURNISHED, 'vide', 'nue')
      .filter(({ before, after }) => !NOT_AS_OFFERED_BEFORE.test(before) && !/^ ?ou /.test(after))
      .map(() => textFact('unit.furnished', false, LIKELY)),
  ];
}

function classifyMention({ before, after, groups: [denied] }: TextMention): boolean | undefined {
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
