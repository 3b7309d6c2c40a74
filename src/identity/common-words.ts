/**
 * Words that adverts of any home use, without accents: sharing one says nothing. What remains of a text
 * are names and traits that few homes have: mezzanine, tomettes, poêle, a street, a quarter.
 */
const LINES = [
  // Grammar.
  `les des une aux dans avec pour sur sous par san est son ses cet cette ces qui que quoi dont mai plu tre tou toute tout
  leur elle ils vou nou votre notre vos nos ainsi alor apre avant chaque comme depuis donc entre encore etre fait faire
  jusqu meme moin mieux non outre pas peut pendant peu possible pourrez puis quel quelque quelle rien saura selon seront
  sera serez si soit sont suite tres trop vers voici voir afin deux trois quatre cinq six sept huit neuf dix premier
  premiere second seconde dernier derniere autre aucun aucune plusieurs nombreux nombreuse`,
  // The home and its rooms.
  `appartement appart maison villa pavillon studio logement bien immeuble residence terrain parking propriete piece chambre
  sejour salon cuisine salle bain eau douche toilette wc entree couloir hall degagement rangement placard cave balcon
  terrasse garage jardin ascenseur etage rez chaussee surface habitable metre carre environ loi carrez type composee
  compose comprend comprenant comporte offre offrant dispose disposant beneficie beneficiant possede dote dotee equipe
  equipee amenage amenagee ouverte ouvert donnant vue exposition expose exposee sud nord ouest est`,
  // Praise and place.
  `beau belle beaux joli jolie grand grande petit petite superbe magnifique agreable charme charmant charmante lumineux
  lumineuse lumineu spacieux spacieuse spacieu calme clair volume ideal idealement parfait parfaite rare recherche prise
  prisee situe situee coeur centre ville proche proximite pied pas minute commerce ecole transport gare tramway tram bus
  metro marche parc quartier secteur rue avenue commodite toutes autoroute acce facile rapide`,
  // Sale and seller.
  `vente vendre vend vendu location louer loue prix charge honoraire inclu agence immobilier immobiliere exclusivite
  exclusif decouvrir decouvrez venez visite visiter presente presenter propose proposer plaisir coup assure assuree
  investisseur achat tarder absolument contact contactez contacter appelez info information renseignement disponible
  rapidement travaux prevoir produit opportunite saisir apprecierez aime atout majeur etat neuf renove renovee refait
  refaite recent recente ancien ancienne construction annee copropriete lot nombre faible particulier abstenir bon bonne
  stationnement place prive privee privatif chauffage collectif individuel gaz electrique double vitrage energie classe
  diagnostic dpe montant estime depense annuelle gouv http sein partout prevoir prevue livraison`,
];

export const COMMON_WORDS: ReadonlySet<string> = new Set(
  LINES.join(' ')
    .split(/\s+/)
    .map((word) => word.replace(/[sx]$/, '')),
);
