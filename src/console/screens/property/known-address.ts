import type { ConsolidatedProperty } from '../../../catalogue/document.ts';
import type { StatedListingJson } from '../../api/generated/console.ts';
import type { AddressResolutionJson } from '../../api/generated/public.ts';

export type AddressLevel = 'exact' | 'street' | 'area' | 'commune' | 'unknown';

/** The address to show, how finely it is known, and whether it is only probable. */
export interface KnownAddress {
  readonly label: string | undefined;
  readonly level: AddressLevel;
  readonly isProbable: boolean;
}

const LEVELS: Readonly<Record<string, AddressLevel>> = {
  PRECISE: 'exact',
  STREET: 'street',
  NEIGHBORHOOD: 'area',
  DISTRICT: 'area',
  CITY: 'commune',
};

const SURE: readonly string[] = ['EXACT', 'HIGH'];

/** A sure address of the registries first, then what adverts state, then a probable one, then the commune. */
export function pickAddress(
  { location }: ConsolidatedProperty,
  resolved: AddressResolutionJson | undefined,
): KnownAddress {
  const found = resolved?.address ?? undefined;
  const isSure = SURE.includes(resolved?.confidence ?? '');
  const fromRegistry = found && {
    label: found.label,
    level: found.houseNumber === null ? ('street' as const) : ('exact' as const),
    isProbable: !isSure,
  };
  if (fromRegistry && isSure) return fromRegistry;
  const level = LEVELS[location?.accuracy ?? ''];
  const commune = [
    location?.city?.name ?? location?.stated?.city,
    location?.district?.name,
    location?.neighborhood?.name,
  ];
  const names = commune.filter((name) => name !== undefined).join(', ');
  // A position may be exact where no address is stated: then the words are those of the commune.
  if (location?.address !== undefined)
    return { label: location.address, level: level ?? 'street', isProbable: false };
  if (fromRegistry) return fromRegistry;
  if (names === '') return { label: undefined, level: 'unknown', isProbable: false };
  return { label: names, level: location?.neighborhood ? 'area' : 'commune', isProbable: false };
}

export interface StatedAddress {
  readonly label: string;
  readonly accuracy: string | undefined;
  readonly sources: readonly string[];
}

interface LocationClaims {
  readonly address?: string;
  readonly accuracy?: string;
}

/** Each address that adverts state, once, with those who state it. */
export function listStatedAddresses(listings: readonly StatedListingJson[]): StatedAddress[] {
  const stated = listings.flatMap(({ states, source, id }) => {
    const { address, accuracy } = (states['location'] ?? {}) as LocationClaims;
    return address === undefined ? [] : [{ label: address, accuracy, source: source ?? id.slice(0, 8) }];
  });
  return [...Map.groupBy(stated, ({ label }) => label)].map(([label, same]) => ({
    label,
    accuracy: same[0]?.accuracy,
    sources: [...new Set(same.map(({ source }) => source))],
  }));
}
