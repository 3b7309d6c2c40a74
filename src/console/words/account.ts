import type { ApiKeyJson } from '../api/generated/console.ts';
import { bilingual } from '../state/bilingual.ts';

type ScopeTexts = Readonly<Record<ApiKeyJson['scope'], string>>;

export const keyWords = bilingual({
  title: ['Keys', 'Clés'],
  lead: [
    'A key lets a program call the API in your name.',
    'Une clé permet à un programme d’appeler l’API en votre nom.',
  ],
  create: ['Create a key', 'Créer une clé'],
  name: ['Name', 'Nom'],
  nameHelp: ['What will use it, such as “nightly import”.', 'Ce qui l’utilisera, comme « import de nuit ».'],
  shown: ['Your new key', 'Votre nouvelle clé'],
  shownText: [
    'Copy it now: it is shown this once and kept nowhere.',
    'Copiez-la maintenant : elle n’est montrée que cette fois et conservée nulle part.',
  ],
  none: ['No key yet', 'Aucune clé pour l’instant'],
  noneText: ['Create one to make your first call.', 'Créez-en une pour faire votre premier appel.'],
  hint: ['Ends in', 'Finit par'],
  lastUsed: ['Last used', 'Utilisée'],
  never: ['Never', 'Jamais'],
  created: ['Created', 'Créée'],
  revoke: ['Revoke', 'Révoquer'],
  revoked: ['Revoked', 'Révoquée'],
  revokeText: [
    (name: string) => `Programs that use “${name}” are refused within a second. This cannot be undone.`,
    (name: string) =>
      `Les programmes qui utilisent « ${name} » sont refusés en une seconde au plus. C’est définitif.`,
  ],
  live: ['Valid', 'Valable'],
  expired: ['Expired', 'Expirée'],
  status: ['Status', 'État'],
  actions: ['Actions', 'Actions'],
  may: ['May', 'Droits'],
  scopes: [
    { READ: 'Read only', ALERTS: 'Read, and change alerts', FULL: 'Read and change' } as ScopeTexts,
    { READ: 'Lecture seule', ALERTS: 'Lecture et alertes', FULL: 'Lecture et écriture' } as ScopeTexts,
  ],
  mayOperate: ['Operate the service', 'Exploitation'],
  scopeHelp: [
    'Alerts include destinations and favorites. Give a program no more than it needs.',
    'Les alertes comprennent destinations et favoris. Ne donnez à un programme que le nécessaire.',
  ],
  expires: ['Expires', 'Expire'],
  expiresHelp: [
    'From that day on it is refused. Empty: never.',
    'Refusée à partir de ce jour. Vide : jamais.',
  ],
});

export const auditWords = bilingual({
  title: ['Audit log', 'Journal'],
  lead: [
    'What people, keys and commands changed on this account in the last 12 months.',
    'Ce que les personnes, les clés et les commandes ont modifié sur ce compte depuis 12 mois.',
  ],
  none: ['Nothing was changed yet', 'Rien n’a encore été modifié'],
  when: ['When', 'Quand'],
  who: ['Who', 'Qui'],
  what: ['What', 'Quoi'],
  target: ['On', 'Sur'],
  PERSON: ['Person', 'Personne'],
  KEY: ['Key', 'Clé'],
  COMMAND: ['A command of the operator', 'Une commande de l’exploitant'],
  forOwners: [
    'The audit log is for owners of the account.',
    'Le journal est réservé aux propriétaires du compte.',
  ],
});

export const usageWords = bilingual({
  title: ['Usage', 'Consommation'],
  lead: ['What your keys asked for, day by day.', 'Ce que vos clés ont demandé, jour par jour.'],
  calls: ['Calls', 'Appels'],
  results: ['Results', 'Résultats'],
  credits: ['Credits', 'Crédits'],
  byKey: ['By key', 'Par clé'],
  byRoute: ['By route', 'Par route'],
  byChannel: ['By channel', 'Par canal'],
  split: ['Split', 'Répartition'],
  span: ['Period', 'Période'],
  days: [(n: number) => `${n} days`, (n: number) => `${n} jours`],
  perDay: ['Calls a day', 'Appels par jour'],
  none: ['No call in this period', 'Aucun appel sur cette période'],
  noneText: [
    'Calls appear here a few seconds after they are made.',
    'Les appels paraissent ici quelques secondes après.',
  ],
  others: ['Others', 'Autres'],
});

export const sessionWords = bilingual({
  title: ['Sessions', 'Sessions'],
  lead: ['Browsers that are signed in as you.', 'Les navigateurs connectés en votre nom.'],
  browser: ['Browser', 'Navigateur'],
  provider: ['Signed in with', 'Connecté avec'],
  begun: ['Begun', 'Ouverte'],
  lastUsed: ['Last used', 'Utilisée'],
  current: ['This one', 'Celle-ci'],
  end: ['End', 'Terminer'],
  endOthers: ['End all others', 'Terminer toutes les autres'],
  actions: ['Actions', 'Actions'],
  unknown: ['Unknown', 'Inconnu'],
  none: ['No browser is signed in', 'Aucun navigateur connecté'],
  oneClick: ['One click', 'Un clic'],
});
