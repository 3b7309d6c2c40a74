/**
 * Names of areas that are no division of today, by the departments they are made of. The gazetteer knows some of them as
 * names of today's larger region; to search that would be wider than what was said.
 */
export const formerRegions: Readonly<Record<string, readonly string[]>> = {
  alsace: ['67', '68'],
  lorraine: ['54', '55', '57', '88'],
  'champagne ardenne': ['08', '10', '51', '52'],
  'champagne ardennes': ['08', '10', '51', '52'],
  bourgogne: ['21', '58', '71', '89'],
  burgundy: ['21', '58', '71', '89'],
  'franche comte': ['25', '39', '70', '90'],
  auvergne: ['03', '15', '43', '63'],
  'rhone alpes': ['01', '07', '26', '38', '42', '69', '73', '74'],
  limousin: ['19', '23', '87'],
  aquitaine: ['24', '33', '40', '47', '64'],
  'poitou charentes': ['16', '17', '79', '86'],
  'midi pyrenees': ['09', '12', '31', '32', '46', '65', '81', '82'],
  'languedoc roussillon': ['11', '30', '34', '48', '66'],
  'nord pas de calais': ['59', '62'],
  picardie: ['02', '60', '80'],
  picardy: ['02', '60', '80'],
  'haute normandie': ['27', '76'],
  'basse normandie': ['14', '50', '61'],
  'petite couronne': ['92', '93', '94'],
  'grande couronne': ['77', '78', '91', '95'],
};

/** Areas whose limits no list of divisions gives: returned as not understood rather than widened. */
export const vagueAreas: ReadonlySet<string> = new Set([
  ...[
    'pays basque',
    'bearn',
    'provence',
    "cote d'azur",
    'cote d azur',
    'french riviera',
    'riviera',
    'cote atlantique',
    'ile de re',
    "ile d'oleron",
    'ile d oleron',
    'belle ile',
    'grand paris',
  ],
  ...['bassin d arcachon', 'golfe du morbihan', 'luberon', 'cevennes', 'sud de la france', 'south of france'],
  ...[
    'loire valley',
    'champagne',
    'quercy',
    'vexin',
    'sologne',
    'perche',
    'cote basque',
    'la defense',
    'defense',
  ],
]);
