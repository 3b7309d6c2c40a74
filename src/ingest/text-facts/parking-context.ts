import type { TextMention } from './mention.ts';

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

export const isOfTheStreet = (before: string, after: string): boolean =>
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
export function isPricedApart({ before, after }: TextMention): boolean {
  return PRICE_BEHIND.test(after) || PRICE_BEFORE.test(before);
}
