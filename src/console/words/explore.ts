import { bilingual } from '../state/bilingual.ts';

export const exploreWords = bilingual({
  title: ['Explore', 'Explorer'],
  lead: ['Every home on the market, each shown once.', 'Tous les biens du marché, chacun une seule fois.'],
  count: [
    (n: string, many: boolean) => `${n} ${many ? 'properties' : 'property'}`,
    (n: string, many: boolean) => `${n} bien${many ? 's' : ''}`,
  ],
  atLeast: [(n: string) => `over ${n}`, (n: string) => `plus de ${n}`],
  list: ['List', 'Liste'],
  map: ['Map', 'Carte'],
  both: ['Both', 'Les deux'],
  view: ['View', 'Affichage'],
  sort: ['Order', 'Ordre'],
  newest: ['Newest', 'Plus récents'],
  updated: ['Last changed', 'Derniers changements'],
  cheapest: ['Lowest price', 'Prix croissant'],
  dearest: ['Highest price', 'Prix décroissant'],
  largest: ['Largest', 'Plus grands'],
  perArea: ['Lowest price per m²', 'Prix au m² croissant'],
  watch: ['Make an alert of this', 'En faire une alerte'],
  filters: ['Filters', 'Filtres'],
  none: ['Nothing meets these criteria', 'Rien ne répond à ces critères'],
  noneText: ['Ask for a little less.', 'Demandez un peu moins.'],
  relax: [
    (label: string, n: number) => `${label}: loosen it and find ${n}`,
    (label: string, n: number) => `${label} : assouplir pour en trouver ${n}`,
  ],
  listings: [
    (n: number) => `${n} ${n === 1 ? 'advertisement' : 'advertisements'}`,
    (n: number) => `${n} annonce${n > 1 ? 's' : ''}`,
  ],
  rooms: [
    (n: number) => `${n} ${n === 1 ? 'room' : 'rooms'}`,
    (n: number) => `${n} pièce${n > 1 ? 's' : ''}`,
  ],
  perMonth: ['a month', 'par mois'],
  noPicture: ['No picture', 'Pas de photo'],
  noPrice: ['Price not stated', 'Prix non communiqué'],
  results: ['Results', 'Résultats'],
  mapLabel: ['Map of the results', 'Carte des résultats'],
  mapShows: [
    (shown: string, total: string) => `${shown} of ${total} on the map`,
    (shown: string, total: string) => `${shown} sur ${total} sur la carte`,
  ],
  searchHere: ['Search this area', 'Chercher dans cette zone'],
  expired: ['Off the market', 'Retiré du marché'],
});
