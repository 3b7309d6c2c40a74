import type { Division } from '../geo/division.ts';
import type { Finding } from './condition.ts';
import { readDate, readPriceDrop, readYear } from './dates.ts';
import { readDeviation } from './deviation.ts';
import { readEnergy } from './energy.ts';
import { readFloor } from './floors.ts';
import { matchAt } from './folded-text.ts';
import { isGlue, keepsPlaceLead, leadsToPlace } from './glue.ts';
import { readHomeType } from './home-types.ts';
import { readMeasure } from './measures.ts';
import { readNear } from './near.ts';
import { isNegated, NEGATION, NEGATION_AFTER, negate } from './negation.ts';
import { readQuoted } from './quoted.ts';
import {
  placeAt,
  readOpaque,
  readPostalCode,
  readQuarter,
  readWords,
  type WordContext,
  type WordState,
  wordIndex,
} from './read-words.ts';

/** A part of the sentence in the order it was said; `alternative` when "ou" joins it to the one before. */
export interface Part extends Finding {
  readonly alternative: boolean;
}

export interface ScanResult {
  readonly parts: readonly Part[];
  /** The spans that nothing was made of, in order. */
  readonly ignored: readonly { start: number; end: number }[];
}

/** Reads a sentence from left to right; at each word the first rule that applies takes its words. */
export class Scanner {
  readonly #context: WordContext;
  readonly #text: string;
  readonly #parts: Part[] = [];
  readonly #ignored: { start: number; end: number }[] = [];
  #negation: { start: number; end: number } | undefined;
  #hinted = false;
  #city: Division | undefined;
  /** The end of what was understood last; only glue stands between it and the cursor. */
  #lastEnd = -1;

  constructor(context: WordContext) {
    this.#context = context;
    this.#text = context.sentence.text;
  }

  run(): ScanResult {
    let cursor = 0;
    for (let at = this.#nextStart(cursor); at >= 0; at = this.#nextStart(cursor)) cursor = this.#step(at);
    this.#dropNegation();
    return { parts: this.#parts, ignored: this.#ignored };
  }

  #nextStart(from: number): number {
    const found = this.#text.slice(from).search(/[\p{L}\p{N}<>≤≥€~"£$]|[+-](?= ?de? ?\d)/u);
    return found < 0 ? -1 : from + found;
  }

  /** Returns where to go on. */
  #step(at: number): number {
    const finding = this.#read(at);
    if (finding !== undefined) return this.#accept(finding);
    const after = matchAt(NEGATION_AFTER, this.#text, at);
    if (after !== null && this.#negateLast(at + after[0].length)) return at + after[0].length;
    const negation = matchAt(NEGATION, this.#text, at);
    if (negation !== null) {
      this.#dropNegation();
      this.#negation = { start: at, end: at + negation[0].length };
      this.#hinted = true;
      return at + negation[0].length;
    }
    return this.#passWord(at);
  }

  #read(at: number): Finding | undefined {
    const context = this.#context;
    const { sentence, now } = context;
    const hasPlace = this.#parts.some(({ conditions }) => conditions[0]?.kind === 'places');
    const state = { hinted: this.#hinted, city: this.#city, hasPlace, last: this.#parts.at(-1) };
    return (
      readQuoted(sentence, at) ??
      readOpaque(context, state, at) ??
      readQuarter(context, at) ??
      readNear(sentence, at, (start) => placeAt(context, { ...state, hinted: true }, start)) ??
      readFloor(sentence, at) ??
      readHomeType(sentence, at) ??
      readEnergy(sentence, at) ??
      readPriceDrop(sentence, at) ??
      readDeviation(sentence, at) ??
      readYear(sentence, at) ??
      readPostalCode(context, state, at) ??
      readDate(sentence, at, now) ??
      readMeasure(sentence, at) ??
      this.#readWords(state, at)
    );
  }

  #readWords(state: WordState, at: number): Finding | undefined {
    const found = readWords(this.#context, state, at);
    if (found?.city !== undefined) this.#city = found.city;
    return found;
  }

  #accept(finding: Finding): number {
    const negation = this.#negation ?? this.#continuedNegation(finding);
    const meant = negation === undefined ? finding : negate(finding, negation.start);
    const start = negation?.start ?? finding.start;
    this.#negation = undefined;
    this.#hinted = false;
    const tolerated = this.#passTolerated(finding, start);
    if (tolerated !== undefined) return tolerated;
    if (meant === undefined || finding.ignored || this.#isContent(finding)) this.#ignore(start, finding.end);
    else this.#parts.push({ ...meant, alternative: this.#isAlternative(start) });
    this.#lastEnd = finding.end;
    return this.#passPartArea(finding) ?? Math.max(finding.end, finding.start + 1);
  }

  /** "ground floor ok", "sans ascenseur accepté": allowed is not asked for. */
  #passTolerated(finding: Finding, start: number): number | undefined {
    const isDetail = finding.conditions.some(
      ({ kind, path }) => kind === 'features' || /heating|condition|constructionYear/.test(path),
    );
    const found = isDetail ? matchAt(TOLERATED, this.#text, finding.end) : null;
    if (found === null) return undefined;
    const end = finding.end + found[0].length;
    this.#ignore(start, end);
    this.#lastEnd = end;
    return end;
  }

  /** "immeuble, 4 appartements": what a building consists of, and not what is sought. */
  #isContent({ conditions, start }: Finding): boolean {
    const isType = conditions[0]?.path === 'property.type' && this.#parts.length > 0;
    const counted = this.#ignored.at(-1);
    return isType && counted?.end === start - 1 && /^\d+$/.test(this.#text.slice(counted.start, counted.end));
  }

  /** "un jardin de 300 m²": no filter asks for the area of a garden, and it is not that of the home. */
  #passPartArea(finding: Finding): number | undefined {
    const ofPart = finding.conditions.some(({ kind }) => kind === 'features');
    const lead = ofPart ? matchAt(PART_AREA_LEAD, this.#text, finding.end) : null;
    if (lead === null) return undefined;
    const start = finding.end + lead[0].length;
    const measure = readMeasure(this.#context.sentence, start);
    if (measure?.conditions[0]?.path !== 'property.areas.displayed') return undefined;
    this.#ignore(start, measure.end);
    return measure.end;
  }

  /** "sans balcon ou terrasse", "hors Lyon 8 et Lyon 9". */
  #continuedNegation(finding: Finding): { start: number } | undefined {
    const last = this.#parts.at(-1);
    if (last === undefined || last.end !== this.#lastEnd || !isNegated(last)) return undefined;
    // "sans travaux ou refait à neuf": the second is another wish.
    if (finding.conditions[0]?.path === 'property.unit.condition') return undefined;
    const between = this.#text.slice(last.end, finding.start);
    const arePlaces = last.conditions[0]?.kind === 'places' && finding.conditions[0]?.kind === 'places';
    const goesOn = arePlaces
      ? /^ ?(?:,|ou|or|et|and|ni|nor|\/)[ ,]*(?:le |la |les |the |de |a |in )*$/
      : /^ (?:ou|or) (?:de |d'|un |une |a )*$/;
    return goesOn.test(between) ? { start: finding.start } : undefined;
  }

  #isAlternative(start: number): boolean {
    const last = this.#parts.at(-1);
    if (last === undefined || last.end !== this.#lastEnd) return false;
    return /(?:^|[ ,/])(?:ou|or|soit)(?: |$)/.test(this.#text.slice(last.end, start));
  }

  /** What "exclu" denies and no filter can deny is returned: to keep it would ask for the opposite. */
  #negateLast(end: number): boolean {
    const last = this.#parts.at(-1);
    if (last === undefined || isNegated(last) || last.end !== this.#lastEnd) return false;
    const negated = negate(last, last.start);
    if (negated === undefined) {
      this.#parts.pop();
      this.#ignore(last.start, end);
      return true;
    }
    this.#parts[this.#parts.length - 1] = { ...negated, end, alternative: last.alternative };
    this.#lastEnd = end;
    return true;
  }

  #passWord(at: number): number {
    const word = this.#context.sentence.words[wordIndex(this.#context, at)];
    const end = word?.end ?? at + 1;
    if (word !== undefined && isGlue(word.text)) {
      if (this.#negation === undefined)
        this.#hinted = leadsToPlace(word.text) || (this.#hinted && keepsPlaceLead(word.text));
      return end;
    }
    this.#ignore(this.#negation?.start ?? at, end);
    this.#negation = undefined;
    this.#hinted = false;
    this.#lastEnd = -1;
    return end;
  }

  #dropNegation(): void {
    if (this.#negation !== undefined) this.#ignore(this.#negation.start, this.#negation.end);
    this.#negation = undefined;
  }

  /** Words side by side, or with only glue between them, are one phrase. */
  #ignore(start: number, end: number): void {
    const last = this.#ignored.at(-1);
    const between = last === undefined ? undefined : this.#text.slice(last.end, start);
    const joined =
      between !== undefined &&
      /^[ '-]*(?:(?:de|du|des|d|la|le|les|l|et|a|au|aux|sur|en|of|the|and)[ '-]+)*$/.test(between);
    const isNext =
      last !== undefined &&
      joined &&
      !this.#parts.some((part) => part.start >= last.end && part.start < start);
    if (isNext) last.end = end;
    else this.#ignored.push({ start, end });
  }
}

const TOLERATED =
  / (?:\p{L}{3,} )?(?:ok|okay|possibles?|acceptee?s?|acceptables?|accepted|welcome|bienvenue?s?|(?:is )?fine)(?![\p{L}\p{N}])/uy;
const PART_AREA_LEAD =
  / (?:(?:privatif|privative|clos|arbore|prive)e? )?(?:(?:de|of|over|plus) (?=\d|plus|pres)|d'|(?=\d+ ?m2\b(?! min|imum)))/y;
