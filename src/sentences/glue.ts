/** Words that carry no condition of their own: articles, prepositions, the phrases of a request. */
const GLUE = `a au aux de du des d l la le les un une et avec pour dans en sur par qui que est sont ou the of with in at to and or for on an is are
  je j cherche recherche recherchons cherchons cherchent cherche voudrais voudrions souhaite souhaitons veux voulons aimerais aimerions besoin nous on ai avons suis sommes
  i m am we re looking look search searching want would like need find show me my our please bonjour bonsoir salut hello hi merci svp stp thanks
  famille couple mon ma mes notre nos type bien biens logement logements propriete home homes property properties residence principale projet objectif acquisition
  uniquement seulement only just tout tous toute toutes all any obligatoire obligatoirement imperatif imperativement indispensable required must have having has a ayant
  possedant disposant comprenant incluant including includes comportant situe situee situes situees located se trouvant idealement ideally si possible que soit
  ville villes commune city town annonce annonces listing listings prix budget price entre between from maximum max min minimum environ
  l y il elle doit etre avoir faut serait there should be it this ce cette ces mot mots word words contenant mentionnant description containing titre
  vends acheteur buyer secteur quartier zone area region departement dept departements department cote alentours compris comprise plus aussi also as well
  moi sans pas no not non ni hors sauf vers of that which dont chez donc puis then l' d' eventuellement offre offres`;

const glue: ReadonlySet<string> = new Set(GLUE.split(/\s+/));

/** Among them, the words after which the name of a place is expected. */
const places: ReadonlySet<string> = new Set(
  'a au aux dans en sur vers in at ville commune city town departement region'.split(' '),
);
/** Words that may stand between one of these and the name. */
const between: ReadonlySet<string> = new Set('l la le les the d de du des of'.split(' '));

/** Words that keep their meaning for the sentence and are returned when nothing uses them. */
const MEANINGFUL: ReadonlySet<string> = new Set([
  'sans',
  'pas',
  'no',
  'not',
  'non',
  'ni',
  'hors',
  'sauf',
  'plus',
]);

export const isGlue = (word: string): boolean => glue.has(word) && !MEANINGFUL.has(word);
export const leadsToPlace = (word: string): boolean => places.has(word);
export const keepsPlaceLead = (word: string): boolean => between.has(word);

/** Everyday words that resemble others: no typos of a place or a feature. */
const KNOWN = `jours jour tours annee annees ancien grande grands petite petits cours coeur vivre proche proches mieux ideal ideale coquet coquette standing bonne belle
  bordure place entree sejour salon cuisine salle douche baignoire wc toilettes espace espaces spacieux spacieuse lumineux lumineuse ensoleille ensoleillee clair claire charmant charmante
  charme caractere cachet moderne rare unique superbe magnifique investisseur investir rendement etudiant etudiante senior seniors enfants enfant chien chiens chat animaux disponible
  immediatement rapidement urgence janvier fevrier mars avril juin juillet aout septembre octobre novembre decembre large nice lovely bright sunny spacious cosy cozy modern small big
  least half acre close walking distance school schools shops station beach river village hameau isole isolee nature vue vues view views good great light quite very tres assez plutot livraison
  livre livrable terre terres moulin tranquillite luxe luxury prestige famille kids student students pets allowed permis accepted acceptes voisins voisin voisinage mitoyen mitoyenne cour
  couleur centre center heart coeur downtown hyper gare metro tram dependance dependances grange atelier veranda mezzanine cuisine ouverte americaine semi etat impeccable beau beaux jolie joli grand petit vrai vraie`;

const known: ReadonlySet<string> = new Set(KNOWN.split(/\s+/));

export const isKnownWord = (word: string): boolean => known.has(word);
