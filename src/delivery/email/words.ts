import type { Role } from '../../accounts/roles.ts';
import type { AlertEventType } from '../../catalogue/service-vocabularies.ts';

export type MailLanguage = 'en' | 'fr';

interface MailWords {
  /** For numbers. */
  locale: string;
  headlines: Readonly<Record<AlertEventType, string>>;
  property: string;
  before: string;
  rooms: (count: number) => string;
  /** By property type; others are shown in lower case. */
  types: Readonly<Record<string, string>>;
  digest: (homes: number) => string;
  about: (alert: string) => string;
  noMore: string;
}

interface InvitationWords {
  subject: (account: string) => string;
  invites: (inviter: string | null, account: string) => string;
  roles: Readonly<Record<Role, string>>;
  accept: string;
  /** How long, and what to do with a mail that is not expected. */
  about: (days: number) => string;
}

export const invitationWords: Readonly<Record<MailLanguage, InvitationWords>> = {
  en: {
    subject: (account) => `Invitation to the account ${account}`,
    invites: (inviter, account) => `${inviter ?? 'An owner'} invites you to the account ${account} of Gable.`,
    roles: {
      OWNER: 'You would be an owner: you may do everything, and invite others.',
      MEMBER: 'You would be a member: you may use and change everything but the people.',
      READ_ONLY: 'You would be a reader: you may see everything and change nothing.',
    },
    accept: 'Accept the invitation',
    about: (days) => `The link works once, for ${days} days. If you expect no invitation, ignore this mail.`,
  },
  fr: {
    subject: (account) => `Invitation au compte ${account}`,
    invites: (inviter, account) =>
      `${inviter ?? 'Un propriétaire'} vous invite à rejoindre le compte ${account} de Gable.`,
    roles: {
      OWNER: 'Vous seriez propriétaire : vous pouvez tout faire et inviter d’autres personnes.',
      MEMBER: 'Vous seriez membre : vous pouvez tout utiliser et modifier, sauf les personnes.',
      READ_ONLY: 'Vous seriez lecteur : vous pouvez tout voir, sans rien modifier.',
    },
    accept: 'Accepter l’invitation',
    about: (days) =>
      `Le lien fonctionne une fois, pendant ${days} jours. Si vous n’attendez pas d’invitation, ignorez ce message.`,
  },
};

export const mailWords: Readonly<Record<MailLanguage, MailWords>> = {
  en: {
    locale: 'en-GB',
    headlines: {
      NEW_MATCH: 'New match',
      PRICE_CHANGE: 'Price changed',
      OTHER_CHANGE: 'Details changed',
      EXPIRED: 'Left the market',
      REACTIVATED: 'Back on the market',
    },
    property: 'A property',
    before: 'before',
    rooms: (count) => `${count} rooms`,
    types: {},
    digest: (homes) => (homes === 1 ? '1 home' : `${homes} homes`),
    about: (alert) => `You receive this because the alert "${alert}" sends mails to this address.`,
    noMore: 'No more mails',
  },
  fr: {
    locale: 'fr-FR',
    headlines: {
      NEW_MATCH: 'Nouveau bien',
      PRICE_CHANGE: 'Changement de prix',
      OTHER_CHANGE: 'Annonce modifiée',
      EXPIRED: 'Retiré du marché',
      REACTIVATED: 'De retour sur le marché',
    },
    property: 'Un bien',
    before: 'avant',
    rooms: (count) => `${count} pièce${count > 1 ? 's' : ''}`,
    types: {
      FLAT: 'appartement',
      HOUSE: 'maison',
      BUILDING: 'immeuble',
      PARKING: 'parking',
      OFFICE: 'bureau',
      LAND: 'terrain',
      SHOP: 'boutique',
      COMMERCIAL_PREMISES: 'local commercial',
    },
    digest: (homes) => (homes === 1 ? '1 bien' : `${homes} biens`),
    about: (alert) => `Vous recevez ce message car l’alerte « ${alert} » envoie des mails à cette adresse.`,
    noMore: 'Ne plus recevoir de mails',
  },
};
