/** An energy certificate of any generation of the registry. Positions are millionths of a degree. */
export interface CertificateRow {
  readonly number: string;
  /** Empty when not stated. */
  readonly cityCode: string;
  readonly postalCode: string;
  readonly kind: CertificateKind;
  readonly energyRating: string;
  readonly ghgRating: string;
  readonly energyValue: number | undefined;
  readonly ghgValue: number | undefined;
  readonly area: number | undefined;
  readonly establishedOn: string | undefined;
  readonly constructionYear: number | undefined;
  readonly builtAfter: number | undefined;
  readonly builtBefore: number | undefined;
  readonly floor: number | undefined;
  readonly longitude: number | undefined;
  readonly latitude: number | undefined;
  readonly addressScore: number | undefined;
  readonly streetNumber: string | undefined;
  readonly streetName: string | undefined;
}

/** A flat, a house, a whole building. */
export type CertificateKind = 'F' | 'H' | 'B';
