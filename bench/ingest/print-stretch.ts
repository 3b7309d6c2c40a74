import type { IngestStretch } from './measure.ts';

/** CPU seconds of worker and database for one listing. */
export const cpuPerListing = ({ from, to, workerCpu, serverCpu }: IngestStretch): number =>
  (workerCpu + serverCpu) / (to - from);

export const megabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`;

export function printStretch(stretch: IngestStretch): void {
  const { from, to, seconds, workerCpu, serverCpu, rss } = stretch;
  const each = (cpu: number): string => `${((1e3 * cpu) / (to - from)).toFixed(2)} ms`;
  console.log(
    `  ${String(to).padStart(7)}: ${String(Math.round((to - from) / seconds)).padStart(5)}/s, ${Math.round(1 / cpuPerListing(stretch))} a second of CPU; CPU of worker ${each(workerCpu)}, database ${each(serverCpu)}; memory ${megabytes(rss)}`,
  );
}
