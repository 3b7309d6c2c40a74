import type { Word } from '../../catalogue/vocabularies.ts';
import type { PayloadDraft } from '../payload.ts';

/** PROP_SUB_ID codes by our type. 0 (not specified), farms, ruins and building projects have no type of ours. */
const CODES: { readonly [Type in Word<'propertyType'>]?: readonly number[] } = {
  FLAT: [7, 8, 9, 10, 11, 28, 29, 44, 46, 47, 49, 56, 59, 142, 144],
  HOUSE: [
    ...[
      1, 2, 3, 4, 5, 6, 12, 13, 14, 15, 16, 21, 22, 23, 24, 25, 26, 27, 30, 43, 48, 50, 52, 62, 65, 68, 71,
      74,
    ],
    ...[92, 95, 101, 104, 113, 116, 117, 118, 119, 120, 121, 128, 131, 140, 511, 512],
  ],
  BUILDING: [143],
  PARKING: [45, 51, 196],
  OFFICE: [178, 181, 184],
  LAND: [20, 107, 110, 241],
  SHOP: [137, 187, 190, 193, 199, 208, 298],
  COMMERCIAL_PREMISES: [
    ...[
      17, 18, 19, 80, 83, 86, 134, 202, 205, 211, 214, 217, 220, 223, 226, 229, 232, 235, 238, 253, 256, 262,
      265, 268, 271,
    ],
    ...[274, 277, 280, 283, 301, 310],
  ],
};

const typeOf = new Map(
  Object.entries(CODES).flatMap(([type, codes]) =>
    codes.map((code): [string, string] => [String(code), type]),
  ),
);

const GROUND_FLOOR: readonly string[] = ['7', '10'];
const PENTHOUSE = '29';
const OFF_PLAN = '125';

/** The payload members that a PROP_SUB_ID code implies. */
export function blmType(code: string | undefined): PayloadDraft {
  if (code === undefined || code === '0') return {};
  return {
    propertyType: typeOf.get(code) ?? (code === OFF_PLAN ? undefined : `PROP_SUB_ID ${code}`),
    groundFloor: GROUND_FLOOR.includes(code) || undefined,
    lastFloor: code === PENTHOUSE || undefined,
    constructionStatus: code === OFF_PLAN ? 'UNDER_CONSTRUCTION' : undefined,
  };
}
