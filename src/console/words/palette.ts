import { bilingual } from '../state/bilingual.ts';

export const paletteWords = bilingual({
  open: ['Go to…', 'Aller à…'],
  title: ['Go to a place, a home or a screen', 'Aller à un lieu, un bien ou un écran'],
  hint: ['A town, the URL or id of a home, a screen', 'Une ville, l’URL ou l’id d’un bien, un écran'],
  results: ['Where to go', 'Où aller'],
  screen: ['Screen', 'Écran'],
  home: ['Home', 'Bien'],
  homeById: ['The home with this id', 'Le bien qui a cet id'],
  homeByUrl: ['The home advertised at this URL', 'Le bien annoncé à cette URL'],
  unknownUrl: ['No home is advertised at this URL.', 'Aucun bien n’est annoncé à cette URL.'],
  none: ['Nothing has this name', 'Rien ne porte ce nom'],
  keys: [
    'Arrows choose, Enter goes there, Escape closes.',
    'Les flèches choisissent, Entrée y va, Échap ferme.',
  ],
});
