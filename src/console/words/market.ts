import { bilingual } from '../state/bilingual.ts';

export const marketWords = bilingual({
  title: ['Market', 'Marché'],
  lead: [
    'What homes cost in one place, and how long they stay.',
    'Ce que coûtent les biens en un lieu, et combien de temps ils restent.',
  ],
  pick: ['Pick a municipality', 'Choisissez une commune'],
  pickText: [
    'Homes are counted once; prices come from every advertisement seen there.',
    'Chaque bien compte une fois ; les prix viennent de toutes les annonces vues là-bas.',
  ],
  place: ['Municipality', 'Commune'],
  perSqm: ['Median price per m²', 'Prix médian au m²'],
  newHomes: ['New homes', 'Nouveaux biens'],
  present: [
    (n: string, many: boolean) =>
      `${n} ${many ? 'homes are' : 'home is'} on the market now, each counted once`,
    (n: string, many: boolean) =>
      `${n} bien${many ? 's sont' : ' est'} sur le marché, chacun compté une seule fois`,
  ],
  noHomes: ['No home in this period', 'Aucun bien sur cette période'],
  homes: ['Flats and houses', 'Appartements et maisons'],
  flats: ['Flats', 'Appartements'],
  houses: ['Houses', 'Maisons'],
  land: ['Land', 'Terrains'],
  onMarket: ['Days on the market (median)', 'Jours sur le marché (médiane)'],
  pace: ['Time on market and margin', 'Délai de vente et marge'],
  sales: ['Closed sales', 'Ventes conclues'],
  noSales: ['No closed sale is known here.', 'Aucune vente conclue connue ici.'],
  none: ['No advertisement in this period', 'Aucune annonce sur cette période'],
  sell: ['For sale', 'À vendre'],
  rent: ['To let', 'À louer'],
  transaction: ['Transaction', 'Transaction'],
  sample: [(n: string) => `From ${n} advertisements`, (n: string) => `D’après ${n} annonces`],
  date: ['Date', 'Date'],
  type: ['Property type', 'Type de bien'],
  area: ['Area', 'Surface'],
  price: ['Price', 'Prix'],
  week: ['By week', 'Par semaine'],
  month: ['By month', 'Par mois'],
  width: ['Width', 'Pas'],
});
