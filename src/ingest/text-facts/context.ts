/** Negation before a noun: "sans ascenseur", "pas de balcon", "ni cave". */
const DENIED =
  /(?:\bsans|\bpas|\baucune?s?|\bni|\bnon|\babsence|\bdepourvue? ?s?|\bnon desservie?s? par|\bhors)(?: aucune?)?(?: (?:d'|de |du |un |une |l'|le |la ))?\s*(?:d'|un |une |l')?$/;

/** Negation of both nouns: "absence d'ascenseur et de balcon". */
const DENIED_TOGETHER =
  /\b(?:absence|pas|depourvue?) (?:d'|de )[a-z]+(?:,? (?:d'|de )[a-z]+)? (?:et|ou) (?:d'|de )$/;

/** Negation after a noun, in lists of facts: "balcon : non", "cave : aucune", "parking : 0". */
const DENIED_BEHIND =
  /^(?:s|\(s\))? ?[:=] ?(?:non(?! (?:communiqu|renseign|precis|connu|specifi|compris|inclu))|aucune?s?|neant|0)\b|^ non(?=\s*(?:[,;|)/-]|$))/;

/** Not stated, in lists of facts: "cave : NC", "balcon : non renseigné". */
const NOT_STATED = /^(?:s|\(s\))? ?[:=] ?(?:non (?:communiqu|renseign|precis|connu|specifi)|n\/?c\b|\?)/;

/** Words before a noun that make it a possibility. */
const MAY_COME =
  /\b(?:possibilitee?s?|poss|possible|eventuellement|potentiel\w*|projets?|prevoir|envisag\w*|eventuel\w*|options?|creer|creation|installer|installation|ajouter|ajout|amenager|autorisation|pourra\w*|futur\w*)\b[^,.;:]{0,30}$/;

/** Offered separately: "en option : parking", "en sus : un box". */
const OFFERED_APART = /\b(?:en option|en sus|en supplement|en plus|options?) ?: ?(?:une? |\d )?$/;

/** Of several homes of a development, so not certain for one. */
const OF_SOME_ONLY =
  /\b(?:pour la plupart|pour certaine?s?|certaine?s? (?:lots|logements|appartements)|selon les (?:lots|logements)|la plupart)\b/;

/** Words after a noun that make it possible, extra or not part of the home. */
const NOT_INCLUDED =
  /^(?:\(s\))?[^,.;:+]{0,18}\b(?:possibles?|en option|en projet|a creer|a prevoir|a venir|prevue?s?|votee?s?|envisageables?|en sus|en supplement|non inclu\w*|non compris\w*|a proximite|a cote|a louer|a vendre|en vente|a la vente|a l'achat|en location|en loc|en plus|moyennant|facultati\w+|negociables?|propose\w*|disponibles?|du voisin|des voisins|de l'hotel|de la ville|publics?|publique|municipa\w*|pour visiteurs?|visiteurs?)\b/;

/** The same with a verb: "un parking au sous-sol est également disponible". */
const IS_OFFERED =
  /^[^,.;:+]{0,40}\b(?:est|sont|reste|restent|peut|peuvent) (?:\w+ ){0,2}(?:disponibles?|possibles?|proposee?s?|achetee?s?|louee?s?|vendue?s?|acquise?s?)\b/;

/** Alternatives, in the text of a development: "balcon ou terrasse". */
const EITHER = {
  before: /\b(?:balcon|terrasse|loggia|jardin|jardinet|cave|garage|parking|box)s? ou (?:d'un |un |une )?$/,
  after:
    /^[^.;:]{0,25}\bou (?:d'un |un |une )?(?:balcon|terrasse|loggia|jardin|jardinet|cave|garage|parking|box)/,
};

/** Shared by the residents, so not part of the unit. */
const SHARED =
  /^[^,.;:+]{0,12}\b(?:commune?s?|partagee?s?|collecti\w+|de la residence|de l'immeuble|de la copropriete|des coproprietaires)\b/;

/** A view, a distance or a street name, not part of the home. */
const ELSEWHERE =
  /\b(?:vues?|face|proche|pres|proximite|metres?|minutes?|min|mn|pas|rue|avenue|boulevard|place|square|allee|impasse|chemin|quartier|secteur|residence|parc|domaine|cours?|jouxtant|longeant|cafes?|restaurants?)(?: (?:[a-z]+ )?(?:sur|a|au|aux|du|des|de|d'|les?|la|l'|un|une)){0,3} ?(?:l'|d')?$/;

export const isDenied = (before: string, after = ''): boolean =>
  DENIED.test(before) || DENIED_TOGETHER.test(before) || DENIED_BEHIND.test(after);

export const isUncertain = (before: string, after: string): boolean =>
  NOT_STATED.test(after) ||
  MAY_COME.test(before) ||
  OFFERED_APART.test(before) ||
  OF_SOME_ONLY.test(before) ||
  IS_OFFERED.test(after) ||
  NOT_INCLUDED.test(after) ||
  EITHER.before.test(before) ||
  EITHER.after.test(after);

/** For nouns that mean the home itself, which may be "à louer" or "disponible". */
export const isMerelyPossible = (before: string, after: string): boolean =>
  MAY_COME.test(before) || /^[^,.;:]{0,12}\b(?:possibles?|envisageables?|a creer|en projet)\b/.test(after);

export const isShared = (after: string): boolean => SHARED.test(after);

export const isElsewhere = (before: string): boolean => ELSEWHERE.test(before);

/** Words that begin a list of the surroundings: "à proximité : écoles, piscine et jardins". */
const AROUND =
  /\b(?:proches?|proximite|pres|pas|minutes?|min|mn|metres?|km|pied|pieds|environnement|quartier|voisinage|accessibles?)\b/g;
/** Words of the home itself, which end a list of the surroundings. */
const OF_THE_HOME =
  /\b(?:avec|dispos\w+|offr\w+|compren\w+|compos\w+|possed\w+|benefici\w+|residence|copropriete|immeuble|vend\w*|loue\w*|complet\w+|appartement|maison|villa|studio|duplex|pieces?|propriete|bien)\b/;

export function isAround(before: string): boolean {
  const last = [...before.matchAll(AROUND)].at(-1);
  return last !== undefined && !OF_THE_HOME.test(before.slice(last.index + last[0].length));
}
