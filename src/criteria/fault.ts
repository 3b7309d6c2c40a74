/** One fault of a criteria tree. `understood` tells a broken rule (422) from what has no meaning at all (400). */
export interface Fault {
  propertyPath: string;
  message: string;
  code: string;
  understood: boolean;
}

/** A hostile tree must not make us write a book: beyond this many, faults are not listed any more. */
const MOST_FAULTS = 1_000;
const LONGEST_STEP = 100;

/** A place in the tree that is being parsed, and the faults found so far in the whole of it. */
export class Here {
  readonly path: string;
  readonly faults: Fault[];

  constructor(path: string, faults: Fault[] = []) {
    this.path = path;
    this.faults = faults;
  }

  member(name: string): Here {
    const step = name.slice(0, LONGEST_STEP);
    return new Here(this.path === '' ? step : `${this.path}.${step}`, this.faults);
  }

  entry(index: number): Here {
    return new Here(`${this.path}[${index}]`, this.faults);
  }

  /** It has no meaning: 400. */
  refuse(code: string, message: string): undefined {
    this.#add({ propertyPath: this.path, message, code, understood: false });
  }

  /** It is understood and breaks a rule: 422. */
  breach(code: string, message: string): undefined {
    this.#add({ propertyPath: this.path, message, code, understood: true });
  }

  #add(fault: Fault): void {
    if (this.faults.length < MOST_FAULTS) this.faults.push(fault);
  }
}
