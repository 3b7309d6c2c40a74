/** The places of each row, from the widest to the finest, as numbers: a country has millions of rows and few places. */
export interface RowPlaces {
  names: string[];
  /** Three a row; -1 where a row has no place of the level. */
  codes: Int32Array;
}

const LEVELS = 3;

/** Numbers places while rows are read. */
export class PlaceNumbers {
  readonly #numbers = new Map<string, number>();
  readonly #codes: Int32Array;

  constructor(rows: number) {
    this.#codes = new Int32Array(rows * LEVELS).fill(-1);
  }

  set(row: number, places: readonly string[]): void {
    for (const [level, place] of places.slice(-LEVELS).entries()) {
      const number = this.#numbers.get(place) ?? this.#numbers.size;
      this.#numbers.set(place, number);
      this.#codes[row * LEVELS + level] = number;
    }
  }

  finish(rows: number): RowPlaces {
    return { names: [...this.#numbers.keys()], codes: this.#codes.slice(0, rows * LEVELS) };
  }
}

export function placesOf({ names, codes }: RowPlaces, row: number): string[] {
  const found: string[] = [];
  for (let level = 0; level < LEVELS; level++) {
    const name = names[codes[row * LEVELS + level] as number];
    if (name !== undefined) found.push(name);
  }
  return found;
}
