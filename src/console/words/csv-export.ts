import { bilingual } from '../state/bilingual.ts';

export const csvWords = bilingual({
  open: ['Export as CSV', 'Exporter en CSV'],
  title: ['Export this list', 'Exporter cette liste'],
  all: [
    (n: string) => `${n} homes, one line each, with every fact that is known.`,
    (n: string) => `${n} biens, une ligne chacun, avec tout ce que l’on sait.`,
  ],
  first: [
    (max: string, n: string) => `The first ${max} of ${n} homes, in the order of the list, one line each.`,
    (max: string, n: string) =>
      `Les ${max} premiers des ${n} biens, dans l’ordre de la liste, une ligne chacun.`,
  ],
  free: [
    'This file costs nothing: it counts as looking, up to 1,200 homes a minute.',
    'Ce fichier ne coûte rien : il compte comme une lecture, jusqu’à 1 200 biens par minute.',
  ],
  more: [
    (n: string) => `All ${n} in one file: POST /exports, one result of your quota each.`,
    (n: string) => `Les ${n} en un fichier : POST /exports, un résultat de votre quota chacun.`,
  ],
  save: ['Save the file', 'Enregistrer le fichier'],
  progress: [(n: string) => `${n} homes read…`, (n: string) => `${n} biens lus…`],
  saved: [(n: string) => `${n} homes saved.`, (n: string) => `${n} biens enregistrés.`],
});
