import { Counter, type Registry } from 'prom-client';
import { drainLongestActivity } from '../lib/activity.ts';
import type { Log } from '../lib/log.ts';

/** Every request of this thread waits as long. */
const MIN_STALL_MS = 200;
const CHECK_INTERVAL_MS = 50;
/** In its first seconds a process loads and compiles modules: a stall without a route or job has that cause. */
const START_UP_MS = 10_000;
const START_UP = 'start-up';
const MICROSECONDS = 1_000;

/**
 * Logs and counts stalls of this thread's event loop, with the route or job that ran. `cpuMs` near `ms` means slow code; a small
 * `cpuMs` means that the machine was busy with other processes. A stall of the start is no warning: no request waits yet.
 */
export function watchEventLoop(registry: Registry, log: Log, startUpMs = START_UP_MS): void {
  const stalls = new Counter({
    name: 'gable_event_loop_stalls_total',
    help: `Stalls of the event loop over ${MIN_STALL_MS} ms, by the route or job that ran, or start-up.`,
    labelNames: ['activity'],
    registers: [registry],
  });
  const startedAt = performance.now() + startUpMs;
  let beatAt = performance.now();
  let cpu = process.threadCpuUsage();
  setInterval(() => {
    const now = performance.now();
    const ms = now - beatAt - CHECK_INTERVAL_MS;
    const used = process.threadCpuUsage(cpu);
    beatAt = now;
    cpu = process.threadCpuUsage();
    const { activity } = drainLongestActivity();
    if (ms <= MIN_STALL_MS) return;
    const isStartUp = activity === undefined && now - ms < startedAt;
    stalls.inc({ activity: activity?.name ?? (isStartUp ? START_UP : 'unknown') });
    const source = activity === undefined ? {} : { [activity.kind]: activity.name };
    const phase = isStartUp ? { phase: START_UP } : {};
    const cpuMs = Math.round((used.user + used.system) / MICROSECONDS);
    const fields = { event: 'event_loop.stalled', ms: Math.round(ms), cpuMs, ...source, ...phase };
    log[isStartUp ? 'info' : 'warn'](fields, 'the event loop stalled');
  }, CHECK_INTERVAL_MS).unref();
}
