import type { Division } from '../geo/division.ts';
import type { PlaceNames } from '../geo/place-names.ts';
import type { Finding } from './condition.ts';
import { readDate, readPriceDrop, readYear } from './dates.ts';
import { readEnergy } from './energy.ts';
import { readFloor } from './floors.ts';
import { type FoldedText, matchAt } from './folded-text.ts';
import { isGlue, keepsPlaceLead, leadsToPlace } from './glue.ts';
import { readHomeType } from './home-types.ts';
import { type Lexicon, type LexiconEntry, singular } from './lexicon.ts';
import { readMeasure } from './measures.ts';
import { readMisspelt } from './misspelt.ts';
import { readNear, widenPlace } from './near.ts';
import { isNegated, NEGATION, NEGATION_AFTER, negate } from './negation.ts';
import { withMoreOrientations } from './orientations.ts';
import type { PlaceMatch } from './place-match.ts';
import { readPlace, toPlaceFinding } from './places.ts';
import { readQuoted } from './quoted.ts';

/** A part of the sentence in the order it was said; `alternative` when "ou" joins it to the one before. */
export interface Part extends Finding {
  readonly alternative: boolean;
}

export interface ScanResult {
  readonly parts: readonly Part[];
  /** The spans that nothing was made of, in order. */
  readonly ignored: readonly { start: number; end: number }[];
}

export interface ScanContext {
  readonly sentence: FoldedText;
  readonly names: PlaceNames;
  readonly lexicon: Lexicon;
  readonly language: 'fr' | 'en';
  readonly now: Date;
}

/** Reads a sentence from left to right; at each word the first rule that applies takes its words. */
export class Scanner {
  readonly #context: ScanContext;
  readonly #text: string;
  readonly #parts: Part[] = [];
  readonly #ignored: { start: number; end: number }[] = [];
  #negation: { start: number; end: number } | undefined;
  #hinted = false;
  #city: Division | undefined;
  /** The end of what was understood last; only glue stands between it and the cursor. */
  #lastEnd = -1;

  constructor(context: ScanContext) {
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
    const found = this.#text.slice(from).search(/[\p{L}\p{N}<>≤≥€~"£$]/u);
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
    const { sentence, now } = this.#context;
    return (
      readQuoted(sentence, at) ??
      this.#readOpaque(at) ??
      readNear(sentence, at, (start) => this.#place(start, true)) ??
      readFloor(sentence, at) ??
      readHomeType(sentence, at) ??
      readEnergy(sentence, at) ??
      readPriceDrop(sentence, at) ??
      readYear(sentence, at) ??
      this.#readPostalCode(at) ??
      readDate(sentence, at, now) ??
      readMeasure(sentence, at) ??
      this.#readWords(at)
    );
  }

  /** Phrases that contain words with a meaning of their own. */
  #readOpaque(at: number): Finding | undefined {
    const found = this.#entryAt(at);
    if (found?.entry.meaning.opaque !== true) return undefined;
    const place = this.#place(at, this.#hinted);
    if (place !== undefined && place.end > found.end) return undefined;
    return { start: at, end: found.end, conditions: [], ignored: true };
  }

  #readPostalCode(at: number): Finding | undefined {
    if (!/\d/.test(this.#text.charAt(at)) || !/^\d{5}(?!\d)/.test(this.#text.slice(at))) return undefined;
    const place = this.#place(at, true);
    return place && toPlaceFinding(at, place);
  }

  /** The longer of a known phrase and a place; then either with typos. */
  #readWords(at: number): Finding | undefined {
    const found = this.#entryAt(at);
    const place = this.#place(at, this.#hinted);
    if (place !== undefined && (found === undefined || place.end > found.end)) {
      if (place.vague) return { start: at, end: place.end, conditions: [], ignored: true };
      if (place.city !== undefined) this.#city = place.city;
      return toPlaceFinding(at, widenPlace(this.#text, place));
    }
    if (found !== undefined)
      return withMoreOrientations(this.#text, { start: at, end: found.end, ...found.entry.meaning });
    const index = this.#wordIndex(at);
    return readMisspelt({ ...this.#context, hinted: this.#hinted, isOfPlace: this.#isOfPlace(at) }, index);
  }

  /** "Bordeaux Chartrons": the name of a quarter follows that of its city, and is no other town misspelt. */
  #isOfPlace(at: number): boolean {
    const last = this.#parts.at(-1);
    if (last?.conditions[0]?.kind !== 'places') return false;
    return /^[ -]+$/.test(this.#text.slice(last.end, at));
  }

  #wordIndex(at: number): number {
    return this.#context.sentence.words.findIndex((word) => word.start === at);
  }

  #place(at: number, hinted: boolean): PlaceMatch | undefined {
    const { sentence, names, language } = this.#context;
    const index = this.#wordIndex(at);
    if (index < 0) return undefined;
    // "a nice flat": the city only after a preposition, or in French.
    if (language === 'en' && sentence.words[index]?.text === 'nice' && !this.#mayBeNice(index))
      return undefined;
    return readPlace({ sentence, names, hinted: hinted || this.#followsPlace(at), city: this.#city }, index);
  }

  #mayBeNice(index: number): boolean {
    const { words } = this.#context.sentence;
    const [before, after] = [words[index - 1]?.text, words[index + 1]?.text];
    return (
      after === undefined ||
      ['in', 'around', 'near', 'of', 'at', 'to', 'or', 'and'].includes(before ?? '') ||
      words[index]?.capital === true
    );
  }

  #followsPlace(at: number): boolean {
    const last = this.#parts.at(-1);
    if (last === undefined || last.conditions[0]?.kind !== 'places') return false;
    return /^(?: {0,2}(?:,|;|\/|&|-|\(|et|ou|and|or))+ ?(?:a |in |en )?$/.test(
      this.#text.slice(last.end, at),
    );
  }

  #entryAt(at: number): { entry: LexiconEntry; end: number } | undefined {
    const { sentence, lexicon } = this.#context;
    const index = this.#wordIndex(at);
    if (index < 0) return undefined;
    const { words, text } = sentence;
    for (const entry of lexicon.get(singular(words[index]?.text ?? '')) ?? []) {
      const last = words[index + entry.words.length - 1];
      const fits = entry.words.every((word, step) => {
        const one = words[index + step];
        const before = words[index + step - 1];
        if (one === undefined || singular(one.text) !== word) return false;
        return step === 0 || /^(?:[-'/ .]|' | ')+$/.test(text.slice(before?.end ?? 0, one.start));
      });
      if (fits && last !== undefined && this.#isMeant(entry, index)) return { entry, end: last.end };
    }
    return undefined;
  }

  /** In English a location is a place. */
  #isMeant({ words }: LexiconEntry, _index: number): boolean {
    return !(this.#context.language === 'en' && words.length === 1 && words[0] === 'location');
  }

  #accept(finding: Finding): number {
    const negation = this.#negation ?? this.#continuedNegation(finding);
    const meant = negation === undefined ? finding : negate(finding, negation.start);
    const start = negation?.start ?? finding.start;
    this.#negation = undefined;
    this.#hinted = false;
    const tolerated = negation === undefined ? this.#passTolerated(finding) : undefined;
    if (tolerated !== undefined) return tolerated;
    if (meant === undefined || finding.ignored) this.#ignore(start, finding.end);
    else this.#parts.push({ ...meant, alternative: this.#isAlternative(start) });
    this.#lastEnd = finding.end;
    return this.#passPartArea(finding) ?? Math.max(finding.end, finding.start + 1);
  }

  /** "ground floor ok", "meublé possible": allowed is not asked for. */
  #passTolerated(finding: Finding): number | undefined {
    const isFeature = finding.conditions.some(({ kind }) => kind === 'features');
    const found = isFeature ? matchAt(TOLERATED, this.#text, finding.end) : null;
    if (found === null) return undefined;
    const end = finding.end + found[0].length;
    this.#ignore(finding.start, end);
    this.#lastEnd = end;
    return end;
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
    return /(?:^|[ ,])(?:ou|or|soit)(?: |$)/.test(this.#text.slice(last.end, start));
  }

  #negateLast(end: number): boolean {
    const last = this.#parts.at(-1);
    const negated = last && !isNegated(last) ? negate(last, last.start) : undefined;
    if (last === undefined || negated === undefined) return false;
    this.#parts[this.#parts.length - 1] = { ...negated, end, alternative: last.alternative };
    this.#lastEnd = end;
    return true;
  }

  #passWord(at: number): number {
    const word = this.#context.sentence.words[this.#wordIndex(at)];
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
  / (?:ok|okay|possibles?|acceptee?s?|acceptables?|accepted|welcome|bienvenue?s?|(?:is )?fine)(?![\p{L}\p{N}])/uy;
const PART_AREA_LEAD =
  / (?:(?:privatif|privative|clos|arbore|prive)e? )?(?:(?:de|of|over|plus) (?=\d|plus|pres)|d'|(?=\d+ ?m2\b(?! min|imum)))/y;
