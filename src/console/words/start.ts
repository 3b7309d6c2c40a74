import { bilingual } from '../state/bilingual.ts';

export const startWords = bilingual({
  title: ['First steps', 'Premiers pas'],
  lead: [
    'Four steps from nothing to a webhook you can trust. Each one notices by itself that it is done.',
    'Quatre étapes de rien à un webhook digne de confiance. Chacune remarque d’elle-même qu’elle est faite.',
  ],
  explore: ['Explore homes', 'Explorer les biens'],
  progress: [
    (done: number, all: number) => `${done} of ${all} steps done`,
    (done: number, all: number) => `${done} ${done > 1 ? 'étapes faites' : 'étape faite'} sur ${all}`,
  ],
  allDone: ['All steps are done', 'Toutes les étapes sont faites'],
  done: ['Done', 'Fait'],
  open: ['To do', 'À faire'],
  key: ['Create a key', 'Créer une clé'],
  keyText: ['Programs identify themselves with it.', 'Les programmes s’identifient avec elle.'],
  keyAction: ['Keys', 'Clés'],
  call: ['Make a first call', 'Faire un premier appel'],
  callText: [
    'Copy a command of the quick start and run it. A search costs one credit a home.',
    'Copiez une commande des premiers pas et lancez-la. Une recherche coûte un crédit par bien.',
  ],
  callAction: ['Quick start', 'Prise en main'],
  alert: ['Create an alert', 'Créer une alerte'],
  alertText: [
    'Describe the homes you look for; the request bin can receive its webhooks.',
    'Décrivez les biens que vous cherchez ; la boîte de réception peut recevoir ses webhooks.',
  ],
  alertAction: ['New alert', 'Nouvelle alerte'],
  webhook: ['Receive a verified webhook', 'Recevoir un webhook vérifié'],
  webhookText: [
    'Send a test to the request bin and see its signature checked.',
    'Envoyez un essai à la boîte de réception et voyez sa signature vérifiée.',
  ],
  webhookAction: ['Request bin', 'Boîte de réception'],
});
