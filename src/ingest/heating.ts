import { isCollective, ourWord, plainWords } from './translate.ts';

export interface HeatingWords {
  system?: string;
  energyCarrier?: string;
  collective?: boolean;
}

const MAX_TERM_WORDS = 5;

/**
 * What a phrase says of a heating: "Individuel gaz radiateur", "chaudière fioul collective", "individualGas".
 * The longest terms are looked up first, so that "radiateur électrique" is one thing and not two.
 */
export function heatingFrom(phrase: string): HeatingWords | undefined {
  const found: HeatingWords = {};
  let rest = plainWords(phrase).split(' ');
  for (let length = MAX_TERM_WORDS; length > 0; length -= 1) {
    for (let at = 0; at + length <= rest.length; at += 1) {
      if (take(found, rest.slice(at, at + length).join(' '))) {
        rest = [...rest.slice(0, at), ...rest.slice(at + length)];
        at -= 1;
      }
    }
  }
  return Object.keys(found).length > 0 ? found : undefined;
}

/** "electric" names a carrier as well as a heater: a term is taken for all it says. */
function take(found: HeatingWords, term: string): boolean {
  const system = ourWord('heatingSystem', term);
  const energyCarrier = ourWord('energyCarrier', term);
  const collective = isCollective(term);
  if (system !== undefined) found.system ??= system;
  if (energyCarrier !== undefined) found.energyCarrier ??= energyCarrier;
  if (collective !== undefined) found.collective ??= collective;
  return system !== undefined || energyCarrier !== undefined || collective !== undefined;
}
