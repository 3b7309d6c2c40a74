import type { DivisionHits, Finder, FindOptions } from './finder.ts';

/** A query of synchronous work met no finder. */
class FinderNotBuilt extends Error {}

/** A finder that is built when a query needs it: it takes 1.2 s of CPU for France, and most commands never need it. */
export class LazyFinder {
  readonly #create: () => Promise<Finder>;
  #finder: Finder | undefined;
  #building: Promise<Finder> | undefined;

  constructor(create: () => Promise<Finder>) {
    this.#create = create;
  }

  get isBuilt(): boolean {
    return this.#finder !== undefined;
  }

  /** Builds it once, in steps between which the process serves requests. */
  async build(): Promise<Finder> {
    this.#building ??= this.#create();
    this.#finder = await this.#building;
    return this.#finder;
  }

  /** For work that `run` calls. */
  find(query: string, options: FindOptions): DivisionHits {
    if (this.#finder === undefined) throw new FinderNotBuilt();
    return this.#finder.find(query, options);
  }

  /** Runs work without effects; when it needs the finder before that is built, builds it and runs the work once more. */
  async run<Result>(work: () => Result): Promise<Result> {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof FinderNotBuilt)) throw error;
    }
    await this.build();
    return work();
  }
}
