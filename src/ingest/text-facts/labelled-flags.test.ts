import { test } from 'node:test';
import { assertLabelled, type LabelledTexts } from '../../../test/support/text-readings.ts';

const flat = { propertyType: 'FLAT', transactionType: 'SELL' } as const;

interface Sentences extends LabelledTexts {
  /** With its article, and without: "un balcon", "balcon". */
  readonly noun: readonly [withArticle: string, bare: string];
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const of = (bare: string): string => (/^[aeiouhéè]/.test(bare) ? `d’${bare}` : `de ${bare}`);

/** Sentences that are built for every feature. */
const commonSentences = ([one, bare]: Sentences['noun']): Required<LabelledTexts> => ({
  yes: [`Le bien dispose ${one.startsWith('un') ? 'd’' : 'de '}${one}.`, `Cuisine, séjour, ${bare}.`],
  no: [`Sans ${bare}.`, `Pas ${of(bare)}.`, `${capital(bare)} : non`],
  silent: [
    `Possibilité de créer ${one}.`,
    `${capital(bare)} en option.`,
    `${capital(bare)} : non communiqué.`,
    `${capital(bare)} à prévoir.`,
  ],
});

const SENTENCES: Readonly<Record<string, Sentences>> = {
  'unit.terrace': {
    noun: ['une terrasse', 'terrasse'],
    yes: [
      'Terrasse de 20 m² plein sud.',
      'Séjour ouvrant sur une terrasse.',
      'Bordé de balcons et terrasses.',
    ],
    silent: [
      'Terrasse de café au pied de l’immeuble.',
      'Droit de terrasse sur le trottoir.',
      'Toit-terrasse non accessible.',
      'Terrasse commune sur le toit.',
      'Les Terrasses du Parc | Programme neuf.',
      'Dix places en terrasse.',
    ],
  },
  'unit.balcony': {
    noun: ['un balcon', 'balcon'],
    yes: ['Balcon filant de 8 m².', 'Séjour donnant sur balcon.', 'Loggia fermée.', 'Deux balcons.'],
    silent: [
      'Vue sur balcon du voisin.',
      'Balcon ou terrasse pour chaque logement.',
      'Balcon commun à l’étage.',
      'Appartements avec balcon ou jardin.',
    ],
  },
  'unit.cellar': {
    noun: ['une cave', 'cave'],
    yes: ['Une cave saine complète ce bien.', 'Deux caves.', 'Vendu avec cave.'],
    silent: [
      'Cave à vin encastrée dans la cuisine.',
      'Cave coopérative du village.',
      'Une cave en sus.',
      'Proche des caves viticoles.',
    ],
  },
  'amenities.elevator': {
    noun: ['un ascenseur', 'ascenseur'],
    yes: ['Au 4ème étage avec ascenseur.', 'Immeuble avec ascenseur.', 'Deux ascenseurs.'],
    silent: [
      'Ascenseur en projet.',
      'Ascenseur voté, travaux en cours.',
      'Ascenseur social.',
      'Possibilité d’installer un ascenseur.',
    ],
  },
  'amenities.swimmingPool': {
    noun: ['une piscine', 'piscine'],
    yes: ['Résidence avec piscine.', 'Piscine chauffée de 10 x 5.', 'Piscine à débordement.'],
    silent: [
      'Proche piscine municipale.',
      'À proximité : écoles, tennis, piscine.',
      'À cinq minutes à pied de la piscine.',
      'Équipements sportifs (piscine de Neuilly).',
      'Terrain piscinable.',
      'Piscine olympique dans le quartier.',
    ],
  },
  'unit.fireplace': {
    noun: ['une cheminée', 'cheminée'],
    yes: ['Séjour avec cheminée.', 'Parquet, moulures et cheminées.', 'Cheminée fonctionnelle.'],
    silent: [
      'Conduit de cheminée pour restaurant.',
      'Cheminée décorative.',
      'Emplacement pour une cheminée.',
      'Ancienne cheminée d’usine.',
      'Cheminée condamnée.',
    ],
  },
  'unit.airConditioning': {
    noun: ['une climatisation', 'climatisation'],
    yes: ['Appartement climatisé.', 'Climatisation réversible.', 'Séjour climatisé.'],
    silent: [
      'Pré-équipé climatisation.',
      'Pré-installation de climatisation.',
      'Climatisation possible.',
      'Prévoir climatisation.',
    ],
  },
  'unit.storage': {
    noun: ['un cellier', 'cellier'],
    yes: ['Un cellier vient compléter ce bien.', 'Cuisine avec cellier.', 'Cellier sur le palier.'],
    silent: ['Rue du Cellier.', 'Cellier commun.', 'Cellier en sus.', 'Aménagement d’un cellier possible.'],
  },
  'unit.dressing': {
    noun: ['un dressing', 'dressing'],
    yes: ['Chambre avec dressing.', 'Suite parentale et son dressing.', 'Entrée avec dressings.'],
    silent: [
      'Dressing possible.',
      'Espace à aménager en dressing.',
      'Création d’un dressing.',
      'Dressing en projet.',
    ],
  },
  'unit.doubleGlazing': {
    noun: ['un double vitrage', 'double vitrage'],
    yes: ['Fenêtres en double vitrage.', 'Double vitrage phonique.', 'Doubles vitrages récents.'],
    silent: [
      'Simple vitrage.',
      'Double vitrage en projet.',
      'Double vitrage possible.',
      'Installation de double vitrage.',
    ],
  },
  'unit.parquet': {
    noun: ['un parquet', 'parquet'],
    yes: ['Parquet et moulures.', 'Sol en parquet.', 'Beau parquet massif.'],
    silent: ['Sol imitation parquet.', 'Carrelage effet parquet.', 'Façon parquet.', 'Aspect parquet.'],
  },
  'amenities.digicode': {
    noun: ['un digicode', 'digicode'],
    yes: ['Immeuble sécurisé par digicode.', 'Digicode et interphone.', 'Double digicode.'],
    silent: ['Digicode en projet.', 'Digicode prévu.', 'Futur digicode.', 'Ajout d’un digicode.'],
  },
  'amenities.intercom': {
    noun: ['un interphone', 'interphone'],
    yes: ['Interphone et vigik.', 'Visiophone.', 'Digicode, vidéophone.'],
    silent: ['Interphone en projet.', 'Interphone à venir.', 'Interphone voté.', 'Projet d’interphone.'],
  },
  'amenities.caretaker': {
    noun: ['un gardien', 'gardien'],
    yes: ['Résidence avec gardien.', 'Gardienne et digicode.', 'Concierge dans l’immeuble.'],
    silent: ['Ancienne loge de gardien.', 'Loge du gardien à vendre.', 'Rue du Gardien.', 'Ancien gardien.'],
  },
  'amenities.bikeRoom': {
    noun: ['un local vélos', 'local vélos'],
    yes: ['Local à vélos et poussettes.', 'Garage à vélos.', 'Un local vélo sécurisé.'],
    silent: [
      'Pistes cyclables à proximité.',
      'Local vélos en projet.',
      'Vélos en libre-service.',
      'Local poussettes.',
    ],
  },
};

for (const [path, { noun, yes, no = [], silent }] of Object.entries(SENTENCES)) {
  test(`${path} is read from labelled sentences`, () => {
    const common = commonSentences(noun);
    assertLabelled(path, flat, {
      yes: [...common.yes, ...yes],
      no: [...common.no, ...no],
      silent: [...common.silent, ...silent],
    });
  });
}

test('quiet, crossing and equipped are read for the home, not for one room', () => {
  assertLabelled('unit.quiet', flat, {
    yes: [
      'Appartement calme et lumineux.',
      'Situé au calme, sur cour.',
      'Au calme absolu.',
      'Studio au calme.',
      'Bien rare, au calme et sans vis-à-vis.',
      'Sans nuisance.',
      'Entièrement au calme.',
    ],
    silent: [
      'Une chambre au calme sur cour.',
      'Deux chambres au calme.',
      'Terrasse au calme.',
      'Deux chambres dont une au calme.',
      'Séjour au calme sur jardin.',
      'Rue calme.',
      'Quartier calme et résidentiel.',
      'Balcon au calme.',
    ],
  });
  assertLabelled('unit.crossing', flat, {
    yes: [
      'Appartement traversant.',
      'Traversant est-ouest.',
      '3 pièces traversant de 71 m².',
      'Lumineux et traversant.',
      'Plan traversant.',
      'Entièrement traversant.',
      'Bel appartement traversant.',
    ],
    no: ['Appartement non traversant.'],
    silent: [
      'Séjour traversant.',
      'Salon traversant.',
      'Rue traversante.',
      'Chemin traversant le parc.',
      'Route traversante.',
      'Séjour double traversant.',
      'Double exposition.',
    ],
  });
  assertLabelled('unit.equippedKitchen', flat, {
    yes: [
      'Cuisine équipée.',
      'Cuisine aménagée et équipée.',
      'Cuisine ouverte équipée.',
      'Cuisine américaine entièrement équipée.',
      'Une cuisine séparée équipée.',
      'Cuisine moderne et équipée.',
      'Cuisines équipées.',
    ],
    silent: [
      'Cuisine non équipée.',
      'Cuisine aménagée.',
      'Cuisine à équiper.',
      'Cuisine séparée.',
      'Salle de bains équipée.',
      'Cuisine.',
      'Résidence équipée d’un digicode.',
      'Cuisine indépendante à aménager.',
    ],
  });
});
