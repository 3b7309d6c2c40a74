/** One error of a criteria tree. `understood` separates a broken rule (422) from a syntax error (400). */
export interface CriteriaFault {
  propertyPath: string;
  message: string;
  code: string;
  understood: boolean;
}

/** A place that a tree references by code or id, and the path of the reference. */
export interface PlaceReference {
  readonly path: string;
  readonly code?: string;
  readonly id?: string;
  countryCode?: string;
}

/** Bounds the work for a hostile tree: further errors are not listed. */
export const MAX_CRITERIA_FAULTS = 1_000;
const MAX_STEP_CHARS = 100;

/** The errors and place references found while parsing a tree. */
class ParseFindings {
  readonly faults: CriteriaFault[] = [];
  readonly mentions: PlaceReference[] = [];
  /** Of all lists so far. */
  values = 0;
  /** Of all drawn shapes so far. */
  positions = 0;

  /** The limit of errors is reached: parsing may stop. */
  get isFull(): boolean {
    return this.faults.length >= MAX_CRITERIA_FAULTS;
  }
}

/** Builds its path on demand: lists of codes are long, and nearly all codes exist. */
class LazyPlaceReference implements PlaceReference {
  readonly #context: ParseContext;
  readonly code?: string;
  readonly id?: string;
  countryCode?: string;

  constructor(context: ParseContext, place: { code: string } | { id: string }) {
    this.#context = context;
    if ('code' in place) this.code = place.code;
    else this.id = place.id;
  }

  get path(): string {
    return this.#context.path;
  }
}

/**
 * A position in the tree being parsed, and the findings so far. Its path is built on demand, because most
 * positions have no error.
 */
export class ParseContext {
  readonly findings: ParseFindings;
  readonly #parent: ParseContext | undefined;
  /** The member, the index, or the path of the root. */
  readonly #step: string | number;
  /** A single value that stands for a list of itself: its errors have its path, without an index. */
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

  /** A position further inside by its complete path. */
  at(path: string): ParseContext {
    return new ParseContext(path, this.findings);
  }

  entry(index: number): ParseContext {
    return this.#isBare ? this : new ParseContext(index, this.findings, this);
  }

  /** The same position, parsed as a list of one. */
  asSingleValue(): ParseContext {
    return new ParseContext('', this.findings, this, true);
  }

  /** A syntax error: 400. */
  syntaxError(code: string, message: string): undefined {
    this.#add(code, message, false);
  }

  /** A broken rule: 422. */
  error(code: string, message: string): undefined {
    this.#add(code, message, true);
  }

  /** Collects a referenced place for a later lookup. */
  addPlaceReference(place: { code: string } | { id: string }): void {
    this.findings.mentions.push(new LazyPlaceReference(this, place));
  }

  #add(code: string, message: string, understood: boolean): void {
    if (!this.findings.isFull)
      this.findings.faults.push({ propertyPath: this.path, message, code, understood });
  }
}
