import { postalCodeFault, unknownPlaceFault } from '../../criteria/parse.ts';
import {
  type CriteriaFault,
  MAX_CRITERIA_FAULTS,
  type PlaceReference,
} from '../../criteria/parse-context.ts';
import type { PlaceService } from '../../geo/place-service.ts';
import type { DivisionRegister } from '../../geo/register.ts';

/** The places of a criteria tree that do not exist. While no divisions are loaded, none counts as unknown. */
export async function findUnknownPlaces(
  places: Pick<PlaceService, 'register'>,
  references: readonly PlaceReference[],
): Promise<CriteriaFault[]> {
  if (references.length === 0) return [];
  const register = await places.register();
  if (!register.isLoaded) return [];
  return references
    .filter((reference) => !register.has(reference))
    .slice(0, MAX_CRITERIA_FAULTS)
    .map((reference) => unknownFault(reference, register));
}

/** A postal code is named as one first: a former INSEE code may have the same digits. */
function unknownFault(reference: PlaceReference, register: DivisionRegister): CriteriaFault {
  const postal = reference.code === undefined ? [] : register.postalPlacesOf(reference);
  if (postal.length > 0) return postalCodeFault(reference, postal);
  return unknownPlaceFault(reference, register.successorOf(reference.code ?? ''));
}
