import { bilingual } from '../state/bilingual.ts';

export const marketWords = bilingual({
  title: ['Market', 'Marché'],
  lead: [
    'What homes cost in one place, and how long they stay.',
    'Ce que coûtent les biens en un lieu, et combien de temps ils restent.',
  ],
  pick: ['Pick a municipality', 'Choisissez une commune'],
  pickText: [
    'Figures come from every advertisement seen there.',
    'Les chiffres viennent de toutes les annonces vues là-bas.',
  ],
  place: ['Municipality', 'Commune'],
  perSqm: ['Median price per m²', 'Prix médian au m²'],
  count: ['New advertisements', 'Nouvelles annonces'],
  onMarket: ['Days on the market (median)', 'Jours sur le marché (médiane)'],
  pace: ['Time on market and margin', 'Délai de vente et marge'],
  sales: ['Closed sales', 'Ventes conclues'],
  noSales: ['No closed sale is known here.', 'Aucune vente conclue connue ici.'],
  none: ['No advertisement in this period', 'Aucune annonce sur cette période'],
  sell: ['For sale', 'À vendre'],
  rent: ['To let', 'À louer'],
  transaction: ['Transaction', 'Transaction'],
  sample: [(n: string) => `${n} advertisements`, (n: string) => `${n} annonces`],
  date: ['Date', 'Date'],
  type: ['Type', 'Type'],
  area: ['Area', 'Surface'],
  price: ['Price', 'Prix'],
  week: ['By week', 'Par semaine'],
  month: ['By month', 'Par mois'],
  width: ['Width', 'Pas'],
});
