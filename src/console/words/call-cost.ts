import { bilingual } from '../state/bilingual.ts';

/** What a call of the API costs, beside the call. */
export const callCostWords = bilingual({
  search: [
    'Costs one result for each home in the answer: 3 at most here.',
    'Coûte un résultat par bien dans la réponse : 3 au plus ici.',
  ],
  watch: [
    'Creating an alert costs nothing, and neither does what it sends.',
    'Créer une alerte ne coûte rien, ce qu’elle envoie non plus.',
  ],
  assistant: [
    'Each call of the assistant costs one result for each home it is given.',
    'Chaque appel de l’assistant coûte un résultat par bien reçu.',
  ],
  reference: [
    'Calls that you try in the reference are calls of your key: one result for each home. Looking in this console is free.',
    'Les appels essayés dans la référence sont ceux de votre clé : un résultat par bien. Regarder dans cette console est gratuit.',
  ],
});
