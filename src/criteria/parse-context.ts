/** One fault of a criteria tree. `understood` tells a broken rule (422) from what has no meaning at all (400). */
export interface CriteriaFault {
  propertyPath: string;
  message: string;
  code: string;
  understood: boolean;
}

/** A place that a tree names by its code or its id, and where it does so. */
export interface PlaceReference {
  readonly path: string;
  readonly code?: string;
  readonly id?: string;
  countryCode?: string;
}

/** A hostile tree must not make us write a book: beyond this many, faults are not listed any more. */
export const MAX_CRITERIA_FAULTS = 1_000;
const MAX_STEP_CHARS = 100;

/** What reading a tree brings to light beside the tree itself. */
class ParseFindings {
  readonly faults: CriteriaFault[] = [];
  readonly mentions: PlaceReference[] = [];
  /** Of all lists so far. */
  values = 0;
  /** Of all drawn shapes so far. */
  positions = 0;

  /** So many faults that no more are listed: whoever reads may stop. */
  get isFull(): boolean {
    return this.faults.length >= MAX_CRITERIA_FAULTS;
  }
}

/** A list of codes is long and nearly all of them exist: where one stands is put together when it is asked for. */
class LazyPlaceReference implements PlaceReference {
  readonly #context: ParseContext;
  readonly code?: string;
  readonly id?: string;
  countryCode?: string;

  constructor(here: ParseContext, place: { code: string } | { id: string }) {
    this.#context = here;
    if ('code' in place) this.code = place.code;
    else this.id = place.id;
  }

  get path(): string {
    return this.#context.path;
  }
}

/**
 * A place in the tree that is being parsed, and what was found so far in the whole of it. Its path is put together when it is asked
 * for: most places are never at fault.
 */
export class ParseContext {
  readonly findings: ParseFindings;
  readonly #parent: ParseContext | undefined;
  /** The member, the index, or the path of the first. */
  readonly #step: string | number;
  /** A value that stands for a list of itself: it is at fault where it stands, not at an index it does not have. */
  readonly #isBare: boolean;

  constructor(
    step: string | number,
    found: ParseFindings = new ParseFindings(),
    above?: ParseContext,
    isBare = false,
  ) {
    this.#step = step;
    this.findings = found;
    this.#parent = above;
    this.#isBare = isBare;
  }

  get path(): string {
    const above = this.#parent?.path;
    if (above === undefined) return String(this.#step);
    if (this.#isBare) return above;
    if (typeof this.#step === 'number') return `${above}[${this.#step}]`;
    const step = this.#step.slice(0, MAX_STEP_CHARS);
    return above === '' ? step : `${above}.${step}`;
  }

  member(name: string): ParseContext {
    return new ParseContext(name, this.findings, this);
  }

  /** A place further inside whose whole path is known. */
  at(path: string): ParseContext {
    return new ParseContext(path, this.findings);
  }

  entry(index: number): ParseContext {
    return this.#isBare ? this : new ParseContext(index, this.findings, this);
  }

  /** The same place, read as a list of one. */
  asSingleValue(): ParseContext {
    return new ParseContext('', this.findings, this, true);
  }

  /** It has no meaning: 400. */
  syntaxError(code: string, message: string): undefined {
    this.#add(code, message, false);
  }

  /** It is understood and breaks a rule: 422. */
  error(code: string, message: string): undefined {
    this.#add(code, message, true);
  }

  /** Places are named here that somebody may look up. */
  addPlaceReference(place: { code: string } | { id: string }): void {
    this.findings.mentions.push(new LazyPlaceReference(this, place));
  }

  #add(code: string, message: string, understood: boolean): void {
    if (!this.findings.isFull)
      this.findings.faults.push({ propertyPath: this.path, message, code, understood });
  }
}
