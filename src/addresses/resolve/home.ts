import type { PropertyResult } from '../../catalogue/document.ts';
import { normalizeWords } from '../../lib/text.ts';
import type { CertificateKind } from '../certificate-row.ts';

/** The facts of a property that may identify its certificate or its address. */
export interface HomeFacts {
  readonly certificateNumber?: string | undefined;
  /** The district, else the city. */
  readonly cityCode?: string | undefined;
  readonly postalCode?: string | undefined;
  readonly kind?: CertificateKind | undefined;
  readonly energyRating?: string | undefined;
  readonly ghgRating?: string | undefined;
  readonly energyValue?: number | undefined;
  readonly ghgValue?: number | undefined;
  readonly date?: string | undefined;
  readonly area?: number | undefined;
  readonly year?: number | undefined;
  readonly floor?: number | undefined;
  /** The words of the stated address. */
  readonly addressWords?: string | undefined;
  readonly houseNumber?: string | undefined;
  readonly point?: { readonly longitude: number; readonly latitude: number } | undefined;
  readonly accuracy?: string | undefined;
}

const KINDS: Readonly<Record<string, CertificateKind>> = { FLAT: 'F', HOUSE: 'H', BUILDING: 'B' };
const HOUSE_NUMBER = /^\s*(\d{1,4}(?:\s?(?:bis|ter|quater|[a-d])\b)?)[\s,]/i;

export function readHomeFacts({ property }: PropertyResult): HomeFacts {
  const { location, unit, area, building, propertyType } = property;
  const { diagnostic } = unit ?? {};
  const energy = diagnostic?.scores?.ENERGY_CONSUMPTION;
  const ghg = diagnostic?.scores?.CARBON_EMISSIONS;
  const [longitude, latitude] = location?.geometry?.coordinates ?? [];
  const inMetres = (area?.unit ?? 'SQM') === 'SQM';
  return {
    certificateNumber: diagnostic?.reference?.replaceAll(/[^0-9A-Za-z]/g, '').toUpperCase(),
    cityCode: location?.district?.uniqueCode ?? location?.city?.uniqueCode,
    postalCode: /\b\d{5}\b/.exec(location?.address ?? '')?.[0],
    kind: KINDS[propertyType ?? ''],
    energyRating: energy?.rating,
    ghgRating: ghg?.rating,
    energyValue: energy?.value,
    ghgValue: ghg?.value,
    date: diagnostic?.date,
    area: inMetres ? (area?.indoor?.living ?? area?.displayed) : undefined,
    year: building?.constructionYear,
    floor: unit?.floor,
    addressWords: location?.address === undefined ? undefined : normalizeWords(location.address),
    houseNumber: HOUSE_NUMBER.exec(location?.address ?? '')?.[1],
    point: longitude === undefined || latitude === undefined ? undefined : { longitude, latitude },
    accuracy: location?.accuracy,
  };
}
