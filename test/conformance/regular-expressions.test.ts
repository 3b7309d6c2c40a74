import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOSTILE_UNITS, MAX_GROWTH } from '../support/measure-growth.ts';
import { regexLiterals } from '../support/regex-literals.ts';

/** Expressions that read only text of the operator or our own. */
const OWN_TEXTS = /^src\/(?:processes|db|world|demo|console|api\/openapi|catalogue)\//;
const CHARS = 10_000;
/** A linear one takes about a millisecond for this many characters, a quadratic one more than 40. */
const MAX_CPU_MS = 20;
const TRIES = 2;

const cpuMs = (work: () => void): number => {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
};

/** Literals of the expression itself make text that reaches furthest into it. */
function unitsFor(source: string): string[] {
  const words = [...source.matchAll(/\p{Lowercase}{2,}/gu)].map(([word]) => word).slice(0, 8);
  return [...new Set([...HOSTILE_UNITS, ...words, ...words.map((word) => `${word} `)])];
}

const literals = regexLiterals('src/**/*.ts').filter(({ file }) => !OWN_TEXTS.test(file));

test('every regular expression over foreign text takes linear time', () => {
  assert.ok(literals.length > 200, `only ${literals.length} were found`);
  const slow: string[] = [];
  for (const { file, source, flags } of literals) {
    const pattern = new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
    for (const unit of unitsFor(source)) {
      const costMs = (chars: number): number => {
        const text = `${unit.repeat(Math.ceil(chars / unit.length))}!`;
        return Math.min(...Array.from({ length: TRIES }, () => cpuMs(() => text.replace(pattern, ''))));
      };
      const whole = costMs(CHARS);
      if (whole <= MAX_CPU_MS || whole / Math.max(costMs(CHARS / 4), 1) < MAX_GROWTH) continue;
      slow.push(`${file}: /${source}/ over ${JSON.stringify(unit)}`);
      break;
    }
  }
  assert.deepEqual(slow, []);
});
