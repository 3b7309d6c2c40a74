import { bilingual } from '../state/bilingual.ts';

export const drawWords = bilingual({
  tools: ['Limit the search to', 'Limiter la recherche à'],
  area: ['Draw an area', 'Dessiner une zone'],
  circle: ['Around a point', 'Autour d’un point'],
  areaHelp: [
    'Click the corners on the map. By keyboard: arrows move the map, Enter sets a corner at the cross.',
    'Cliquez les coins sur la carte. Au clavier : les flèches déplacent la carte, Entrée pose un coin sur la croix.',
  ],
  circleHelp: [
    'Click the map to move the point, or type its position.',
    'Cliquez la carte pour déplacer le point, ou saisissez sa position.',
  ],
  corners: [
    (n: number) => `${n} ${n === 1 ? 'corner' : 'corners'}`,
    (n: number) => `${n} coin${n > 1 ? 's' : ''}`,
  ],
  undo: ['Undo the last corner', 'Retirer le dernier coin'],
  done: ['Search in this area', 'Chercher dans cette zone'],
  searchAround: ['Search around it', 'Chercher autour'],
  latitude: ['Latitude', 'Latitude'],
  longitude: ['Longitude', 'Longitude'],
  radius: ['Radius in km', 'Rayon en km'],
});
