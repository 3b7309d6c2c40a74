import { placeColumnNames } from '../kinds/place-columns.ts';
import { compileTree, type Predicate } from '../matches.ts';
import type { Operands, Test, TestOf } from '../tree.ts';
import type { SplitConjunction } from './conjunctions.ts';
import { GrowableArray } from './growable-array.ts';
import { AREA_SLOT, type IndexedState, maskSlot, numericSlot, PRICE_SLOT, toMask } from './index-keys.ts';

/** Steps of a program: the operation, then the number of its operands. A step is `operation << 16 | slot`. */
const RANGE = 0;
const RANGE_OR_MISSING = 1;
const ANY = 2;
const NONE = 3;
const ANY_OR_MISSING = 4;
const ALL = 5;
const COUNTRY = 6;
/** A test without a slot runs its predicate; the slot is the number of the predicate. */
const PREDICATE = 7;

const OPERAND_COUNTS = [2, 2, 1, 1, 1, 1, 1, 1] as const;
const LOWEST = 0;
const HIGHEST = 1;

/** A list is sorted and prefiltered by these, before a program runs. */
export interface BranchBounds {
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
 * The tests of all branches in one array of integers: alert, end, then its steps. A branch takes 40 to 60 bytes,
 * where closures take 500 and more, and is read sequentially.
 */
export class Programs {
  readonly code = new GrowableArray(new Int32Array(0));
  readonly #numericOperands = new GrowableArray(new Float64Array(0));
  readonly #numbers = new Map<number, number>();
  readonly #predicates: Predicate[] = [];
  readonly #countries: string[] = [];

  constructor() {
    this.#operandNumber(-Infinity);
    this.#operandNumber(Infinity);
  }

  /** Writes a branch and returns its offset. */
  write(alert: number, { own, groups }: SplitConjunction, proven: ReadonlySet<Test>): number {
    const steps = own.flatMap((test) => this.#steps(test, proven.has(test)));
    for (const group of groups) steps.push(this.#predicateStep(compileTree(group)));
    steps.sort((one, other) => one.operation - other.operation);
    return this.#put(alert, steps);
  }

  /** Copies a branch of other programs under another alert. */
  copy(from: Programs, offset: number, alert: number): number {
    const { array } = from.code;
    const end = array[offset + 1] ?? 0;
    const steps: Step[] = [];
    for (let at = offset + 2; at < end; ) {
      const operation = (array[at] ?? 0) >> 16;
      const slot = (array[at] ?? 0) & 0xffff;
      const operands = [...array.subarray(at + 1, at + 1 + (OPERAND_COUNTS[operation] ?? 0))];
      at += 1 + operands.length;
      const [operand = 0] = operands;
      if (operation === COUNTRY) steps.push(this.#inCountry(from.#countries[operand] ?? ''));
      else if (operation === PREDICATE)
        steps.push(this.#predicateStep(from.#predicates[operand] ?? (() => false)));
      else if (operation > RANGE_OR_MISSING) steps.push({ operation, slot, operands });
      else {
        const again = operands.map((number) =>
          this.#operandNumber(from.#numericOperands.array[number] ?? NaN),
        );
        steps.push({ operation, slot, operands: again });
      }
    }
    return this.#put(alert, steps);
  }

  bounds(offset: number): BranchBounds {
    const { array } = this.code;
    let [lowestPrice, highestPrice, lowestArea] = [-Infinity, Infinity, -Infinity];
    for (let at = offset + 2; at < (array[offset + 1] ?? 0); ) {
      const operation = (array[at] ?? 0) >> 16;
      const slot = (array[at] ?? 0) & 0xffff;
      if (operation <= RANGE_OR_MISSING) {
        const low = this.#numericOperands.array[array[at + 1] ?? 0] ?? NaN;
        const high = this.#numericOperands.array[array[at + 2] ?? 0] ?? NaN;
        if (slot === PRICE_SLOT) {
          lowestPrice = Math.max(lowestPrice, low);
          highestPrice = Math.min(highestPrice, high);
        } else if (slot === AREA_SLOT) lowestArea = Math.max(lowestArea, low);
      }
      at += 1 + (OPERAND_COUNTS[operation] ?? 0);
    }
    return { lowestPrice, highestPrice, lowestArea };
  }

  /** Whether the state passes the branch at the offset. One loop over integers: 20 to 40 ns for a few steps. */
  matches(offset: number, { numericValues, masks, country, property }: IndexedState): boolean {
    const code = this.code.array;
    const numbers = this.#numericOperands.array;
    const end = code[offset + 1] as number;
    for (let at = offset + 2; at < end; ) {
      const step = code[at] as number;
      const slot = step & 0xffff;
      const operation = step >> 16;
      if (operation <= RANGE_OR_MISSING) {
        const figure = numericValues[slot] as number;
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
      } else if (!(this.#predicates[operand] as Predicate)(property)) return false;
      at += 2;
    }
    return true;
  }

  trim(): void {
    this.code.trim();
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

  #predicateStep(predicate: Predicate): Step {
    return { operation: PREDICATE, slot: 0, operands: [this.#predicates.push(predicate) - 1] };
  }

  #operandNumber(value: number): number {
    const known = this.#numbers.get(value);
    if (known !== undefined) return known;
    const number = this.#numericOperands.push(value);
    this.#numbers.set(value, number);
    return number;
  }

  #steps(test: Test, proven: boolean): Step[] {
    if (test.kind === 'places') return this.#placeSteps(test, proven);
    if (proven) return [];
    if (test.kind === 'range')
      return this.#rangeSteps(test.filter.column, test.operand) ?? this.#predicateSteps(test);
    if (test.kind === 'set') return setSteps(test.filter.column, test.operand) ?? this.#predicateSteps(test);
    if (test.kind === 'switch') return switchSteps(test) ?? this.#predicateSteps(test);
    if (test.kind === 'features') return featureSteps(test) ?? this.#predicateSteps(test);
    return this.#predicateSteps(test);
  }

  /** Country and accuracy have their own steps; the rest of the test runs its predicate. */
  #placeSteps({ operand, filter }: TestOf<'places'>, proven: boolean): Step[] {
    const { countryCode, accuracy, in: inside, nin: outside } = operand;
    const left = { ...(inside && !proven && { in: inside }), ...(outside && { nin: outside }) };
    return [
      ...(countryCode === undefined ? [] : [this.#inCountry(countryCode)]),
      ...(accuracy === undefined
        ? []
        : (setSteps(placeColumnNames(filter).accuracy, { in: accuracy }) ?? [])),
      ...(Object.keys(left).length === 0
        ? []
        : this.#predicateSteps({ kind: 'places', filter, operand: left })),
    ];
  }

  #inCountry(code: string): Step {
    const known = this.#countries.indexOf(code);
    return { operation: COUNTRY, slot: 0, operands: [known < 0 ? this.#countries.push(code) - 1 : known] };
  }

  #predicateSteps(test: Test): Step[] {
    return [this.#predicateStep(compileTree({ kind: 'leaf', tests: [test] }))];
  }

  #rangeSteps(column: string, { gte, lte, orMissing }: Operands['range']): Step[] | undefined {
    const slot = numericSlot(column);
    if (slot === undefined) return undefined;
    const low = gte === undefined ? LOWEST : this.#operandNumber(gte);
    const high = lte === undefined ? HIGHEST : this.#operandNumber(lte);
    return [{ operation: orMissing ? RANGE_OR_MISSING : RANGE, slot, operands: [low, high] }];
  }
}

function hasBits(operation: number, mask: number, bits: number): boolean {
  if (operation === ANY) return (mask & bits) !== 0;
  if (operation === NONE) return (mask & bits) === 0;
  if (operation === ALL) return (mask & bits) === bits;
  return mask === 0 || (mask & bits) !== 0;
}

/** Undefined when the column has no mask. */
function setSteps(column: string, { in: wanted, nin, inOrMissing }: Operands['set']): Step[] | undefined {
  const mask = maskSlot(column);
  if (mask === undefined) return undefined;
  const step = (operation: number, values: readonly string[] | undefined): Step[] =>
    values === undefined ? [] : [{ operation, slot: mask.slot, operands: [toMask(mask, values)] }];
  return [...step(ANY, wanted), ...step(NONE, nin), ...step(ANY_OR_MISSING, inOrMissing)];
}

function switchSteps({ filter, operand }: TestOf<'switch'>): Step[] | undefined {
  const mask = maskSlot(filter.column);
  return mask && [{ operation: ANY, slot: mask.slot, operands: [toMask(mask, [operand])] }];
}

function featureSteps({ filter, operand }: TestOf<'features'>): Step[] | undefined {
  const [has, denied] = [maskSlot(filter.column), maskSlot(filter.deniedColumn)];
  if (has === undefined || denied === undefined) return undefined;
  const step = (operation: number, mask: typeof has, values: readonly string[] | undefined): Step[] =>
    values === undefined ? [] : [{ operation, slot: mask.slot, operands: [toMask(mask, values)] }];
  return [
    ...step(ALL, has, operand.in),
    ...step(NONE, has, operand.nin),
    ...step(NONE, denied, operand.inOrMissing),
  ];
}
