import { bilingual } from '../state/bilingual.ts';

export const alertWords = bilingual({
  title: ['Alerts', 'Alertes'],
  lead: [
    'Searches that stay awake: they tell you when a home appears, changes or leaves.',
    'Des recherches qui veillent : elles vous disent quand un bien paraît, change ou s’en va.',
  ],
  create: ['New alert', 'Nouvelle alerte'],
  none: ['No alert yet', 'Aucune alerte pour l’instant'],
  noneText: [
    'Describe what you look for and be told when it appears.',
    'Décrivez ce que vous cherchez et soyez averti quand cela paraît.',
  ],
  name: ['Name', 'Nom'],
  namePlaceholder: ['Flats in Lyon under 300,000', 'Appartements à Lyon sous 300 000'],
  eventTypes: ['Tells', 'Annonce'],
  goesTo: ['Goes to', 'Vers'],
  defaultDestination: ['The default destination', 'La destination par défaut'],
  noDestination: [
    'There is no destination yet: an enabled alert needs one. Choose the request bin or a webhook of yours above.',
    'Il n’y a pas encore de destination : une alerte active en demande une. Choisissez ci-dessus la boîte de réception ou un webhook à vous.',
  ],
  newWebhook: ['A new webhook…', 'Un nouveau webhook…'],
  webhookUrl: ['URL of the webhook', 'URL du webhook'],
  enabled: ['Enabled', 'Active'],
  disabled: ['Disabled', 'Inactive'],
  noDestinationLeft: [
    'Disabled because its destination was deleted and there is no default. Choose a destination, then enable it.',
    'Désactivée car sa destination a été supprimée et il n’y en a pas par défaut. Choisissez-en une, puis activez-la.',
  ],
  firstDays: [
    (n: string | null) =>
      n === null
        ? 'Homes already on the market are being counted; they are announced until'
        : `${n} homes already on the market are still to be announced, until`,
    (n: string | null) =>
      n === null
        ? 'Les biens déjà sur le marché sont en cours de comptage ; ils seront annoncés jusqu’au'
        : `${n} biens déjà sur le marché restent à annoncer, jusqu’au`,
  ],
  enable: ['Enable', 'Activer'],
  disable: ['Disable', 'Désactiver'],
  edit: ['Edit', 'Modifier'],
  remove: ['Delete', 'Supprimer'],
  removeText: [
    (name: string) => `“${name}” and its events are deleted for good.`,
    (name: string) => `« ${name} » et ses événements sont supprimés pour de bon.`,
  ],
  save: ['Save', 'Enregistrer'],
  saveDraft: ['Save without enabling', 'Enregistrer sans activer'],
  rules: ['Notify about', 'Être prévenu de'],
  perProperty: ['once for each home', 'une fois par bien'],
  perListing: ['for each advertisement', 'pour chaque annonce'],
  delivery: ['When', 'Quand'],
  instant: ['At once', 'Tout de suite'],
  digest: ['In a daily digest', 'Dans un résumé quotidien'],
  digestAt: ['Digest at', 'Résumé à'],
  maxPerDay: ['Notifications a day, at most', 'Notifications par jour, au plus'],
  scope: ['How often', 'Fréquence'],
  drop: ['Only drops of at least (%)', 'Seulement les baisses d’au moins (%)'],
  forecast: ['Forecast', 'Prévision'],
  forecastText: [
    (total: string, days: number) => `${total} homes like these arrived in the last ${days} days.`,
    (total: string, days: number) => `${total} biens de ce genre sont arrivés ces ${days} derniers jours.`,
  ],
  perDay: ['a day, on average', 'par jour, en moyenne'],
  perHour: ['an hour, on average', 'par heure, en moyenne'],
  quiet: ['Quiet day', 'Jour calme'],
  usual: ['Average', 'Moyenne'],
  busy: ['Busy day', 'Jour chargé'],
  rehearsal: ['Rehearsal', 'Répétition'],
  rehearsalText: [
    'What this alert would have announced in days past.',
    'Ce que cette alerte aurait annoncé si elle avait existé plus tôt.',
  ],
  rehearsing: ['Looking at the changes of these days…', 'Examen des changements de ces jours…'],
  stopRehearsal: ['Stop', 'Arrêter'],
  lookedAt: [
    (done: string, all: string) => `Looked at ${done} of ${all} changes`,
    (done: string, all: string) => `${done} changements examinés sur ${all}`,
  ],
  partial: [
    (done: string, all: string) => `So far: ${done} of ${all} changes.`,
    (done: string, all: string) => `Pour l’instant : ${done} changements sur ${all}.`,
  ],
  arrivals: [
    (came: string, entered: string) =>
      `New matches: ${came} homes appeared in these days, as in the forecast; ${entered} entered by a change.`,
    (came: string, entered: string) =>
      `Nouvelles correspondances : ${came} biens parus ces jours-là, comme dans la prévision ; ${entered} entrés par un changement.`,
  ],
  span: ['Period', 'Période'],
  days: [(n: number) => `${n} ${n === 1 ? 'day' : 'days'}`, (n: number) => `${n} jour${n > 1 ? 's' : ''}`],
  rehearse: ['Rehearse', 'Répéter'],
  events: ['Events', 'Événements'],
  noEvents: ['Nothing told yet', 'Rien d’annoncé pour l’instant'],
  noEventsText: [
    'Events appear here as soon as a home fits.',
    'Les événements paraissent ici dès qu’un bien convient.',
  ],
  event: ['Event', 'Événement'],
  home: ['Home', 'Bien'],
  when: ['When', 'Quand'],
  delivered: ['Delivered', 'Livré'],
  notYet: ['Not yet', 'Pas encore'],
  signingKey: ['Your signing key', 'Votre clé de signature'],
  signingKeyText: [
    'It signs every webhook of this account. It is shown this once: keep it where your receiver reads it.',
    'Elle signe tous les webhooks de ce compte. Elle n’est montrée que cette fois : gardez-la là où votre récepteur la lit.',
  ],
  everything: ['Every home', 'Tous les biens'],
  criteria: ['Criteria', 'Critères'],
  lastChange: ['Last changed', 'Modifiée'],
  showMatches: ['Show what fits now', 'Voir ce qui convient'],
  done: ['Done', 'Terminé'],
});
