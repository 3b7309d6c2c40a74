import type { Position, Ring } from './polygon.ts';
import type { WorkBudget } from './polygon-crossing.ts';

const MAX_BANDS = 512;

/** The edges of an outer ring in horizontal bands, so that a point is compared with few of them. */
export class RimBands {
  readonly #bands: number[][];
  readonly #rim: Ring;
  readonly #work: WorkBudget;
  readonly #south: number;
  readonly #height: number;

  constructor(rim: Ring, work: WorkBudget) {
    this.#rim = rim;
    this.#work = work;
    const latitudes = rim.map(([, latitude]) => latitude);
    this.#south = latitudes.reduce((low, one) => Math.min(low, one), Infinity);
    this.#height = latitudes.reduce((high, one) => Math.max(high, one), -Infinity) - this.#south;
    this.#bands = Array.from({ length: Math.min(MAX_BANDS, rim.length) }, () => []);
    for (let here = 1; here < rim.length && work.left >= 0; here += 1) this.#addToBand(here);
  }

  /** Even-odd rule; an edge includes only its lower end. */
  contains([x, y]: Position): boolean {
    const band = this.#bands[this.#bandIndex(y)] ?? [];
    this.#work.left -= band.length;
    let inside = false;
    for (const here of band) {
      const [[x1, y1], [x2, y2]] = this.#edge(here);
      if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside;
    }
    return inside;
  }

  #addToBand(here: number): void {
    const [[, y1], [, y2]] = this.#edge(here);
    const [first, last] = [this.#bandIndex(Math.min(y1, y2)), this.#bandIndex(Math.max(y1, y2))];
    this.#work.left -= last - first + 1;
    for (let band = first; band <= last; band += 1) this.#bands[band]?.push(here);
  }

  #edge(here: number): [Position, Position] {
    return [this.#rim[here - 1], this.#rim[here]] as [Position, Position];
  }

  #bandIndex(latitude: number): number {
    const share = this.#height > 0 ? (latitude - this.#south) / this.#height : 0;
    return Math.min(this.#bands.length - 1, Math.floor(share * this.#bands.length));
  }
}
