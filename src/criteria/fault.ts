/** One fault of a criteria tree. `understood` tells a broken rule (422) from what has no meaning at all (400). */
export interface Fault {
  propertyPath: string;
  message: string;
  code: string;
  understood: boolean;
}

/** A place that a tree names by its code or its id, and where it does so. */
export interface Mention {
  path: string;
  code?: string;
  id?: string;
  countryCode?: string;
}

/** A hostile tree must not make us write a book: beyond this many, faults are not listed any more. */
export const MOST_FAULTS = 1_000;
const LONGEST_STEP = 100;

/** What reading a tree brings to light beside the tree itself. */
class Found {
  readonly faults: Fault[] = [];
  readonly mentions: Mention[] = [];
}

/** A place in the tree that is being parsed, and what was found so far in the whole of it. */
export class Here {
  readonly path: string;
  readonly found: Found;

  constructor(path: string, found: Found = new Found()) {
    this.path = path;
    this.found = found;
  }

  member(name: string): Here {
    const step = name.slice(0, LONGEST_STEP);
    return new Here(this.path === '' ? step : `${this.path}.${step}`, this.found);
  }

  /** A place further inside whose whole path is known. */
  at(path: string): Here {
    return new Here(path, this.found);
  }

  entry(index: number): Here {
    return new Here(`${this.path}[${index}]`, this.found);
  }

  /** It has no meaning: 400. */
  refuse(code: string, message: string): undefined {
    this.#add({ propertyPath: this.path, message, code, understood: false });
  }

  /** It is understood and breaks a rule: 422. */
  breach(code: string, message: string): undefined {
    this.#add({ propertyPath: this.path, message, code, understood: true });
  }

  /** Places are named here that somebody may look up. */
  mention(place: { code: string } | { id: string }): void {
    this.found.mentions.push({ path: this.path, ...place });
  }

  #add(fault: Fault): void {
    if (this.found.faults.length < MOST_FAULTS) this.found.faults.push(fault);
  }
}
