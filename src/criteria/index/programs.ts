import { placeNames } from '../kinds/place-columns.ts';
import { compiled, type Predicate } from '../matches.ts';
import type { Asked, Test, TestOf } from '../tree.ts';
import type { Sorted } from './branches.ts';
import { Growing } from './growing.ts';
import { AREA, bitsOf, figureSlot, maskSlot, PRICE } from './slots.ts';
import type { State } from './state.ts';

/** Steps of a program: what is compared, then the number of its operands. A step is `operation << 16 | slot`. */
const RANGE = 0;
const RANGE_OR_MISSING = 1;
const ANY = 2;
const NONE = 3;
const ANY_OR_MISSING = 4;
const ALL = 5;
const COUNTRY = 6;
/** What has no slot is judged by its own predicate; the slot is its number. */
const JUDGE = 7;

const OPERANDS = [2, 2, 1, 1, 1, 1, 1, 1] as const;
const LOWEST = 0;
const HIGHEST = 1;

/** What the list of a branch is sorted by and looked through for, before its program is run. */
export interface Bounds {
  readonly lowestPrice: number;
  readonly highestPrice: number;
  readonly lowestArea: number;
}

interface Step {
  readonly operation: number;
  readonly slot: number;
  readonly operands: readonly number[];
}

/**
 * The tests of all branches in one array of integers: alert, end, then its steps. 40 to 60 bytes a branch, where closures take 500
 * and more, and read in one go.
 */
export class Programs {
  readonly code = new Growing(new Int32Array(0));
  readonly #figures = new Growing(new Float64Array(0));
  readonly #numbers = new Map<number, number>();
  readonly #judges: Predicate[] = [];
  readonly #countries: string[] = [];

  constructor() {
    this.#figure(-Infinity);
    this.#figure(Infinity);
  }

  /** Writes a branch and answers where it begins. */
  write(alert: number, { own, groups }: Sorted, proven: ReadonlySet<Test>): number {
    const steps = own.flatMap((test) => this.#steps(test, proven.has(test)));
    for (const group of groups) steps.push(this.#judge(compiled(group)));
    steps.sort((one, other) => one.operation - other.operation);
    return this.#put(alert, steps);
  }

  /** Writes a branch of other programs again, under another alert. */
  copy(from: Programs, offset: number, alert: number): number {
    const { array } = from.code;
    const end = array[offset + 1] ?? 0;
    const steps: Step[] = [];
    for (let at = offset + 2; at < end; ) {
      const operation = (array[at] ?? 0) >> 16;
      const slot = (array[at] ?? 0) & 0xffff;
      const operands = [...array.subarray(at + 1, at + 1 + (OPERANDS[operation] ?? 0))];
      at += 1 + operands.length;
      const [operand = 0] = operands;
      if (operation === COUNTRY) steps.push(this.#inCountry(from.#countries[operand] ?? ''));
      else if (operation === JUDGE) steps.push(this.#judge(from.#judges[operand] ?? (() => false)));
      else if (operation > RANGE_OR_MISSING) steps.push({ operation, slot, operands });
      else {
        const again = operands.map((number) => this.#figure(from.#figures.array[number] ?? NaN));
        steps.push({ operation, slot, operands: again });
      }
    }
    return this.#put(alert, steps);
  }

  bounds(offset: number): Bounds {
    const { array } = this.code;
    let [lowestPrice, highestPrice, lowestArea] = [-Infinity, Infinity, -Infinity];
    for (let at = offset + 2; at < (array[offset + 1] ?? 0); ) {
      const operation = (array[at] ?? 0) >> 16;
      const slot = (array[at] ?? 0) & 0xffff;
      if (operation <= RANGE_OR_MISSING) {
        const low = this.#figures.array[array[at + 1] ?? 0] ?? NaN;
        const high = this.#figures.array[array[at + 2] ?? 0] ?? NaN;
        if (slot === PRICE) {
          lowestPrice = Math.max(lowestPrice, low);
          highestPrice = Math.min(highestPrice, high);
        } else if (slot === AREA) lowestArea = Math.max(lowestArea, low);
      }
      at += 1 + (OPERANDS[operation] ?? 0);
    }
    return { lowestPrice, highestPrice, lowestArea };
  }

  /** Whether the state passes the branch that begins there. One loop over integers: 20 to 40 ns for a handful of steps. */
  holds(offset: number, { figures, masks, country, property }: State): boolean {
    const code = this.code.array;
    const numbers = this.#figures.array;
    const end = code[offset + 1] as number;
    for (let at = offset + 2; at < end; ) {
      const step = code[at] as number;
      const slot = step & 0xffff;
      const operation = step >> 16;
      if (operation <= RANGE_OR_MISSING) {
        const figure = figures[slot] as number;
        const inside =
          figure >= (numbers[code[at + 1] as number] as number) &&
          figure <= (numbers[code[at + 2] as number] as number);
        if (!inside && !(operation === RANGE_OR_MISSING && Number.isNaN(figure))) return false;
        at += 3;
        continue;
      }
      const operand = code[at + 1] as number;
      if (operation < COUNTRY) {
        if (!hasBits(operation, masks[slot] as number, operand)) return false;
      } else if (operation === COUNTRY) {
        if (this.#countries[operand] !== country) return false;
      } else if (!(this.#judges[operand] as Predicate)(property)) return false;
      at += 2;
    }
    return true;
  }

  settle(): void {
    this.code.settle();
  }

  #put(alert: number, steps: readonly Step[]): number {
    const offset = this.code.push(alert);
    this.code.push(0);
    for (const { operation, slot, operands } of steps) {
      this.code.push((operation << 16) | slot);
      for (const operand of operands) this.code.push(operand);
    }
    this.code.array[offset + 1] = this.code.length;
    return offset;
  }

  #judge(predicate: Predicate): Step {
    return { operation: JUDGE, slot: 0, operands: [this.#judges.push(predicate) - 1] };
  }

  #figure(value: number): number {
    const known = this.#numbers.get(value);
    if (known !== undefined) return known;
    const number = this.#figures.push(value);
    this.#numbers.set(value, number);
    return number;
  }

  #steps(test: Test, proven: boolean): Step[] {
    if (test.kind === 'places') return this.#placeSteps(test, proven);
    if (proven) return [];
    if (test.kind === 'range') return this.#rangeSteps(test.filter.column, test.asked) ?? this.#judged(test);
    if (test.kind === 'set') return setSteps(test.filter.column, test.asked) ?? this.#judged(test);
    if (test.kind === 'switch') return switchSteps(test) ?? this.#judged(test);
    if (test.kind === 'features') return featureSteps(test) ?? this.#judged(test);
    return this.#judged(test);
  }

  /** Country and accuracy have their own steps; what is left of the test is judged. */
  #placeSteps({ asked, filter }: TestOf<'places'>, proven: boolean): Step[] {
    const { countryCode, accuracy, in: inside, nin: outside } = asked;
    const left = { ...(inside && !proven && { in: inside }), ...(outside && { nin: outside }) };
    return [
      ...(countryCode === undefined ? [] : [this.#inCountry(countryCode)]),
      ...(accuracy === undefined ? [] : (setSteps(placeNames(filter).accuracy, { in: accuracy }) ?? [])),
      ...(Object.keys(left).length === 0 ? [] : this.#judged({ kind: 'places', filter, asked: left })),
    ];
  }

  #inCountry(code: string): Step {
    const known = this.#countries.indexOf(code);
    return { operation: COUNTRY, slot: 0, operands: [known < 0 ? this.#countries.push(code) - 1 : known] };
  }

  #judged(test: Test): Step[] {
    return [this.#judge(compiled({ kind: 'leaf', tests: [test] }))];
  }

  #rangeSteps(column: string, { gte, lte, orMissing }: Asked['range']): Step[] | undefined {
    const slot = figureSlot(column);
    if (slot === undefined) return undefined;
    const low = gte === undefined ? LOWEST : this.#figure(gte);
    const high = lte === undefined ? HIGHEST : this.#figure(lte);
    return [{ operation: orMissing ? RANGE_OR_MISSING : RANGE, slot, operands: [low, high] }];
  }
}

function hasBits(operation: number, mask: number, asked: number): boolean {
  if (operation === ANY) return (mask & asked) !== 0;
  if (operation === NONE) return (mask & asked) === 0;
  if (operation === ALL) return (mask & asked) === asked;
  return mask === 0 || (mask & asked) !== 0;
}

/** Undefined when the column has no mask. */
function setSteps(column: string, { in: wanted, nin, inOrMissing }: Asked['set']): Step[] | undefined {
  const mask = maskSlot(column);
  if (mask === undefined) return undefined;
  const step = (operation: number, values: readonly string[] | undefined): Step[] =>
    values === undefined ? [] : [{ operation, slot: mask.slot, operands: [bitsOf(mask, values)] }];
  return [...step(ANY, wanted), ...step(NONE, nin), ...step(ANY_OR_MISSING, inOrMissing)];
}

function switchSteps({ filter, asked }: TestOf<'switch'>): Step[] | undefined {
  const mask = maskSlot(filter.column);
  return mask && [{ operation: ANY, slot: mask.slot, operands: [bitsOf(mask, [asked])] }];
}

function featureSteps({ filter, asked }: TestOf<'features'>): Step[] | undefined {
  const [has, denied] = [maskSlot(filter.column), maskSlot(filter.deniedColumn)];
  if (has === undefined || denied === undefined) return undefined;
  const step = (operation: number, mask: typeof has, values: readonly string[] | undefined): Step[] =>
    values === undefined ? [] : [{ operation, slot: mask.slot, operands: [bitsOf(mask, values)] }];
  return [
    ...step(ALL, has, asked.in),
    ...step(NONE, has, asked.nin),
    ...step(NONE, denied, asked.inOrMissing),
  ];
}
