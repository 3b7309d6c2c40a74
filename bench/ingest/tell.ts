import type { Stretch } from './measure.ts';

/** CPU seconds of worker and database for one listing. */
export const costOf = ({ from, to, workerCpu, serverCpu }: Stretch): number =>
  (workerCpu + serverCpu) / (to - from);

export function tellStretch(stretch: Stretch): void {
  const { from, to, seconds, workerCpu, serverCpu, rss, heapUsed } = stretch;
  const each = (cpu: number): string => `${((1e3 * cpu) / (to - from)).toFixed(2)} ms`;
  const megabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`;
  console.log(
    `  ${String(to).padStart(7)}: ${String(Math.round((to - from) / seconds)).padStart(5)}/s, ${Math.round(1 / costOf(stretch))} a second of CPU; CPU of worker ${each(workerCpu)}, database ${each(serverCpu)}; memory ${megabytes(rss)}, heap ${megabytes(heapUsed)}`,
  );
}
