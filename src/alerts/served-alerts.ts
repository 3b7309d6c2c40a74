import type { Tree } from '../criteria/tree.ts';
import type { RegionSet, RegionStray } from '../db/region-set.ts';
import type { Db } from '../db/sql.ts';
import type { PlaceService } from '../geo/place-service.ts';
import type { DivisionRegister } from '../geo/register.ts';
import { findCriteriaRegions } from '../properties/search/criteria-regions.ts';
import { selectStrays } from '../regions/store.ts';

/** Which alerts a worker needs. */
export interface AlertFilter {
  /** Returns whether alerts that were left out before may be needed now. Called after changes are claimed. */
  refresh(db: Db): Promise<boolean>;
  isNeeded(criteria: Tree): boolean;
}

const keyOf = ({ region, place }: RegionStray): string => `${region} ${place}`;

/**
 * The alerts of a worker that serves some of the regions: those whose places may be in one of them, and those without
 * places. An advert outside of its region is entered as a stray before it is written, so strays that are read after a
 * claim have the places of every claimed change. Undefined when all regions are served.
 */
export function createAlertFilter(
  { all }: Pick<RegionSet, 'all'>,
  places: Pick<PlaceService, 'register'>,
): AlertFilter | undefined {
  const served = new Set(all.filter(({ isServed }) => isServed).map(({ name }) => name));
  if (served.size === all.length) return undefined;
  let register: DivisionRegister | undefined;
  /** None is taken away: a change of a deleted stray may still wait. */
  const strays = new Map<string, RegionStray>();
  return {
    async refresh(db) {
      const current = await places.register();
      const known = strays.size;
      for (const stray of await selectStrays(db)) {
        if (!served.has(stray.region)) continue;
        const widened = { region: stray.region, place: findOutermost(current, stray.place) };
        strays.set(keyOf(widened), widened);
      }
      const isWider = register !== undefined && (current !== register || strays.size > known);
      register = current;
      return isWider;
    },
    isNeeded(criteria) {
      if (register === undefined) return true;
      const names = findCriteriaRegions(criteria, { regions: all, strays: [...strays.values()], register });
      return names === undefined || !names.isDisjointFrom(served);
    },
  };
}

/**
 * A stray counts for its whole outermost division. Alerts are then read again once for each of those, and not for each
 * town. A country has no division around it.
 */
const findOutermost = (register: DivisionRegister, place: string): string =>
  register.ancestorsOf(place).ids.at(-1) ?? place;
