/**
 * Names in use that no official list has, by unique code: short forms, former names, English ones. They match like the
 * own name of a place and are never shown.
 */
export const commonNames: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  FR: {
    R11: ['IDF', 'Région parisienne'],
    R27: ['Bourgogne', 'Franche-Comté', 'Burgundy'],
    R28: ['Normandy', 'Haute-Normandie', 'Basse-Normandie'],
    R32: ['HDF', 'Nord-Pas-de-Calais', 'Picardie'],
    R44: ['Alsace', 'Lorraine', 'Champagne-Ardenne'],
    R53: ['Brittany'],
    R75: ['Aquitaine', 'Limousin', 'Poitou-Charentes'],
    R76: ['Languedoc-Roussillon', 'Midi-Pyrénées'],
    R84: ['AURA', 'Rhône-Alpes', 'Auvergne'],
    R93: ['PACA', 'Région Sud', 'Provence'],
    R94: ['Corsica', '20'],
    '22': ['Côtes-du-Nord'],
    '24': ['Périgord'],
    '64': ['Pays basque', 'Béarn'],
    '51108': ['Châlons-sur-Marne'],
    '51454': ['Rheims'],
    '59183': ['Dunkirk'],
    '67482': ['Strasburg'],
    '69123': ['Lyons'],
    '13055': ['Marseilles'],
    '85194': ['Olonne-sur-Mer', "Château-d'Olonne"],
    '200046977': ['Grand Lyon'],
  },
};
