import { type Clock, systemClock } from './clock.ts';

/** Where progress is shown: standard error, so that standard output has only the result. */
export interface ProgressOutput {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

export interface ProgressOptions {
  /** Absent when the total is unknown. */
  total?: number;
  /** What is counted, in the plural: "listings". */
  unit?: string;
  output?: ProgressOutput;
  clock?: Pick<Clock, 'monotonicMs'>;
}

export interface Progress {
  advance(count?: number): void;
  /** A line that stays, above the bar. */
  note(text: string): void;
  /** Removes the bar and leaves a summary. */
  finish(): void;
  /** The same for work that ended early. */
  abandon(): void;
}

const REDRAW_MS = 100;
const LINE_MS = 5_000;
const LINE_SHARE = 0.1;
/** Short work passes 10 % quickly; a line each second is enough for a log. */
const MIN_LINE_INTERVAL_MS = 1_000;
const MAX_BAR_CHARS = 30;
const MIN_BAR_CHARS = 8;
const CLEAR_LINE = '\r\x1b[K';

/** Shows the progress of a long command: a bar on a terminal, else a line now and then. */
export function startProgress(title: string, options: ProgressOptions = {}): Progress {
  const { total, unit = '', output = process.stderr, clock = systemClock } = options;
  const startedMs = clock.monotonicMs();
  const state: State = { title, total, unit, done: 0, elapsedMs: 0 };
  const show = output.isTTY ? createBarRenderer(output) : createLineRenderer(output, state);
  const close = (summary: (state: State) => string) => {
    state.elapsedMs = clock.monotonicMs() - startedMs;
    show.clear();
    output.write(`${summary(state)}\n`);
  };
  show.step(state);
  return {
    advance(count = 1) {
      state.done += count;
      state.elapsedMs = clock.monotonicMs() - startedMs;
      show.step(state);
    },
    note(text) {
      show.clear();
      output.write(`${text}\n`);
    },
    finish: () => close(renderFinished),
    abandon: () => close(renderAbandoned),
  };
}

interface State {
  title: string;
  total: number | undefined;
  unit: string;
  done: number;
  elapsedMs: number;
}

interface ProgressRenderer {
  step(state: State): void;
  clear(): void;
}

function createBarRenderer(output: ProgressOutput): ProgressRenderer {
  let drawnAt = Number.NEGATIVE_INFINITY;
  return {
    step(state) {
      if (state.elapsedMs - drawnAt < REDRAW_MS) return;
      drawnAt = state.elapsedMs;
      output.write(CLEAR_LINE + renderBar(state, (output.columns ?? 80) - 1));
    },
    clear() {
      output.write(CLEAR_LINE);
      drawnAt = Number.NEGATIVE_INFINITY;
    },
  };
}

function createLineRenderer(output: ProgressOutput, { title }: State): ProgressRenderer {
  let [isStarted, writtenAtMs, writtenShare] = [false, 0, 0];
  return {
    step(state) {
      const waited = state.elapsedMs - writtenAtMs;
      const gained = (doneShare(state) ?? 0) - writtenShare;
      if (isStarted && waited < LINE_MS && (gained < LINE_SHARE || waited < MIN_LINE_INTERVAL_MS)) return;
      output.write(isStarted ? `${title}: ${renderCounts(state).join(', ').trimStart()}\n` : `${title} …\n`);
      [isStarted, writtenAtMs, writtenShare] = [true, state.elapsedMs, doneShare(state) ?? 0];
    },
    clear() {},
  };
}

function renderBar(state: State, width: number): string {
  const facts = renderCounts(state).join('  ');
  const share = doneShare(state);
  const barChars = Math.min(MAX_BAR_CHARS, width - state.title.length - facts.length - 6);
  if (share === undefined || barChars < MIN_BAR_CHARS) return `${state.title}  ${facts}`.slice(0, width);
  const full = Math.floor(share * barChars);
  return `${state.title}  [${'#'.repeat(full)}${'-'.repeat(barChars - full)}]  ${facts}`;
}

/** Percent, count, rate and time left, as far as they are known. */
function renderCounts(state: State): string[] {
  const { total, done, unit, elapsedMs } = state;
  const share = doneShare(state);
  const percent = share === undefined ? [] : [`${String(Math.floor(share * 100)).padStart(3)} %`];
  const count =
    total === undefined ? formatCount(done, unit) : `${formatNumber(done)} of ${formatCount(total, unit)}`;
  if (done === 0 || elapsedMs === 0) return [...percent, count];
  const left = total === undefined ? undefined : (Math.max(total - done, 0) / done) * elapsedMs;
  const time = left === undefined ? formatDuration(elapsedMs) : `${formatDuration(left)} left`;
  return [...percent, count, formatRate(state), time];
}

function renderFinished(state: State): string {
  const rate = state.done > 0 && state.elapsedMs > 0 ? ` (${formatRate(state)})` : '';
  return `${state.title}: ${formatCount(state.done, state.unit)} in ${formatDuration(state.elapsedMs)}${rate}`;
}

function renderAbandoned({ title, total, done, unit, elapsedMs }: State): string {
  const count =
    total === undefined ? formatCount(done, unit) : `${formatNumber(done)} of ${formatCount(total, unit)}`;
  return `${title}: stopped after ${count}, ${formatDuration(elapsedMs)}`;
}

function doneShare({ total, done }: State): number | undefined {
  if (total === undefined) return undefined;
  return total === 0 ? 1 : Math.min(done / total, 1);
}

const formatNumber = (value: number): string => Math.round(value).toLocaleString('en-GB');

const formatCount = (value: number, unit: string): string => `${formatNumber(value)} ${unit}`.trimEnd();

function formatRate({ done, elapsedMs }: State): string {
  const rate = done / (elapsedMs / 1000);
  return `${rate >= 10 ? formatNumber(rate) : rate.toFixed(1)}/s`;
}

function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
