import { bilingual } from '../state/bilingual.ts';

export const docsWords = bilingual({
  title: ['Docs', 'Documentation'],
  lead: [
    'From nothing to a first call, and to a webhook you can trust.',
    'De rien à un premier appel, puis à un webhook digne de confiance.',
  ],
  reference: ['API reference', 'Référence de l’API'],
  open: ['Open the reference', 'Ouvrir la référence'],
  quick: ['Quick start', 'Prise en main'],
  paste: [
    'Paste a key to see it in the examples. It stays in this page.',
    'Collez une clé pour la voir dans les exemples. Elle reste dans cette page.',
  ],
  key: ['API key', 'Clé d’API'],
  createKey: ['Create a key for this', 'Créer une clé pour cela'],
  seeKeys: ['See all keys', 'Voir toutes les clés'],
  keyMade: [
    'This key stands in the examples now and is shown nowhere else: copy what you need.',
    'Cette clé figure maintenant dans les exemples et n’est montrée nulle part ailleurs : copiez ce qu’il vous faut.',
  ],
  search: ['Search', 'Chercher'],
  watch: ['Watch', 'Surveiller'],
  assistant: ['Give an assistant access', 'Ouvrir à un assistant'],
  receivers: ['Receive a webhook', 'Recevoir un webhook'],
  receiversText: [
    'Check the clock, then the signature over the exact bytes, in constant time. Then answer 2xx within 30 seconds.',
    'Vérifiez l’heure, puis la signature sur les octets exacts, en temps constant. Répondez ensuite 2xx en moins de 30 secondes.',
  ],
  checker: ['Check a signature', 'Vérifier une signature'],
  checkerText: [
    'Worked out in this page; nothing is sent. Paste what your receiver got.',
    'Calculé dans cette page ; rien n’est envoyé. Collez ce que votre récepteur a reçu.',
  ],
  body: ['Raw body', 'Corps brut'],
  timestamp: ['X-Webhook-Timestamp', 'X-Webhook-Timestamp'],
  signature: ['X-Webhook-Signature', 'X-Webhook-Signature'],
  signingKey: ['Signing key', 'Clé de signature'],
  check: ['Check', 'Vérifier'],
  matches: ['The signature is right.', 'La signature est juste.'],
  differs: ['The signature does not fit. Expected:', 'La signature ne convient pas. Attendue :'],
  language: ['Language', 'Langage'],
  clientText: [
    'The clients are in clients/ of the release: npm pack and build_wheel.py build their packages.',
    'Les clients sont dans clients/ de la version livrée : npm pack et build_wheel.py en font des paquets.',
  ],
  guides: ['Guides', 'Guides'],
  guidesText: [
    'Short tasks, with commands that run as they are.',
    'Des tâches courtes, avec des commandes qui marchent telles quelles (en anglais).',
  ],
  guide: ['Guide', 'Guide'],
});
