/** A label of the national base: `12 bis Rue de la Paix 75002 Paris`, or the street alone. */
const LABEL = /^(?:(\d{1,5} ?(?:bis|ter|quater|[a-z])?) )?(.+?) (\d{5}) \S.*$/i;

export interface LabelParts {
  readonly streetNumber: string | undefined;
  readonly streetName: string | undefined;
  readonly postalCode: string | undefined;
}

export const NO_LABEL_PARTS: LabelParts = {
  streetNumber: undefined,
  streetName: undefined,
  postalCode: undefined,
};

export function parseLabel(label: string): LabelParts {
  if (label === '') return NO_LABEL_PARTS;
  const [, streetNumber, streetName, postalCode] = LABEL.exec(label.replace(/\s+/g, ' ')) ?? [];
  return { streetNumber, streetName, postalCode };
}

const STOREY = '(?:[ée]tage|etg\\.?|[ée]t\\.)';
const ORDINAL = '(?:er|ère|ere|ème|eme|è|e|nd|nde)?';
const FLOOR_FORMS = [
  new RegExp(`${STOREY}\\s*(?:n[°o]?\\s*)?[:=]?\\s*(\\d{1,2})\\b`, 'i'),
  new RegExp(`\\b(\\d{1,2})\\s*${ORDINAL}\\s*${STOREY}`, 'i'),
  new RegExp(`${STOREY}\\s*[:=]?\\s*(\\d{1,2})\\s*${ORDINAL}`, 'i'),
];
const GROUND = /\b(?:rdc|rez[\s-]*de[\s-]*chauss[ée]e|rez-de-jardin)\b/i;

/** The floor in the free text of a certificate: `Etage : 4ème`, `3 ème étage`, `RDC`. */
export function parseFloorNote(note: string): number | undefined {
  if (GROUND.test(note)) return 0;
  for (const form of FLOOR_FORMS) {
    const found = form.exec(note)?.[1];
    if (found !== undefined) return Number(found);
  }
  return undefined;
}

/** `1948-1974`, `avant 1948`, `après 2021`: the years from and to. */
export function parseBuildPeriod(period: string): { after?: number; before?: number } {
  const years = [...period.matchAll(/\d{4}/g)].map(([year]) => Number(year));
  const [first, second] = years;
  if (first === undefined) return {};
  if (second !== undefined) return { after: Math.min(first, second), before: Math.max(first, second) };
  return /avant|</i.test(period) ? { before: first } : { after: first };
}
