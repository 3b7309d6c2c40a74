import { bilingual } from '../state/bilingual.ts';

export const requestBinWords = bilingual({
  title: ['Request bin', 'Boîte de réception'],
  lead: [
    'A webhook receiver inside Gable: see what a webhook looks like before you write your own.',
    'Un récepteur de webhooks dans Gable : voyez à quoi ressemble un webhook avant d’écrire le vôtre.',
  ],
  none: ['No request bin is open', 'Aucune boîte n’est ouverte'],
  noneText: [
    'It becomes a destination of this account. What is sent there stays in Gable, for a week.',
    'Elle devient une destination de ce compte. Ce qui y est envoyé reste dans Gable, pendant une semaine.',
  ],
  open: ['Open a request bin', 'Ouvrir une boîte'],
  again: ['Open it for another week', 'L’ouvrir pour une semaine de plus'],
  deleted: [
    'Its destination was deleted: nothing arrives until you open it again.',
    'Sa destination a été supprimée : rien n’arrive tant que vous ne la rouvrez pas.',
  ],
  expired: [
    'It has expired: nothing arrives until you open it again.',
    'Elle a expiré : rien n’arrive tant que vous ne la rouvrez pas.',
  ],
  url: ['URL of the bin', 'URL de la boîte'],
  expires: ['Expires', 'Expire'],
  test: ['Send a test', 'Envoyer un essai'],
  makeAlert: ['Create an alert for it', 'Créer une alerte pour elle'],
  empty: ['Delete all', 'Tout supprimer'],
  requests: ['Received requests', 'Requêtes reçues'],
  newest: [
    (n: number) => `The newest ${n} are kept. This list refreshes itself.`,
    (n: number) => `Les ${n} dernières sont conservées. Cette liste s’actualise d’elle-même.`,
  ],
  waiting: ['Nothing received yet', 'Rien reçu pour l’instant'],
  waitingText: [
    'Send a test, or create an alert that goes here.',
    'Envoyez un essai, ou créez une alerte qui arrive ici.',
  ],
  verified: ['Signature verified', 'Signature vérifiée'],
  refused: ['Signature refused', 'Signature refusée'],
  check: ['How a receiver checks it', 'Comment un récepteur vérifie'],
  clock: [
    (seconds: number) =>
      `X-Webhook-Timestamp differs from the clock by ${seconds} s: at most 300 s are allowed.`,
    (seconds: number) =>
      `X-Webhook-Timestamp diffère de l’horloge de ${seconds} s : 300 s au plus sont permises.`,
  ],
  signed: [
    (bytes: string) => `The signed text is the timestamp, a dot and the raw body of ${bytes} bytes:`,
    (bytes: string) => `Le texte signé est l’horodatage, un point et le corps brut de ${bytes} octets :`,
  ],
  hmac: [
    (hint: string) => `HMAC-SHA256 of that text with the signing key ${hint}, in lowercase hexadecimal:`,
    (hint: string) => `HMAC-SHA256 de ce texte avec la clé de signature ${hint}, en hexadécimal minuscule :`,
  ],
  same: [
    'It equals X-Webhook-Signature, compared in constant time:',
    'Il est égal à X-Webhook-Signature, comparé en temps constant :',
  ],
  differs: ['It differs from X-Webhook-Signature:', 'Il diffère de X-Webhook-Signature :'],
  passed: ['passed', 'réussi'],
  failed: ['failed', 'échoué'],
  headers: ['Headers', 'En-têtes'],
  body: ['Body', 'Corps'],
  truncated: [
    'Longer than what is stored: the check used all of it.',
    'Plus long que ce qui est conservé : la vérification a tout pris.',
  ],
  choose: ['The request bin of this console…', 'La boîte de réception de cette console…'],
});
