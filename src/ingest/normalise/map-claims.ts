import type { Word } from '../../catalogue/vocabularies.ts';
import { type IgnoredField, ignoredField } from '../parse-notes.ts';
import type { Payload } from '../payload.ts';
import { claimMappings } from './claim-mappings.ts';
import { cloneJson, getAtPath, type MutableJsonObject, setAtPath } from './json-path.ts';

export interface StatedClaims {
  /** In the shape of the consolidated property, with the units and currencies of the source. */
  readonly claims: MutableJsonObject;
  readonly ignoredFields: readonly IgnoredField[];
}

type Transaction = Word<'transactionType'> | undefined;

/** Moves each member of a payload to its path in the property document. Of two for one path the first counts. */
export function mapClaims(payload: Payload, transaction: Transaction): StatedClaims {
  const claims: MutableJsonObject = {};
  const ignoredFields: IgnoredField[] = [];
  // A payload has some forty of two hundred members, and looking up absent ones was most of the time.
  const present = new Set(Object.keys(payload));
  for (const [first, own] of mappingsByMember) {
    if (!present.has(first)) continue;
    for (const { member, claim, transaction: only, isSaleAgencyFee } of own) {
      const value = getAtPath(payload, member);
      if (value === undefined || (transaction === 'RENT' && isSaleAgencyFee)) continue;
      if (only !== undefined && only !== transaction)
        ignoredFields.push(ignoredField(member.join('.'), 'other transaction', value));
      else if (getAtPath(claims, claim) === undefined) setAtPath(claims, claim, cloneJson(value));
    }
  }
  const agencyFee = payload.fees?.agency;
  if (transaction === 'RENT' && agencyFee !== undefined)
    setAtPath(claims, RENTAL_AGENCY_FEE, withoutPriceInclusion(agencyFee));
  return { claims, ignoredFields };
}

const RENTAL_AGENCY_FEE = ['pricing', 'rental', 'fees', 'agency'];

/** The transaction that a price member belongs to. The agency fee occurs in both and is mapped separately. */
function transactionOfClaim([section, side]: readonly string[]): Transaction {
  if (section !== 'pricing' || (side !== 'sale' && side !== 'rental')) return undefined;
  return side === 'sale' ? 'SELL' : 'RENT';
}

/** The mappings in their order, with what each claim path implies. */
const mappingsByMember = [
  ...Map.groupBy(
    claimMappings.map((mapping) => ({
      ...mapping,
      transaction: transactionOfClaim(mapping.claim),
      isSaleAgencyFee: mapping.claim.join('.') === 'pricing.sale.fees.agency',
    })),
    ({ member }) => member[0] ?? '',
  ),
];

/** A rent never includes the agency fee. */
const withoutPriceInclusion = ({
  includedInPrice: _,
  ...fee
}: NonNullable<NonNullable<Payload['fees']>['agency']>) => fee;
