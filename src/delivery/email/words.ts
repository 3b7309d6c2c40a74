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
