import type { TraceContext } from './trace-context.ts';

/** The values of OTEL_TRACES_SAMPLER. */
export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
export type SamplerName = (typeof SAMPLERS)[number];

/** Whether the span of this trace is recorded. */
export type Sampler = (traceId: string, parent: TraceContext | undefined) => boolean;

/** The last 14 digits of a trace id are 56 random bits (W3C Trace Context, level 2). */
const RANDOM_DIGITS = 14;
const RANDOM_RANGE = 2 ** 56;

/** All processes with one ratio choose the same traces. */
const isChosen = (traceId: string, ratio: number): boolean =>
  Number.parseInt(traceId.slice(-RANDOM_DIGITS), 16) / RANDOM_RANGE >= 1 - ratio;

export function createSampler(name: SamplerName, ratio: number): Sampler {
  const root = rootSampler(name, ratio);
  if (!name.startsWith('parentbased_')) return root;
  return (traceId, parent) => parent?.isSampled ?? root(traceId, undefined);
}

function rootSampler(name: SamplerName, ratio: number): Sampler {
  if (name.endsWith('always_on')) return () => true;
  if (name.endsWith('always_off')) return () => false;
  return (traceId) => isChosen(traceId, ratio);
}
