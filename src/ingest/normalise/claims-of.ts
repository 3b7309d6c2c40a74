import type { Word } from '../../catalogue/vocabularies.ts';
import type { Payload } from '../payload.ts';
import { type Block, copied, putAt, valueAt } from './at.ts';
import { type Dropped, dropped } from './dropped.ts';
import { places } from './places.ts';

export interface Stated {
  /** In the shape of the consolidated view, as the source states it: units and money are not settled yet. */
  readonly claims: Block;
  readonly dropped: readonly Dropped[];
}

type Transaction = Word<'transactionType'> | undefined;

/** What a payload says, each member where the document has it. A member said twice counts by its first. */
export function claimsOf(payload: Payload, transaction: Transaction): Stated {
  const claims: Block = {};
  const left: Dropped[] = [];
  // Of its two hundred members a payload has some forty: the others must cost nothing, and a look at a block for what it has not costs most.
  const present = new Set(Object.keys(payload));
  for (const [first, own] of placesByMember) {
    if (!present.has(first)) continue;
    for (const { member, claim, transaction: only, isSaleAgencyFee } of own) {
      const value = valueAt(payload, member);
      if (value === undefined || (transaction === 'RENT' && isSaleAgencyFee)) continue;
      if (only !== undefined && only !== transaction)
        left.push(dropped(member.join('.'), 'other transaction', value));
      else if (valueAt(claims, claim) === undefined) putAt(claims, claim, copied(value));
    }
  }
  const agencyFee = payload.fees?.agency;
  if (transaction === 'RENT' && agencyFee !== undefined)
    putAt(claims, RENTAL_AGENCY_FEE, tenantsFee(agencyFee));
  return { claims, dropped: left };
}

const RENTAL_AGENCY_FEE = ['pricing', 'rental', 'fees', 'agency'];

/** What only a sale or only a tenancy has. An agency asks its fee in both, and is told apart. */
function transactionOf([section, side]: readonly string[]): Transaction {
  if (section !== 'pricing' || (side !== 'sale' && side !== 'rental')) return undefined;
  return side === 'sale' ? 'SELL' : 'RENT';
}

/** In their order, with what each place tells by itself. */
const placesByMember = [
  ...Map.groupBy(
    places.map((place) => ({
      ...place,
      transaction: transactionOf(place.claim),
      isSaleAgencyFee: place.claim.join('.') === 'pricing.sale.fees.agency',
    })),
    ({ member }) => member[0] ?? '',
  ),
];

/** A rent never includes the fee of the agency. */
const tenantsFee = ({ includedInPrice: _, ...fee }: NonNullable<NonNullable<Payload['fees']>['agency']>) =>
  fee;
