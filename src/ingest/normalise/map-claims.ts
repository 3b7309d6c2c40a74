import type { Word } from '../../catalogue/vocabularies.ts';
import type { Payload } from '../payload.ts';
import { claimMappings } from './claim-mappings.ts';
import { type DroppedField, droppedField } from './dropped.ts';
import { cloneJson, getAtPath, type MutableJsonObject, setAtPath } from './json-path.ts';

export interface StatedClaims {
  /** In the shape of the consolidated view, as the source states it: units and money are not settled yet. */
  readonly claims: MutableJsonObject;
  readonly dropped: readonly DroppedField[];
}

type Transaction = Word<'transactionType'> | undefined;

/** What a payload says, each member where the document has it. A member said twice counts by its first. */
export function mapClaims(payload: Payload, transaction: Transaction): StatedClaims {
  const claims: MutableJsonObject = {};
  const left: DroppedField[] = [];
  // Of its two hundred members a payload has some forty: the others must cost nothing, and a look at a block for what it has not costs most.
  const present = new Set(Object.keys(payload));
  for (const [first, own] of mappingsByMember) {
    if (!present.has(first)) continue;
    for (const { member, claim, transaction: only, isSaleAgencyFee } of own) {
      const value = getAtPath(payload, member);
      if (value === undefined || (transaction === 'RENT' && isSaleAgencyFee)) continue;
      if (only !== undefined && only !== transaction)
        left.push(droppedField(member.join('.'), 'other transaction', value));
      else if (getAtPath(claims, claim) === undefined) setAtPath(claims, claim, cloneJson(value));
    }
  }
  const agencyFee = payload.fees?.agency;
  if (transaction === 'RENT' && agencyFee !== undefined)
    setAtPath(claims, RENTAL_AGENCY_FEE, withoutPriceInclusion(agencyFee));
  return { claims, dropped: left };
}

const RENTAL_AGENCY_FEE = ['pricing', 'rental', 'fees', 'agency'];

/** What only a sale or only a tenancy has. An agency asks its fee in both, and is told apart. */
function transactionOfClaim([section, side]: readonly string[]): Transaction {
  if (section !== 'pricing' || (side !== 'sale' && side !== 'rental')) return undefined;
  return side === 'sale' ? 'SELL' : 'RENT';
}

/** In their order, with what each place tells by itself. */
const mappingsByMember = [
  ...Map.groupBy(
    claimMappings.map((place) => ({
      ...place,
      transaction: transactionOfClaim(place.claim),
      isSaleAgencyFee: place.claim.join('.') === 'pricing.sale.fees.agency',
    })),
    ({ member }) => member[0] ?? '',
  ),
];

/** A rent never includes the fee of the agency. */
const withoutPriceInclusion = ({
  includedInPrice: _,
  ...fee
}: NonNullable<NonNullable<Payload['fees']>['agency']>) => fee;
