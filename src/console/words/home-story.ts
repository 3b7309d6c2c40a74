import { bilingual } from '../state/bilingual.ts';

/** Where a home is and how sure that is. */
export const addressWords = bilingual({
  title: ['Address', 'Adresse'],
  exact: ['Exact address', 'Adresse exacte'],
  street: ['Known to the street', 'Connue à la rue près'],
  area: ['Known to the neighbourhood', 'Connue au quartier près'],
  commune: ['Known to the commune', 'Connue à la commune près'],
  unknown: ['Not known', 'Inconnue'],
  probable: ['Probable', 'Probable'],
  none: ['No address is stated or found.', 'Aucune adresse n’est indiquée ni trouvée.'],
  candidates: ['What it rests on', 'Ce qui l’appuie'],
  address: ['Address', 'Adresse'],
  sureness: ['How sure', 'Certitude'],
  origin: ['From', 'Origine'],
  EXACT: ['Certain', 'Certaine'],
  HIGH: ['Very likely', 'Très probable'],
  MEDIUM: ['Likely', 'Probable'],
  LOW: ['Possible', 'Possible'],
  NONE: ['Nothing found', 'Rien trouvé'],
  ENERGY_CERTIFICATE_NUMBER: ['Number of the energy certificate', 'Numéro du DPE'],
  ENERGY_CERTIFICATE_CHARACTERISTICS: ['Energy certificates that fit', 'DPE qui correspondent'],
  NATIONAL_ADDRESS_BASE: ['National address base, by position', 'Base adresse nationale, par la position'],
  statedBy: [(names: string) => `Stated by ${names}`, (names: string) => `Indiquée par ${names}`],
  notResolved: [
    'The registries name no address for this home.',
    'Les registres ne donnent pas d’adresse pour ce bien.',
  ],
  elsewhere: ['Addresses are resolved in France only.', 'Les adresses ne sont cherchées qu’en France.'],
});

export const lifelineWords = bilingual({
  title: ['Lifeline', 'Fil de vie'],
  LISTED: [(name: string) => `Advertised at ${name}`, (name: string) => `Annoncé sur ${name}`],
  RELISTED: [(name: string) => `Back at ${name}`, (name: string) => `De retour sur ${name}`],
  EXPIRED: [(name: string) => `Withdrawn from ${name}`, (name: string) => `Retiré de ${name}`],
  PRICE_CHANGED: ['Price', 'Prix'],
  SOLD: ['Probably sold', 'Probablement vendu'],
  sale: [
    (percent: string, metres: number) => `${percent} sure, recorded ${metres} m away`,
    (percent: string, metres: number) => `sûr à ${percent}, enregistrée à ${metres} m`,
  ],
  oneAdvert: ['an advertiser', 'un annonceur'],
  all: [(n: number) => `All ${n} events`, (n: number) => `Les ${n} événements`],
});

/** Why a home matched an alert. */
export const matchWords = bilingual({
  title: ['Why it matched', 'Pourquoi il correspond'],
  lead: [(name: string) => `The alert “${name}”`, (name: string) => `L’alerte « ${name} »`],
  noLonger: [
    'The home has changed since: it no longer meets the criteria.',
    'Le bien a changé depuis : il ne répond plus aux critères.',
  ],
  everything: [
    'The alert has no criteria: every home matches.',
    'L’alerte n’a pas de critère : tout correspond.',
  ],
  criterion: ['Criterion', 'Critère'],
  asked: ['Asked for', 'Demandé'],
  seen: ['This home', 'Ce bien'],
  verdict: ['Verdict', 'Verdict'],
  PASS: ['Meets it', 'Conforme'],
  FAIL: ['Does not', 'Non conforme'],
  MISSING: ['Not known', 'Inconnu'],
  hidden: ['Always asked', 'Toujours demandé'],
});
