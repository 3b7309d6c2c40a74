import type { Flags } from './feature-flags.ts';

/** Each has a letter, in this order. Frozen: stored flags are read by it, and a new one comes last. Others have their name. */
const LETTERED = [
  'lastFloor',
  'groundFloor',
  'gardenFloor',
  'furnished',
  'disabledAccess',
  'equippedKitchen',
  'fireplace',
  'airConditioning',
  'doubleGlazing',
  'parquet',
  'balcony',
  'terrace',
  'garden',
  'dressing',
  'crossing',
  'quiet',
  'cellar',
  'basement',
  'storage',
  'elevator',
  'intercom',
  'digicode',
  'caretaker',
  'bikeRoom',
  'gym',
  'playground',
  'partyHall',
  'sportCourt',
  'adultGameRoom',
  'gatedCommunity',
  'barbecueGrill',
  'swimmingPool',
];

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const letters: ReadonlyMap<string, string> = new Map(LETTERED.map((name, at) => [name, LETTERS.charAt(at)]));
/** By the code of their letter. */
const names: (string | undefined)[] = Array.from(
  { length: 128 },
  (_, code) => LETTERED[LETTERS.indexOf(String.fromCharCode(code))],
);

/** The letters of the boxes that are ticked and of those that are not, and the other answers. */
export type PackedFlags = string | readonly [string, Flags];

const SEPARATOR = '-';

/** 14 bytes for the 126 of names and answers. */
export function packFlags(flags: Flags): PackedFlags {
  let [ticked, empty] = ['', ''];
  let others: Record<string, Flags[string]> | undefined;
  for (const name of Object.keys(flags)) {
    const [value, letter] = [flags[name], letters.get(name)];
    if (letter !== undefined && value === true) ticked += letter;
    else if (letter !== undefined && value === false) empty += letter;
    else if (value !== undefined) {
      others ??= {};
      others[name] = value;
    }
  }
  const packed = `${ticked}${SEPARATOR}${empty}`;
  return others === undefined ? packed : [packed, others];
}

export function unpackFlags(stored: PackedFlags): Flags {
  const packed = typeof stored === 'string' ? stored : stored[0];
  const flags: Record<string, Flags[string]> = typeof stored === 'string' ? {} : { ...stored[1] };
  let value = true;
  for (let at = 0; at < packed.length; at += 1) {
    const name = names[packed.charCodeAt(at)];
    if (name === undefined) value = false;
    else flags[name] = value;
  }
  return flags;
}
