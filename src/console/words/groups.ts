import { bilingual } from '../state/bilingual.ts';

const plural = (n: number, one: string, several: string) => `${n} ${n === 1 ? one : several}`;

/** Decisions of people about listings: merge, split and undo. */
export const groupWords = bilingual({
  ownPhotos: [
    (source: string) => `Photos of the advertisement at ${source}`,
    (source: string) => `Photos de l’annonce sur ${source}`,
  ],
  noPhotos: ['No photo', 'Pas de photo'],
  notStated: ['not stated', 'non indiqué'],
  left: ['This advertisement has left the property.', 'Cette annonce a quitté le bien.'],
  priceVerdict: ['Verdict on the price', 'Verdict sur le prix'],
  areaVerdict: ['Verdict on the area', 'Verdict sur la surface'],
  coherent: ['Coherent', 'Cohérent'],
  hidden: ['Hidden', 'Masqué'],
  notAssessed: ['Not assessed', 'Non évalué'],
  afterwards: ['Afterwards', 'Ensuite'],
  home: [(n: number) => `Home ${n}`, (n: number) => `Bien ${n}`],
  moves: ['moves here', 'arrive ici'],
  stays: ['stays', 'reste'],
  nothingMoves: [
    'No advertisement moves. The decision holds for what arrives later.',
    'Aucune annonce ne bouge. La décision vaut pour la suite.',
  ],
  undo: ['Undo', 'Annuler la décision'],
  undoText: [
    'What stood before this decision holds again. Without an earlier decision the model decides.',
    'Ce qui valait avant cette décision vaut à nouveau. Sans décision antérieure, le modèle décide.',
  ],
  decisions: ['Decisions', 'Décisions'],
  noDecisions: ['Nobody has decided anything yet.', 'Personne n’a encore rien décidé.'],
  byCommand: ['A command', 'Une commande'],
  somebody: ['Somebody', 'Quelqu’un'],
  merged: [
    (who: string, what: string) => `${who}: one home, ${what}`,
    (who: string, what: string) => `${who} : un seul bien, ${what}`,
  ],
  separated: [
    (who: string, what: string) => `${who}: different homes, ${what}`,
    (who: string, what: string) => `${who} : biens différents, ${what}`,
  ],
  undid: [
    (who: string, what: string) => `${who}: decision undone, ${what}`,
    (who: string, what: string) => `${who} : décision annulée, ${what}`,
  ],
  movedCount: [
    (n: number) => `${plural(n, 'advertisement', 'advertisements')} moved`,
    (n: number) => `${plural(n, 'annonce déplacée', 'annonces déplacées')}`,
  ],
  inForce: ['In force', 'En vigueur'],
  and: ['and', 'et'],
  regroup: ['Correct the grouping', 'Corriger le regroupement'],
  regroupText: [
    'Choose the advertisements that show another home.',
    'Choisissez les annonces qui montrent un autre bien.',
  ],
  another: [
    (source: string) => `${source} shows another home`,
    (source: string) => `${source} montre un autre bien`,
  ],
  splitChosen: ['Split off the chosen ones', 'Séparer les annonces choisies'],
  mergeWith: ['Same home as', 'Même bien que'],
  mergeHint: [
    'The URL of an advertisement, or the id of a property',
    'L’URL d’une annonce, ou l’identifiant d’un bien',
  ],
  unknownHome: ['No property has this URL or id.', 'Aucun bien n’a cette URL ou cet identifiant.'],
  sameHome: ['That is this property already.', 'C’est déjà ce bien.'],
  preview: ['Preview', 'Aperçu'],
  saved: ['Saved.', 'Enregistré.'],
});

/** Why a price is shown, hidden or not assessed. */
export const priceReasonWords = bilingual({
  'impossible price': ['no home has such a price', 'aucun bien n’a un tel prix'],
  'far from the other listings': [
    'far from the other advertisements of this home',
    'très loin des autres annonces de ce bien',
  ],
  'far from the market': ['far from the market around it', 'très loin du marché alentour'],
  'far from a small market': ['far from the few comparable homes', 'très loin des rares biens comparables'],
  'within the market': ['within the market around it', 'conforme au marché alentour'],
  'confirmed by other listings': [
    'other advertisements of this home ask the same',
    'd’autres annonces de ce bien demandent autant',
  ],
  'usual elsewhere': ['usual in its town', 'habituel dans sa commune'],
  'area doubted': ['the area is in doubt, not the price', 'la surface est douteuse, pas le prix'],
  'no comparables': ['nothing to compare it with', 'rien à quoi le comparer'],
});

export const areaReasonWords = bilingual({
  'contradicted by its rooms': ['contradicted by its rooms', 'contredite par ses pièces'],
  'contradicted by its text': ['contradicted by its own text', 'contredite par son propre texte'],
});
