import type { AssignmentEvidence } from './decide.ts';
import type { Comparison, Levels } from './levels.ts';
import type { Veto } from './veto.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * Each comparison has a letter in this order, and each of its levels. Frozen: stored levels are read by it, and new ones
 * come last.
 */
const STORED_LEVELS: readonly (readonly [Comparison, string])[] = [
  ['type', 'same other'],
  ['area', 'exact equal rounding within2 otherDecimals within5 within10 beyond'],
  ['rooms', 'same one more'],
  ['bedrooms', 'same one more'],
  ['bathrooms', 'same other'],
  ['floor', 'same unstated one more'],
  ['floors', 'same other'],
  [
    'price',
    'path moves equalFine equal equalRound moved fee1 fee4 within1 fee7 within4 within7 misprint within8 within16 beyond',
  ],
  ['rent', 'path moves equalFine equal equalRound misprint moved within1 within4 within8 within16 beyond'],
  ['place', 'sameZone sameDepartment elsewhere'],
  ['neighbourhood', 'same other'],
  ['street', 'same other'],
  ['number', 'same other'],
  ['point', 'spot close near walk away far'],
  ['certificate', 'same other'],
  ['energy', 'same one other'],
  ['letter', 'same next other'],
  ['year', 'same near other'],
  ['charges', 'same near older other'],
  ['tax', 'same near older other'],
  ['land', 'same near other'],
  ['photos', 'most several one none'],
  ['ownText', 'copy alike akin touching other'],
  ['otherText', 'copy alike akin touching other'],
  ['words', 'many several some few none'],
  ['reference', 'same unsure other'],
  ['privatePhone', 'same other'],
  ['bothLive', 'apart together'],
  ['lot', 'same other'],
  ['facing', 'same unstated other'],
  ['flags', 'telling all agree mostly one two more'],
];

/** The two letters of each comparison and level, and what they stand for. */
const codes = new Map<string, string>();
const names = new Map<string, readonly [name: string, level: string]>();
for (const [at, [name, levels]] of STORED_LEVELS.entries()) {
  for (const [index, level] of levels.split(' ').entries()) {
    const code = `${LETTERS[at]}${LETTERS[index]}`;
    codes.set(`${name} ${level}`, code);
    names.set(code, [name, level]);
  }
}

/** Two letters for each level, or the levels as they are where one has none: those of releases before, too. */
export type PackedLevels = string | Levels;

/** 20 bytes for the 196 of names and levels. */
export function packLevels(levels: Levels): PackedLevels {
  let packed = '';
  for (const name in levels) {
    const level = levels[name as Comparison];
    if (level === undefined) continue;
    const code = codes.get(`${name} ${level}`);
    if (code === undefined) return levels;
    packed += code;
  }
  return packed;
}

export function unpackLevels(stored: PackedLevels): Levels {
  if (typeof stored !== 'string') return stored;
  const levels: Record<string, string> = {};
  for (let at = 0; at < stored.length; at += 2) {
    const [name, level] = names.get(stored.slice(at, at + 2)) ?? [];
    if (name === undefined || level === undefined) throw new Error('a newer release stored these levels');
    levels[name] = level;
  }
  return levels as Levels;
}

type PackedBest = readonly [listingId: string, score: number, levels: PackedLevels, veto?: Veto];
type PackedParts = readonly [
  model: string,
  members: number,
  best: PackedBest | null,
  vetoes: readonly (readonly [listingId: string, veto: string])[],
  broughtBy?: string,
];
/** The model alone for a listing that stands alone, parts without names, or the evidence as releases before stored it. */
export type PackedEvidence = string | PackedParts | AssignmentEvidence;

/** 15 bytes for a listing that stands alone, in place of 49; some 120 for one that joins others, in place of 340. */
export function packEvidence({
  best,
  vetoes,
  members,
  model,
  broughtBy,
}: AssignmentEvidence): PackedEvidence {
  if (best === undefined && vetoes.length === 0 && members === 1 && broughtBy === undefined) return model;
  const packedBest = best === undefined ? null : packBest(best);
  const packedVetoes = vetoes.map(({ listingId, veto }) => [listingId, veto] as const);
  const parts = [model, members, packedBest, packedVetoes] as const;
  return broughtBy === undefined ? parts : [...parts, broughtBy];
}

function packBest({ listingId, score, levels, veto }: NonNullable<AssignmentEvidence['best']>): PackedBest {
  const parts = [listingId, score, packLevels(levels)] as const;
  return veto === undefined ? parts : [...parts, veto];
}

export function unpackEvidence(stored: PackedEvidence): AssignmentEvidence {
  if (typeof stored === 'string') return { best: undefined, vetoes: [], members: 1, model: stored };
  if ('model' in stored) return stored;
  const [model, members, best, vetoes, broughtBy] = stored;
  return {
    best: best === null ? undefined : unpackBest(best),
    vetoes: vetoes.map(([listingId, veto]) => ({ listingId, veto })),
    members,
    model,
    ...(broughtBy === undefined ? {} : { broughtBy }),
  };
}

const unpackBest = ([listingId, score, levels, veto]: PackedBest): NonNullable<
  AssignmentEvidence['best']
> => ({ score, levels: unpackLevels(levels), veto, listingId });
