/** One fault of a criteria tree. `understood` tells a broken rule (422) from what has no meaning at all (400). */
export interface Fault {
  propertyPath: string;
  message: string;
  code: string;
  understood: boolean;
}

/** A place that a tree names by its code or its id, and where it does so. */
export interface Mention {
  readonly path: string;
  readonly code?: string;
  readonly id?: string;
  countryCode?: string;
}

/** A hostile tree must not make us write a book: beyond this many, faults are not listed any more. */
export const MAX_CRITERIA_FAULTS = 1_000;
const MAX_STEP_CHARS = 100;

/** What reading a tree brings to light beside the tree itself. */
class Found {
  readonly faults: Fault[] = [];
  readonly mentions: Mention[] = [];

  /** So many faults that no more are listed: whoever reads may stop. */
  get isFull(): boolean {
    return this.faults.length >= MAX_CRITERIA_FAULTS;
  }
}

/** A list of codes is long and nearly all of them exist: where one stands is put together when it is asked for. */
class PlaceMention implements Mention {
  readonly #here: Here;
  readonly code?: string;
  readonly id?: string;
  countryCode?: string;

  constructor(here: Here, place: { code: string } | { id: string }) {
    this.#here = here;
    if ('code' in place) this.code = place.code;
    else this.id = place.id;
  }

  get path(): string {
    return this.#here.path;
  }
}

/**
 * A place in the tree that is being parsed, and what was found so far in the whole of it. Its path is put together when it is asked
 * for: most places are never at fault.
 */
export class Here {
  readonly found: Found;
  readonly #above: Here | undefined;
  /** The member, the index, or the path of the first. */
  readonly #step: string | number;
  /** A value that stands for a list of itself: it is at fault where it stands, not at an index it does not have. */
  readonly #isBare: boolean;

  constructor(step: string | number, found: Found = new Found(), above?: Here, isBare = false) {
    this.#step = step;
    this.found = found;
    this.#above = above;
    this.#isBare = isBare;
  }

  get path(): string {
    const above = this.#above?.path;
    if (above === undefined) return String(this.#step);
    if (this.#isBare) return above;
    if (typeof this.#step === 'number') return `${above}[${this.#step}]`;
    const step = this.#step.slice(0, MAX_STEP_CHARS);
    return above === '' ? step : `${above}.${step}`;
  }

  member(name: string): Here {
    return new Here(name, this.found, this);
  }

  /** A place further inside whose whole path is known. */
  at(path: string): Here {
    return new Here(path, this.found);
  }

  entry(index: number): Here {
    return this.#isBare ? this : new Here(index, this.found, this);
  }

  /** The same place, read as a list of one. */
  bare(): Here {
    return new Here('', this.found, this, true);
  }

  /** It has no meaning: 400. */
  refuse(code: string, message: string): undefined {
    this.#add(code, message, false);
  }

  /** It is understood and breaks a rule: 422. */
  breach(code: string, message: string): undefined {
    this.#add(code, message, true);
  }

  /** Places are named here that somebody may look up. */
  mention(place: { code: string } | { id: string }): void {
    this.found.mentions.push(new PlaceMention(this, place));
  }

  #add(code: string, message: string, understood: boolean): void {
    if (!this.found.isFull) this.found.faults.push({ propertyPath: this.path, message, code, understood });
  }
}
