import { bilingual } from '../state/bilingual.ts';

export const deviceWords = bilingual({
  title: ['A program asks for a key', 'Un programme demande une clé'],
  lead: ['Approve only what you started yourself.', 'N’acceptez que ce que vous avez lancé vous-même.'],
  code: ['Code shown by the program', 'Code affiché par le programme'],
  find: ['Continue', 'Continuer'],
  from: [(ip: string) => `It asked from ${ip}.`, (ip: string) => `La demande vient de ${ip}.`],
  compare: ['Is this the code it shows?', 'Est-ce bien le code affiché ?'],
  approve: ['Give it a key', 'Lui donner une clé'],
  deny: ['Refuse', 'Refuser'],
  approved: [
    'Done: the program has its key. You can close this page.',
    'C’est fait : le programme a sa clé. Vous pouvez fermer cette page.',
  ],
  denied: ['Refused: the program gets nothing.', 'Refusé : le programme n’obtient rien.'],
});
