import type { PayloadDraft } from '../payload.ts';
import { BrokenFeed } from '../reading/broken-feed.ts';
import { Element } from '../reading/element.ts';
import { textOfHtml } from '../reading/html.ts';
import { elementsIn } from '../reading/xml.ts';
import { flagOf } from '../translate.ts';
import { euros, firstSaid, frenchScores, joined, positive } from './draft.ts';
import { type FeedFormat, type Found, visitOf } from './format.ts';
import { OFFERS, typeOfCode } from './ubiflow-codes.ts';

/** Ubiflow, which passes French listings on to portals. Its writers put fields into different groups, so they are found by name. */
export const ubiflow: FeedFormat = {
  description: 'Ubiflow (XML)',

  recognises: (head) => /<annonce[\s>]/.test(head) && /<(?:client|annonces|ubiflow|flux)[\s>]/.test(head),

  async *read(text, feed): AsyncGenerator<Found> {
    let none = true;
    for await (const { element: annonce, line, fault } of elementsIn(text, { elements: ['annonce'] })) {
      none = false;
      const key = annonce.marked('', 'id') ?? annonce.said('reference');
      if (fault !== undefined) yield { line, fault };
      else
        yield visitOf(
          { line, raw: annonce.raw(), url: urlOf(annonce), key, payload: payloadOf(annonce) },
          feed,
        );
    }
    if (none) throw new BrokenFeed('the document holds no annonce');
  },

  readRecord(record) {
    const annonce = Element.fromRaw(record, 'annonce');
    return annonce && payloadOf(annonce);
  },
};

const urlOf = (annonce: Element): string | undefined =>
  annonce.saidAnywhere('url_annonce_sur_site_annonceur');

function typeOf(annonce: Element): string | undefined {
  const code = annonce.saidAnywhere('code_type') ?? annonce.said('bien/type') ?? '';
  return (
    (/^\d{4}$/.test(code) ? typeOfCode(code) : undefined) ??
    firstSaid(annonce.saidAnywhere('libelle_type'), code)
  );
}

function payloadOf(annonce: Element): PayloadDraft {
  const said = (name: string) => annonce.saidAnywhere(name);
  const isExact = flagOf(said('communiquer_adresse_exacte') ?? '');
  return {
    ...offerOf(annonce),
    ...homeOf(annonce),
    publishedAt: said('date_integration') ?? said('date_saisie'),
    title: said('titre'),
    description: textOfHtml(said('texte_long') ?? said('texte') ?? ''),
    propertyType: typeOf(annonce),
    diagnostic: diagnosticOf(annonce),
    location: {
      countryCode: said('pays') ?? 'FR',
      city: said('ville'),
      postalCode: said('code_postal'),
      inseeCode: said('code_insee') ?? said('ville_insee'),
      neighborhood: said('quartier'),
      address:
        isExact === false ? undefined : joined(' ', said('numero_voie'), said('type_voie'), said('nom_voie')),
      coordinates: { longitude: said('longitude'), latitude: said('latitude') },
      accuracy: said('precision_coordonnees'),
    },
    publisher: {
      publisherType: 'REAL_ESTATE_AGENCY',
      agencyName: said('raison_sociale') ?? said('enseigne'),
      reference: said('reference'),
      mandate: flagOf(said('mandat_est_semi_exclusif') ?? '') ? 'SEMI_EXCLUSIVE' : said('mandat_type'),
      contact: { email: said('email_a_afficher'), phone: said('telephone_a_afficher') },
    },
    pictures: annonce.all('photos/photo').map(({ text }) => text),
  };
}

function offerOf(annonce: Element): PayloadDraft {
  const said = (name: string) => annonce.saidAnywhere(name);
  const code = (annonce.said('prestation/type') ?? said('type_offre') ?? '').toUpperCase();
  const offer = OFFERS[code] ?? { transactionType: code };
  const common = { ...offer, currency: 'EUR', availableAt: said('date_disponibilite') };
  if (offer.transactionType === 'RENT') {
    const withCharges = said('loyer_mensuel_cc');
    const rent = withCharges ?? said('loyer_mensuel') ?? said('loyer') ?? said('prix');
    const includesCharges = withCharges === undefined ? said('loyer_est_cc') : true;
    return {
      ...common,
      displayedPrice: rent,
      rent: euros(rent, { frequency: code === 'S' ? 'WEEKLY' : 'MONTHLY', includesCharges }),
      fees: {
        agency: euros(said('honoraires_location'), { paidBy: 'TENANT' }),
        charges: euros(said('charges_locatives'), { frequency: 'MONTHLY' }),
        deposit: euros(said('depot_garantie')),
      },
    };
  }
  return {
    ...common,
    displayedPrice: said('prix'),
    netPrice: said('prix_hors_honoraires') ?? said('prix_vendu_net'),
    fees: { agency: agencyFeesOf(annonce) },
    condominiumFees: { total: positive(said('charges_copropriete')), currency: 'EUR', frequency: 'YEARLY' },
    propertyTax: euros(said('taxe_fonciere'), { frequency: 'YEARLY', paidBy: 'OWNER' }),
  };
}

function agencyFeesOf(annonce: Element) {
  const said = (name: string) => annonce.saidAnywhere(name);
  const byBuyer = flagOf(said('honoraires_charge_acquereur') ?? '');
  const amount = positive(said('honoraires') ?? said('frais_agence'));
  return {
    amount,
    currency: amount === undefined ? undefined : 'EUR',
    percentage: positive(said('alur_pourcentage_honoraires_ttc')),
    paidBy: said('honoraires_payeurs') ?? (byBuyer === undefined ? undefined : byBuyer ? 'BUYER' : 'SELLER'),
    includedInPrice: said('prix_est_fai'),
  };
}

/** A count of rooms of a kind, where writers use one of two names. */
function homeOf(annonce: Element): PayloadDraft {
  const said = (name: string) => annonce.saidAnywhere(name);
  const area = said('surface_habitable') ?? said('surface');
  const balcony = said('balcon') ?? said('nb_balcons');
  return {
    area: {
      displayed: area,
      living: said('surface_habitable'),
      legal:
        said('surface_carrez') === undefined ? undefined : { value: said('surface_carrez'), law: 'CARREZ' },
      unit: 'SQM',
      land: { value: said('surface_terrain'), unit: 'SQM' },
      terrace: said('surface_terrasse') ?? said('terrasse_surface'),
      balcony: said('surface_balcon'),
      garden: said('surface_jardin'),
      basement: said('surface_cave'),
    },
    rooms: said('nb_pieces_logement') ?? said('nb_pieces'),
    bedrooms: said('nombre_de_chambres'),
    bathrooms: said('nb_salles_de_bain'),
    showerRooms: said('nb_salles_d_eau'),
    wc: said('nb_wc'),
    kitchens: said('nb_cuisines'),
    floor: said('etage'),
    lastFloor: said('dernier_etage'),
    buildingFloors: said('nombre_etages'),
    numberOfLots: positive(said('alur_nb_lots')),
    constructionYear: said('annee_construction'),
    renovationYear: said('annee_renovation'),
    constructionType: flagOf(said('immeuble_haussmannien') ?? '') ? 'HAUSSMANNIAN' : undefined,
    condition: said('etat_interieur') ?? said('etat_general'),
    orientation: said('exposition')?.replace(/travers\w*/i, ''),
    crossing: /travers/i.test(said('exposition') ?? '') || undefined,
    heating: joined(' ', said('chauffage_type'), said('chauffage_energie'), said('chauffage_mecanisme')),
    furnished: said('meuble'),
    equippedKitchen: said('cuisine_equipee'),
    airConditioning: said('climatise'),
    disabledAccess: said('acces_handicapes'),
    fireplace: said('cheminee'),
    balcony,
    terrace: said('terrasse') ?? said('nb_terrasses'),
    garden: said('avec_jardin'),
    dressing: said('dressing'),
    quiet: said('est_calme'),
    cellar: said('cave') ?? said('nb_caves'),
    basement: said('sous_sol'),
    elevator: said('ascenseur'),
    digicode: said('digicode'),
    intercom: said('interphone'),
    caretaker: said('gardien'),
    swimmingPool: said('piscine'),
    connectivity: flagOf(said('fibre_optique') ?? '') ? ['FIBER'] : undefined,
    parking: parkingOf(annonce),
  };
}

function parkingOf(annonce: Element): PayloadDraft['parking'] {
  const count = (name: string) => positive(annonce.saidAnywhere(name)) ?? 0;
  const total = count('nombre_stationnement') || count('nb_parkings') + count('nb_garages');
  if (total > 0) return { total };
  return ['parking', 'garage', 'box'].some((name) => flagOf(annonce.saidAnywhere(name) ?? '')) || undefined;
}

function diagnosticOf(annonce: Element): PayloadDraft['diagnostic'] {
  const said = (name: string) => annonce.saidAnywhere(name);
  const scores = frenchScores({
    energy: said('dpe_etiquette_conso'),
    energyValue: said('dpe_valeur_conso'),
    carbon: said('dpe_etiquette_ges'),
    carbonValue: said('dpe_valeur_ges'),
  });
  const isBlank = flagOf(said('dpe_vierge') ?? '') || flagOf(said('soumis_dpe') ?? '') === false;
  if (scores === undefined || isBlank) return undefined;
  return {
    type: 'DPE',
    date: said('dpe_date_realisation'),
    standard: said('dpe_version'),
    reference: said('dpe_reference_certificat'),
    scores,
  };
}
