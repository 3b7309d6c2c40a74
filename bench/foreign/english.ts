import type { RandomSource } from '../../src/world/random.ts';
import type { ForeignHome } from './homes.ts';

const NTH = ['ground floor', 'first floor', 'second floor', 'third floor', 'fourth floor', 'fifth floor'];
const TRAITS = ['bright', 'quiet', 'newly redecorated', 'with period features', 'open plan', 'with a view'];

/** Texts of an agency for buyers from abroad. */
export function inEnglish(
  { kind, rooms, level, place, programme }: ForeignHome,
  slogan = '',
  own: RandomSource,
) {
  const what = kind === 'HOUSE' ? own.pick(['House', 'Villa']) : own.pick(['Flat', 'Apartment']);
  if (programme !== undefined)
    return {
      title: `${programme}, ${what}`,
      description: `${programme}: a rare address in ${place.name}, with private parking. ${slogan}`,
    };
  const at = kind === 'FLAT' && own.happens(0.4) ? ` on the ${NTH[level] ?? 'upper floor'}` : '';
  const stated = own.some(TRAITS, own.whole(1, 4)).join(', ');
  return {
    title: own.pick([`${what} in ${place.name}`, `${rooms} room ${what}`]),
    description:
      `${own.pick(['A gem!', 'Not to be missed.', 'Ideal first buy.'])} ${what}${at}, ${stated}. ` +
      `${own.pick(['You will love', 'We like'])} ${own.pick(['the schools nearby', 'the tram', 'the market'])}. ${slogan}`,
  };
}
