import type { Finding, RangeCondition } from './condition.ts';
import { type FoldedText, matchAt } from './folded-text.ts';
import {
  type Comparison,
  type Dimension,
  dimensionPaths,
  isCounted,
  readComparisonAfter,
  readComparisonBefore,
  readNoun,
  readUnit,
} from './measure-words.ts';
import { readFigure, readSpeltNumber } from './numbers.ts';

/** A figure that is said to be approximate may differ by a tenth. */
export const APPROXIMATION_SHARE = 0.1;
/** A figure without a unit that is at least this is a price. */
const MIN_BARE_PRICE = 10_000;
/** Below, a figure without a unit is no rent either. */
const MIN_BARE_RENT = 150;

interface Head {
  readonly noun?: Dimension;
  readonly comparison?: Comparison;
  readonly end: number;
}

interface Quantity {
  readonly value: number;
  readonly scale: number;
  readonly dimension?: Dimension;
  readonly factor: number;
  readonly end: number;
  /** In words, and without a unit: only the first figure of a range may be. */
  readonly spelt?: true;
  /** "3+ bedrooms" */
  readonly open?: true;
}

const FILLER =
  /(?:[ :=(]|-(?= )|est\b|is\b|of\b|de\b|d'|du\b|des\b|la\b|les?\b|a\b|the\b|mensuels?\b|monthly\b|(?:souhaite|desire|total|ideal)e?s?\b)+/y;

/** "budget max de", "prix inférieur à", "surface minimum :". */
function readHead(text: string, at: number): Head {
  let head: Head = { end: at };
  for (let step = 0; step < 4; step += 1) {
    const start = head.end === at ? at : (skip(FILLER, text, head.end) ?? head.end);
    const noun = head.noun === undefined ? readNoun(text, start) : undefined;
    const comparison = head.comparison === undefined ? readComparisonBefore(text, start) : undefined;
    if (noun !== undefined) head = { ...head, noun: noun.dimension, end: noun.end };
    else if (comparison !== undefined) head = { ...head, ...comparison };
    else break;
  }
  return head.end === at ? head : { ...head, end: skip(FILLER, text, head.end) ?? head.end };
}

function skip(pattern: RegExp, text: string, at: number): number | undefined {
  const found = matchAt(pattern, text, at);
  return found === null ? undefined : at + found[0].length;
}

const EURO_BEFORE = /(?:€|eur) ?/y;
/** Prices are not converted: an amount in another currency is returned as not understood. */
const OTHER_CURRENCY = /^ ?(?:[£$]|(?:pounds?|dollars?|chf|gbp|usd|francs?)\b)/;

/** "3+ bedrooms", "3 or more bedrooms". */
const OPEN = /(?:\+(?= ?\p{L})| (?:or|and|ou|et) (?:more|plus)(?: de)?(?= \p{L}))/uy;

function readQuantity(sentence: FoldedText, at: number): Quantity | undefined {
  const afterSign = skip(EURO_BEFORE, sentence.text, at);
  const figure = readFigure(sentence, afterSign ?? at) ?? readSpeltNumber(sentence.text, at);
  if (figure === undefined) return undefined;
  const { value, scale } = figure;
  const openEnd = skip(OPEN, sentence.text, figure.end);
  const openUnit = openEnd === undefined ? undefined : readUnit(sentence.text, openEnd);
  const isOpen = openUnit !== undefined;
  const end = figure.end;
  const unit = openUnit ?? readUnit(sentence.text, end);
  const isSpelt = /[a-z]/.test(sentence.text.charAt(at)) && afterSign === undefined;
  // "three or four bedrooms": the unit follows the second.
  const isFirst = /^ (?:or|ou|a|to) /.test(sentence.text.slice(end, end + 5));
  if (isSpelt && unit === undefined && isFirst) return { value, scale, factor: 1, end, spelt: true };
  if (
    isSpelt &&
    !(unit && (isCounted(unit.dimension) || value < 1 || value > 9 || unit.dimension === 'land')) &&
    scale === 1
  )
    return undefined;
  if (unit !== undefined) return { value, scale, ...unit, ...(isOpen && { open: true as const }) };
  // "3B", "2nd": a figure that ends in other letters is something else.
  if (/[\p{L}\p{N}%]/u.test(sentence.text.charAt(end))) return undefined;
  const isPrice = afterSign !== undefined || scale > 1;
  return { value, scale, factor: 1, end, ...(isPrice && { dimension: 'price' as const }) };
}

const CONNECTOR = / ?(?:a|to|-|jusqu'a|\/) ?(?:€|eur ?)?/y;
const CONNECTOR_BETWEEN = / ?(?:et|and|a|to|-|&) ?(?:€|eur ?)?/y;
const CONNECTOR_OR = / (?:ou|or) /y;

/** The second figure of a range; undefined when what follows is another measure: "3 pièces à 250 000 €". */
function readUpper(sentence: FoldedText, lower: Quantity, head: Head): Quantity | undefined {
  const { text } = sentence;
  const between = head.comparison === 'between';
  const either = skip(CONNECTOR_OR, text, lower.end);
  const from = skip(between ? CONNECTOR_BETWEEN : CONNECTOR, text, lower.end) ?? either;
  const upper = from === undefined ? undefined : readQuantity(sentence, from);
  if (upper === undefined) return undefined;
  const sameUnit = lower.dimension === upper.dimension;
  if (lower.dimension !== undefined && upper.dimension !== undefined && !sameUnit) return undefined;
  // "3 chambres à 300000": only a price may leave its unit to the first figure.
  const named = head.noun ?? upper.dimension ?? (lower.dimension === 'price' ? 'price' : undefined);
  if (named === undefined && !between && upper.value < MIN_BARE_PRICE) return undefined;
  if (lower.dimension !== undefined && upper.dimension === undefined && lower.dimension !== 'price')
    return undefined;
  if (from === either && !(isCounted(named ?? 'price') && upper.value === lower.value + 1)) return undefined;
  const [low] = alignScales(lower, upper);
  return low <= upper.value ? upper : undefined;
}

/** "200 à 300k" and "300 à 350 000": the first figure has the scale of the second. */
function alignScales(lower: Quantity, upper: Quantity): [number, number] {
  if (lower.scale === 1 && upper.scale > 1 && lower.value < upper.value / upper.scale + 1)
    return [lower.value * upper.scale, upper.value];
  if (lower.scale === 1 && lower.value < 1_000 && upper.value >= MIN_BARE_PRICE)
    return [lower.value * 1_000, upper.value];
  return [lower.value, upper.value];
}

const LAND_AFTER = / (?:de|of) (?:terrain|parcelle|land|plot|jardin clos)\b/y;

/** A comparison, a figure or two, a unit: "moins de 350 000", "entre 200 et 300k", "3 chambres minimum". */
export function readMeasure(sentence: FoldedText, at: number): Finding | undefined {
  const { text } = sentence;
  const head = readHead(text, at);
  if (OTHER_CURRENCY.test(text.slice(head.end, head.end + 8))) {
    const figure = readFigure(sentence, skip(/ ?[£$] ?/y, text, head.end) ?? head.end);
    return figure && { start: at, end: figure.end, conditions: [], ignored: true };
  }
  const lower = readQuantity(sentence, head.end);
  if (lower === undefined) return undefined;
  const upper = readUpper(sentence, lower, head);
  if (upper === undefined && (head.comparison === 'between' || lower.spelt)) return undefined;
  const last = upper ?? lower;
  const foreign = OTHER_CURRENCY.exec(text.slice(last.end, last.end + 9));
  if (foreign !== null)
    return { start: at, end: last.end + foreign[0].length, conditions: [], ignored: true };
  const landEnd = skip(LAND_AFTER, text, last.end);
  const unitEnd = landEnd ?? last.end;
  const after =
    upper === undefined && head.comparison === undefined ? readAfter(sentence, unitEnd) : undefined;
  const dimension = chooseDimension(head, lower, upper, landEnd !== undefined);
  const range = toRange(
    dimension,
    lower,
    upper,
    after?.comparison ??
      head.comparison ??
      (lower.open || isSharedMinimum(text, at, last) ? 'gte' : undefined),
  );
  const span = { start: at, end: after?.end ?? unitEnd };
  if (dimension === undefined) return bareAmount(span, head, range, last.value);
  const condition: RangeCondition = { kind: 'range', path: dimensionPaths[dimension], ...range };
  const rent = { kind: 'set', path: 'property.transaction.type', values: ['RENT'] } as const;
  return {
    ...span,
    conditions: dimension === 'rent' ? [rent, condition] : [condition],
    ...(head.noun === 'land' && { noun: 'land' as const }),
  };
}

const AND_AT_LEAST =
  /(?:au moins|au minimum|minimum|min|mini|at least|plus de|more than|over)\b(?:(?!\bavec\b|\bwith\b|\bmoins\b|\bmax)[^,;.]){1,40} (?:et|and) $/;
const MAX_LOOK_BACK_CHARS = 60;

/** "au moins 3 pièces et 70 m²": the comparison holds for both. */
const isSharedMinimum = (text: string, at: number, { dimension }: Quantity): boolean =>
  dimension !== undefined &&
  dimension !== 'price' &&
  AND_AT_LEAST.test(text.slice(Math.max(0, at - MAX_LOOK_BACK_CHARS), at));

/** "60 m² max 300 000": the word belongs to the figure after it, unless that one has its own: "350k max 30 m² min". */
function readAfter(sentence: FoldedText, at: number): ReturnType<typeof readComparisonAfter> {
  const after = readComparisonAfter(sentence.text, at);
  const next = after && readQuantity(sentence, skip(/ */y, sentence.text, after.end) ?? after.end);
  if (after === undefined || next === undefined || /^[^ ]/.test(sentence.text.slice(after.end))) return after;
  return readComparisonAfter(sentence.text, next.end) === undefined ? undefined : after;
}

function chooseDimension(
  { noun }: Head,
  lower: Quantity,
  upper: Quantity | undefined,
  ofLand: boolean,
): Dimension | undefined {
  const unit = upper?.dimension ?? lower.dimension;
  if (unit === 'area' && (ofLand || noun === 'land')) return 'land';
  if (unit === 'price' && (noun === 'rent' || noun === 'pricePerArea')) return noun;
  return unit ?? noun;
}

type Bounds = Pick<RangeCondition, 'gte' | 'lte'>;

function toRange(
  dimension: Dimension | undefined,
  lower: Quantity,
  upper: Quantity | undefined,
  comparison: Comparison | undefined,
): Bounds {
  const factor = upper?.factor ?? lower.factor;
  const convert = (value: number): number => Math.round(value * factor * 100) / 100;
  if (upper !== undefined) {
    const [low, high] = alignScales(lower, upper);
    return { gte: convert(low), lte: convert(high) };
  }
  const value = convert(lower.value);
  const step = dimension !== undefined && isCounted(dimension) ? 1 : 0;
  if (comparison === 'lte') return { lte: value };
  if (comparison === 'lt') return { lte: value - step };
  if (comparison === 'gte') return { gte: value };
  if (comparison === 'gt') return { gte: value + step };
  if (comparison === 'about')
    return {
      gte: Math.round(value * (1 - APPROXIMATION_SHARE) * 100) / 100,
      lte: Math.round(value * (1 + APPROXIMATION_SHARE) * 100) / 100,
    };
  // Who names a price without more names what they can spend; any other figure is meant as it stands.
  const isPrice = dimension === undefined || ['price', 'rent', 'pricePerArea'].includes(dimension);
  return isPrice ? { lte: value } : { gte: value, lte: value };
}

function bareAmount(
  span: Pick<Finding, 'start' | 'end'>,
  head: Head,
  range: Bounds,
  value: number,
): Finding | undefined {
  if (value >= MIN_BARE_PRICE)
    return { ...span, conditions: [{ kind: 'range', path: dimensionPaths.price, ...range }] };
  if (value < MIN_BARE_RENT && head.comparison === undefined) return undefined;
  return { ...span, conditions: [], bareAmount: { ...range, value } };
}
