import type { Here } from './fault.ts';
import type { Mention } from './kinds/place-list.ts';
import type { Test } from './tree.ts';

/** The places a test names by code or id, in the order and at the paths they were written. */
export function mentionsOf(test: Test, here: Here): Mention[] {
  if (test.kind !== 'places') return [];
  const { countryCode, ...lists } = test.asked;
  const country = countryCode === undefined ? {} : { countryCode };
  return (['in', 'nin'] as const).flatMap((side) => {
    const { uniqueCodes = [], ids = [] } = lists[side] ?? {};
    const at = (name: string, index: number) => here.member(side).member(name).entry(index).path;
    return [
      ...uniqueCodes.map((code, index) => ({ path: at('uniqueCodes', index), code, ...country })),
      ...ids.map((id, index) => ({ path: at('ids', index), id, ...country })),
    ];
  });
}
