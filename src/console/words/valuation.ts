import { bilingual } from '../state/bilingual.ts';

export const valuationWords = bilingual({
  title: ['What it is worth', 'Ce que vaut ce bien'],
  value: ['Estimate', 'Estimation'],
  interval: [
    (low: string, high: string) => `Four of five prices lie between ${low} and ${high}`,
    (low: string, high: string) => `Quatre prix sur cinq sont entre ${low} et ${high}`,
  ],
  asked: ['Asked', 'Demandé'],
  deviation: [
    (percent: string) => `${percent} against the estimate`,
    (percent: string) => `${percent} par rapport à l’estimation`,
  ],
  confidence: [
    (name: string, error: string) => `Confidence ${name}: half of such estimates are within ${error}`,
    (name: string, error: string) =>
      `Confiance ${name} : la moitié de ces estimations sont à moins de ${error}`,
  ],
  pace: [
    (days: number, homes: number) =>
      `Half of such homes left the market within ${days} days (${homes} homes)`,
    (days: number, homes: number) =>
      `La moitié de ces biens ont quitté le marché en ${days} jours (${homes} biens)`,
  ],
  margin: [
    (percent: string, sales: number) =>
      `Sold ${percent} against the asked price at the median (${sales} sales)`,
    (percent: string, sales: number) =>
      `Vendus ${percent} par rapport au prix demandé, en médiane (${sales} ventes)`,
  ],
  comparables: ['Comparables', 'Biens comparables'],
  month: ['Month', 'Mois'],
  price: ['Price', 'Prix'],
  adjusted: ['Adjusted', 'Ajusté'],
  area: ['Area', 'Surface'],
  distance: ['Distance', 'Distance'],
  weight: ['Weight', 'Poids'],
  why: ['Adjustments', 'Ajustements'],
  index: ['Price index of the place', 'Indice des prix du lieu'],
  map: ['Map of the comparables', 'Carte des biens comparables'],
  accuracy: ['How wrong are estimates?', 'Quelle est l’erreur des estimations ?'],
  NO_MODEL: [
    'There is no model yet: a worker fits one each night.',
    'Il n’y a pas encore de modèle : il est ajusté chaque nuit.',
  ],
  TYPE_UNKNOWN: ['Only flats and houses are valued.', 'Seuls les appartements et les maisons sont estimés.'],
  AREA_MISSING: ['Its area is not stated.', 'Sa surface n’est pas indiquée.'],
  POSITION_MISSING: ['Its position is not known.', 'Sa position n’est pas connue.'],
  OUTSIDE_TRAINED_AREAS: ['No home of such an area is known.', 'Aucun bien d’une telle surface n’est connu.'],
  TOO_FEW_COMPARABLES: [
    'There are too few comparables around it.',
    'Il y a trop peu de biens comparables aux alentours.',
  ],
});

export const accuracyWords = bilingual({
  title: ['Accuracy of estimates', 'Précision des estimations'],
  lead: [
    'Each home was valued by a model that had not seen it, nor the months around it.',
    'Chaque bien a été estimé par un modèle qui ne l’avait pas vu, ni les mois voisins.',
  ],
  market: ['Market', 'Marché'],
  SALE: ['Closed sales', 'Ventes conclues'],
  ASKING: ['Asked prices', 'Prix demandés'],
  RENT: ['Rents', 'Loyers'],
  none: ['There is no model yet', 'Il n’y a pas encore de modèle'],
  noneText: [
    'A worker fits one each night, from advertisements and closed sales whose price, area and position are known.',
    'Il est ajusté chaque nuit, à partir d’annonces et de ventes dont le prix, la surface et la position sont connus.',
  ],
  failedFirst: [(why: string) => `The fit failed: ${why}`, (why: string) => `L’ajustement a échoué : ${why}`],
  failed: [
    (why: string) => `The latest fit failed; the model before it is in use: ${why}`,
    (why: string) => `Le dernier ajustement a échoué ; le modèle précédent reste en service : ${why}`,
  ],
  all: ['All', 'Tous'],
  classes: ['By class of confidence', 'Par classe de confiance'],
  types: ['By type', 'Par type'],
  places: ['By place', 'Par lieu'],
  name: ['Group', 'Groupe'],
  median: ['Median error', 'Erreur médiane'],
  within10: ['Within 10 %', 'À moins de 10 %'],
  within20: ['Within 20 %', 'À moins de 20 %'],
  bias: ['Bias', 'Biais'],
  deviation: ['Standard deviation', 'Écart type'],
  coverage: ['In the 80 % interval', 'Dans l’intervalle à 80 %'],
  count: ['Homes', 'Biens'],
});
