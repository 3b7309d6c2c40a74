import { placeNameFault, postalCodeFault, unknownPlaceFault } from '../../criteria/parse.ts';
import {
  type CriteriaFault,
  MAX_CRITERIA_FAULTS,
  type PlaceReference,
} from '../../criteria/parse-context.ts';
import type { PlaceService } from '../../geo/place-service.ts';
import type { DivisionRegister } from '../../geo/register.ts';

/** The places of a criteria tree that do not exist. While no divisions are loaded, none counts as unknown. */
export async function findUnknownPlaces(
  places: Pick<PlaceService, 'register' | 'autocomplete'>,
  references: readonly PlaceReference[],
): Promise<CriteriaFault[]> {
  if (references.length === 0) return [];
  const register = await places.register();
  if (!register.isLoaded) return [];
  const unknown = references.filter((reference) => !register.has(reference)).slice(0, MAX_CRITERIA_FAULTS);
  const faults = unknown.map((reference) => unknownFault(reference, register));
  for (const [at, reference] of unknown.slice(0, MAX_NAMED_PLACES).entries())
    faults[at] = (await nameFault(places, reference)) ?? (faults[at] as CriteriaFault);
  return faults;
}

/** Names that are looked up: each takes a millisecond. */
const MAX_NAMED_PLACES = 5;
const MAX_NAME_CHARS = 100;
/** No code of a division has three letters in a row. */
const NAME = /\p{L}{3}/u;

/** A name that stands where a code is expected: the fault says which code to write. */
async function nameFault(
  places: Pick<PlaceService, 'autocomplete'>,
  reference: PlaceReference,
): Promise<CriteriaFault | undefined> {
  const { code, countryCode } = reference;
  if (code === undefined || code.length > MAX_NAME_CHARS || !NAME.test(code)) return undefined;
  const { rows } = await places.autocomplete({ query: code, limit: 30, page: 1 });
  const meant = rows.filter((row) => countryCode === undefined || row.countryCode === countryCode);
  return placeNameFault(
    reference,
    meant.map(({ name, parentName, metadata: { uniqueCode } }) => ({ name, parentName, uniqueCode })),
  );
}

/** A postal code is named as one first: a former INSEE code may have the same digits. */
function unknownFault(reference: PlaceReference, register: DivisionRegister): CriteriaFault {
  const postal = reference.code === undefined ? [] : register.postalPlacesOf(reference);
  if (postal.length > 0) return postalCodeFault(reference, postal);
  return unknownPlaceFault(reference, register.successorOf(reference.code ?? ''));
}
