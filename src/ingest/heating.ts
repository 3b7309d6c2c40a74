import { isCollective, normaliseWords, translateWord } from './translate.ts';

export interface ParsedHeating {
  system?: string;
  energyCarrier?: string;
  collective?: boolean;
}

const MAX_TERM_WORDS = 5;

/**
 * Parses a heating phrase: "Individuel gaz radiateur", "chaudière fioul collective", "individualGas".
 * Longer terms are matched first, so that "radiateur électrique" is one term.
 */
export function parseHeatingPhrase(phrase: string): ParsedHeating | undefined {
  const found: ParsedHeating = {};
  let rest = normaliseWords(phrase).split(' ');
  for (let length = MAX_TERM_WORDS; length > 0; length -= 1) {
    for (let at = 0; at + length <= rest.length; at += 1) {
      if (applyTerm(found, rest.slice(at, at + length).join(' '))) {
        rest = [...rest.slice(0, at), ...rest.slice(at + length)];
        at -= 1;
      }
    }
  }
  return Object.keys(found).length > 0 ? found : undefined;
}

/** A term may set several members: "electric" is both a carrier and a heater. */
function applyTerm(found: ParsedHeating, term: string): boolean {
  const system = translateWord('heatingSystem', term);
  const energyCarrier = translateWord('energyCarrier', term);
  const collective = isCollective(term);
  if (system !== undefined) found.system ??= system;
  if (energyCarrier !== undefined) found.energyCarrier ??= energyCarrier;
  if (collective !== undefined) found.collective ??= collective;
  return system !== undefined || energyCarrier !== undefined || collective !== undefined;
}
