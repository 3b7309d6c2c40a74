import type { PayloadDraft } from '../payload.ts';
import { BrokenFeed } from '../reading/broken-feed.ts';
import { Element } from '../reading/element.ts';
import { htmlToText } from '../reading/html.ts';
import { readXmlRecords } from '../reading/xml.ts';
import { translateFlag } from '../translate.ts';
import { euros, firstNonEmpty, frenchScores, joinNonEmpty, positive } from './draft.ts';
import { type FeedFormat, type FeedRecord, toFeedRecord } from './format.ts';
import { OFFERS, parseTypeCode } from './ubiflow-codes.ts';

/**
 * Ubiflow, a distributor of French listings to portals. Its writers group fields differently, so they are found by
 * name.
 */
export const ubiflow: FeedFormat = {
  description: 'Ubiflow (XML)',

  recognises: (head) => /<annonce[\s>]/.test(head) && /<(?:client|annonces|ubiflow|flux)[\s>]/.test(head),

  async *read(text, feed): AsyncGenerator<FeedRecord> {
    let isEmpty = true;
    for await (const { element: annonce, line, fault } of readXmlRecords(text, { elements: ['annonce'] })) {
      isEmpty = false;
      const key = annonce.attributeAt('', 'id') ?? annonce.textAt('reference');
      if (fault !== undefined) yield { line, fault };
      else
        yield toFeedRecord(
          { line, raw: annonce.raw(), url: urlOf(annonce), key, payload: parsePayload(annonce) },
          feed,
        );
    }
    if (isEmpty) throw new BrokenFeed('the document holds no annonce');
  },

  readRecord(record) {
    const annonce = Element.fromRaw(record, 'annonce');
    return annonce && parsePayload(annonce);
  },
};

const urlOf = (annonce: Element): string | undefined => annonce.findText('url_annonce_sur_site_annonceur');

function parseType(annonce: Element): string | undefined {
  const code = annonce.findText('code_type') ?? annonce.textAt('bien/type') ?? '';
  return (
    (/^\d{4}$/.test(code) ? parseTypeCode(code) : undefined) ??
    firstNonEmpty(annonce.findText('libelle_type'), code)
  );
}

function parsePayload(annonce: Element): PayloadDraft {
  const field = (name: string) => annonce.findText(name);
  const isExact = translateFlag(field('communiquer_adresse_exacte') ?? '');
  return {
    ...parseOffer(annonce),
    ...parseHome(annonce),
    publishedAt: field('date_integration') ?? field('date_saisie'),
    title: field('titre'),
    description: htmlToText(field('texte_long') ?? field('texte') ?? ''),
    propertyType: parseType(annonce),
    diagnostic: parseDiagnostic(annonce),
    location: {
      countryCode: field('pays') ?? 'FR',
      city: field('ville'),
      postalCode: field('code_postal'),
      inseeCode: field('code_insee') ?? field('ville_insee'),
      neighborhood: field('quartier'),
      address:
        isExact === false
          ? undefined
          : joinNonEmpty(' ', field('numero_voie'), field('type_voie'), field('nom_voie')),
      coordinates: { longitude: field('longitude'), latitude: field('latitude') },
      accuracy: field('precision_coordonnees'),
    },
    publisher: {
      publisherType: 'REAL_ESTATE_AGENCY',
      agencyName: field('raison_sociale') ?? field('enseigne'),
      reference: field('reference'),
      mandate: translateFlag(field('mandat_est_semi_exclusif') ?? '')
        ? 'SEMI_EXCLUSIVE'
        : field('mandat_type'),
      contact: { email: field('email_a_afficher'), phone: field('telephone_a_afficher') },
    },
    pictures: annonce.all('photos/photo').map(({ text }) => text),
  };
}

function parseOffer(annonce: Element): PayloadDraft {
  const field = (name: string) => annonce.findText(name);
  const code = (annonce.textAt('prestation/type') ?? field('type_offre') ?? '').toUpperCase();
  const offer = OFFERS[code] ?? { transactionType: code };
  const common = { ...offer, currency: 'EUR', availableAt: field('date_disponibilite') };
  if (offer.transactionType === 'RENT') {
    const withCharges = field('loyer_mensuel_cc');
    const rent = withCharges ?? field('loyer_mensuel') ?? field('loyer') ?? field('prix');
    const includesCharges = withCharges === undefined ? field('loyer_est_cc') : true;
    return {
      ...common,
      displayedPrice: rent,
      rent: euros(rent, { frequency: code === 'S' ? 'WEEKLY' : 'MONTHLY', includesCharges }),
      fees: {
        agency: euros(field('honoraires_location'), { paidBy: 'TENANT' }),
        charges: euros(field('charges_locatives'), { frequency: 'MONTHLY' }),
        deposit: euros(field('depot_garantie')),
      },
    };
  }
  return {
    ...common,
    displayedPrice: field('prix'),
    netPrice: field('prix_hors_honoraires') ?? field('prix_vendu_net'),
    fees: { agency: parseAgencyFees(annonce) },
    condominiumFees: { total: positive(field('charges_copropriete')), currency: 'EUR', frequency: 'YEARLY' },
    propertyTax: euros(field('taxe_fonciere'), { frequency: 'YEARLY', paidBy: 'OWNER' }),
  };
}

function parseAgencyFees(annonce: Element) {
  const field = (name: string) => annonce.findText(name);
  const byBuyer = translateFlag(field('honoraires_charge_acquereur') ?? '');
  const amount = positive(field('honoraires') ?? field('frais_agence'));
  return {
    amount,
    currency: amount === undefined ? undefined : 'EUR',
    percentage: positive(field('alur_pourcentage_honoraires_ttc')),
    paidBy: field('honoraires_payeurs') ?? (byBuyer === undefined ? undefined : byBuyer ? 'BUYER' : 'SELLER'),
    includedInPrice: field('prix_est_fai'),
  };
}

/** Where two names are tried, writers use either. */
function parseHome(annonce: Element): PayloadDraft {
  const field = (name: string) => annonce.findText(name);
  const area = field('surface_habitable') ?? field('surface');
  const balcony = field('balcon') ?? field('nb_balcons');
  return {
    area: {
      displayed: area,
      living: field('surface_habitable'),
      legal:
        field('surface_carrez') === undefined ? undefined : { value: field('surface_carrez'), law: 'CARREZ' },
      unit: 'SQM',
      land: { value: field('surface_terrain'), unit: 'SQM' },
      terrace: field('surface_terrasse') ?? field('terrasse_surface'),
      balcony: field('surface_balcon'),
      garden: field('surface_jardin'),
      basement: field('surface_cave'),
    },
    rooms: field('nb_pieces_logement') ?? field('nb_pieces'),
    bedrooms: field('nombre_de_chambres'),
    bathrooms: field('nb_salles_de_bain'),
    showerRooms: field('nb_salles_d_eau'),
    wc: field('nb_wc'),
    kitchens: field('nb_cuisines'),
    floor: field('etage'),
    lastFloor: field('dernier_etage'),
    buildingFloors: field('nombre_etages'),
    numberOfLots: positive(field('alur_nb_lots')),
    constructionYear: field('annee_construction'),
    renovationYear: field('annee_renovation'),
    constructionType: translateFlag(field('immeuble_haussmannien') ?? '') ? 'HAUSSMANNIAN' : undefined,
    condition: field('etat_interieur') ?? field('etat_general'),
    orientation: field('exposition')?.replace(/travers\w*/i, ''),
    crossing: /travers/i.test(field('exposition') ?? '') || undefined,
    heating: joinNonEmpty(
      ' ',
      field('chauffage_type'),
      field('chauffage_energie'),
      field('chauffage_mecanisme'),
    ),
    furnished: field('meuble'),
    equippedKitchen: field('cuisine_equipee'),
    airConditioning: field('climatise'),
    disabledAccess: field('acces_handicapes'),
    fireplace: field('cheminee'),
    balcony,
    terrace: field('terrasse') ?? field('nb_terrasses'),
    garden: field('avec_jardin'),
    dressing: field('dressing'),
    quiet: field('est_calme'),
    cellar: field('cave') ?? field('nb_caves'),
    basement: field('sous_sol'),
    elevator: field('ascenseur'),
    digicode: field('digicode'),
    intercom: field('interphone'),
    caretaker: field('gardien'),
    swimmingPool: field('piscine'),
    connectivity: translateFlag(field('fibre_optique') ?? '') ? ['FIBER'] : undefined,
    parking: parseParking(annonce),
  };
}

function parseParking(annonce: Element): PayloadDraft['parking'] {
  const count = (name: string) => positive(annonce.findText(name)) ?? 0;
  const total = count('nombre_stationnement') || count('nb_parkings') + count('nb_garages');
  if (total > 0) return { total };
  return (
    ['parking', 'garage', 'box'].some((name) => translateFlag(annonce.findText(name) ?? '')) || undefined
  );
}

function parseDiagnostic(annonce: Element): PayloadDraft['diagnostic'] {
  const field = (name: string) => annonce.findText(name);
  const scores = frenchScores({
    energy: field('dpe_etiquette_conso'),
    energyValue: field('dpe_valeur_conso'),
    carbon: field('dpe_etiquette_ges'),
    carbonValue: field('dpe_valeur_ges'),
  });
  const isBlank =
    translateFlag(field('dpe_vierge') ?? '') || translateFlag(field('soumis_dpe') ?? '') === false;
  if (scores === undefined || isBlank) return undefined;
  return {
    type: 'DPE',
    date: field('dpe_date_realisation'),
    standard: field('dpe_version'),
    reference: field('dpe_reference_certificat'),
    scores,
  };
}
