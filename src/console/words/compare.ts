import { bilingual } from '../state/bilingual.ts';

export const compareWords = bilingual({
  title: ['Compare', 'Comparer'],
  lead: ['Up to four homes side by side.', 'Jusqu’à quatre biens côte à côte.'],
  add: ['Compare', 'Comparer'],
  added: ['Compared', 'Comparé'],
  chosen: [
    (n: number) => `${n} ${n === 1 ? 'home' : 'homes'} to compare`,
    (n: number) => `${n} bien${n > 1 ? 's' : ''} à comparer`,
  ],
  full: ['Four homes are chosen already', 'Quatre biens sont déjà choisis'],
  show: ['Side by side', 'Côte à côte'],
  clear: ['Clear', 'Vider'],
  none: ['No home is chosen', 'Aucun bien n’est choisi'],
  noneText: [
    'Press Compare on homes of a search or on the page of one.',
    'Cliquez Comparer sur des biens d’une recherche ou sur la page d’un bien.',
  ],
  toSearch: ['To the search', 'Vers la recherche'],
  remove: ['Remove', 'Retirer'],
  member: ['What is known', 'Ce que l’on sait'],
  differs: ['differs', 'diffère'],
  onlyDifferences: ['Only what differs', 'Seulement ce qui diffère'],
  notStated: ['not stated', 'non renseigné'],
});
