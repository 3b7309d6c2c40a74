import { computeSeed, type RandomSource } from '../../src/world/random.ts';

/** Phrases of adverts with their percentage: a phrase in all of them and one in hardly any are searched differently. */
const SENTENCES: readonly (readonly [string, number])[] = [
  ['À proximité immédiate des commerces, des écoles et des transports', 45],
  ['Vous serez séduits par sa luminosité et ses beaux volumes', 30],
  ['La cuisine équipée est ouverte sur un séjour lumineux', 28],
  ['Le tout dans un environnement calme et recherché', 25],
  ['Idéal investisseur ou première acquisition', 14],
  ['Travaux de rafraîchissement à prévoir', 10],
  ['Dernier étage sans vis-à-vis', 6],
  ['Un jardin clos et arboré sans vis-à-vis complète ce bien', 6],
  ['Parquet ancien, moulures et cheminée en état de marche', 5],
  ['Proche métro et gare', 5],
  ['Belle vue dégagée sur la vallée', 4],
  ['Vue mer imprenable depuis la terrasse', 1],
  ['Ancien corps de ferme à restaurer', 0.8],
  ['Vendu loué, excellent rendement locatif', 0.7],
  ['Toit terrasse avec jacuzzi', 0.1],
];

const FILLER = [
  'Nous vous proposons ce bien rare sur le secteur, entretenu avec soin par ses propriétaires',
  'Il se compose d’une entrée avec placards, d’un séjour, de chambres et d’une salle de bains',
  'Chauffage individuel, double vitrage, menuiseries récentes et faibles charges',
  'Les informations sur les risques auxquels ce bien est exposé sont disponibles sur le site Géorisques',
  'Contactez notre agence pour organiser une visite dans les meilleurs délais',
  'Une place de stationnement et une cave viennent compléter l’ensemble',
];

const KINDS: Readonly<Record<string, string>> = {
  FLAT: 'Appartement',
  HOUSE: 'Maison',
  LAND: 'Terrain à bâtir',
  PARKING: 'Place de parking',
  SHOP: 'Local commercial',
};

export function titleOf(chance: RandomSource, type: string, rooms: number | undefined, city: string): string {
  const name = KINDS[type] ?? 'Bien';
  const size = rooms === undefined ? '' : ` ${rooms} pièces`;
  return `${name}${size} ${chance.pick(['à', 'de charme à', 'lumineux à', 'rénové à'])} ${city}`;
}

/** About forty words from a small vocabulary; or so many, half of them from a large one. */
export function descriptionOf(chance: RandomSource, words?: number): string {
  const sentences = [
    chance.pick(FILLER),
    ...SENTENCES.filter(([, percent]) => chance.happens(percent / 100)).map(([sentence]) => sentence),
    chance.pick(FILLER),
  ];
  return words === undefined ? sentences.join('. ') : lengthened(chance, sentences, words);
}

const wordsIn = (text: string): number => text.split(' ').length;

function lengthened(chance: RandomSource, own: readonly string[], words: number): string {
  const sentences: string[] = [];
  const [left, rest] = [[...own], [...FILLER]];
  for (let count = 0; count < words; ) {
    const next = (chance.happens(0.5) ? (left.shift() ?? rest.shift()) : undefined) ?? madeSentence(chance);
    sentences.push(next.split(' ', words - count).join(' '));
    count += wordsIn(next);
  }
  return sentences.join('. ');
}

/** About as many as the adverts of a country use. */
const VOCABULARY = 20_000;
/** Each word has possible successors, the first of them most often. */
const FOLLOWERS = 300;
const SENTENCE = [7, 15] as const;
const SYLLABLES = [
  ...['ba', 'cou', 'dri', 'elle', 'fon', 'gre', 'hui', 'illa', 'jou', 'lan', 'ment', 'nou'],
  ...['oire', 'pla', 'quer', 'ri', 'sol', 'tte', 'urne', 'vien', 'xe', 'ya', 'zon', 'ée'],
];

/** Later ones are rarer: the tenth is a tenth as frequent as the first. */
const rankAt = (unit: number, count: number): number => Math.floor(count ** unit) - 1;

function wordAt(rank: number): string {
  let [left, word] = [rank, ''];
  do {
    word += SYLLABLES[left % SYLLABLES.length];
    left = Math.floor(left / SYLLABLES.length);
  } while (left > 0);
  return word;
}

/** A sentence from a whole vocabulary, in which each word has preferred successors. */
export function madeSentence(chance: RandomSource): string {
  let rank = rankAt(chance.unit(), VOCABULARY);
  const words = [wordAt(rank)];
  for (let left = chance.whole(...SENTENCE); left > 0; left -= 1) {
    const follower = computeSeed('follower', rank, rankAt(chance.unit(), FOLLOWERS));
    rank = rankAt(follower / 2 ** 32, VOCABULARY);
    words.push(wordAt(rank));
  }
  return words.join(' ');
}
