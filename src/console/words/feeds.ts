import { bilingual } from '../state/bilingual.ts';

export const feedWords = bilingual({
  add: ['Add a feed', 'Ajouter un flux'],
  edit: ['Edit the feed', 'Modifier le flux'],
  editShort: ['Edit', 'Modifier'],
  editOf: [(source: string) => `Edit ${source}`, (source: string) => `Modifier ${source}`],
  save: ['Save and pull', 'Enregistrer et relever'],
  slug: ['Source', 'Source'],
  slugHelp: [
    'Small letters, figures and hyphens. One that is new is created.',
    'Minuscules, chiffres et traits d’union. Une source inconnue est créée.',
  ],
  url: ['URL of the file', 'URL du fichier'],
  format: ['Format', 'Format'],
  every: ['Pulled every', 'Relevé toutes les'],
  hours: [
    (hours: number) => (hours === 1 ? 'hour' : hours === 168 ? 'week' : `${hours} hours`),
    (hours: number) => (hours === 168 ? 'semaines' : `${hours} h`),
  ],
  full: [
    'The file names every live listing: those absent from it have expired',
    'Le fichier nomme toutes les annonces actives : les absentes ont expiré',
  ],
  enabled: ['Pulled by itself; otherwise by hand only', 'Relevé automatiquement ; sinon à la main seulement'],
  pull: ['Pull now', 'Relever'],
  pullOf: [(source: string) => `Pull ${source} now`, (source: string) => `Relever ${source}`],
  requested: ['Requested', 'Demandé'],
  remove: ['Remove', 'Supprimer'],
  removeOf: [(source: string) => `Remove ${source}`, (source: string) => `Supprimer ${source}`],
  removeText: [
    (source: string) => `${source} is pulled no more, and its pulls are forgotten. Its listings stay.`,
    (source: string) => `${source} n’est plus relevé et ses relevés sont oubliés. Ses annonces restent.`,
  ],
  actions: ['Actions', 'Actions'],
  tookNothing: ['Took nothing', 'Rien pris'],
  times: [(count: string) => `${count} ×`, (count: string) => `${count} ×`],
  rawRecord: ['Record as received', 'Enregistrement reçu'],
});
