/**
 * One house number of one street, from any edition of the national address base. Positions are millionths of a degree.
 */
export interface AddressRow {
  /** The code of the street in the base, `73065_1376`. */
  readonly streetCode: string;
  readonly cityCode: string;
  readonly postalCode: string;
  readonly streetName: string;
  readonly number: number;
  /** bis, ter, a, …; empty for none. */
  readonly suffix: string;
  readonly longitude: number;
  readonly latitude: number;
}
