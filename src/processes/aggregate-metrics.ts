import {
  AggregatorRegistry,
  type MetricObjectWithValues,
  type MetricValue,
  type Registry,
} from 'prom-client';

type MetricJson = MetricObjectWithValues<MetricValue<string>>;

/** Metrics of the whole process, which every thread would report. */
const isProcessMetric = (name: string): boolean => name.startsWith('gable_process_');

/** Serving threads do not report the metrics of the process; the coordinating thread does. */
export function removeProcessMetrics(registry: Registry): void {
  for (const { name } of registry.getMetricsAsArray())
    if (isProcessMetric(name)) registry.removeSingleMetric(name);
}

export const readMetrics = (registry: Registry): Promise<MetricJson[]> =>
  registry.getMetricsAsJSON() as Promise<MetricJson[]>;

/** One page for all threads of a process: counters are summed, and of shared values the highest is shown. */
export function aggregateMetrics(metrics: readonly MetricJson[][]): Promise<string> {
  const aggregated = metrics.map((own) =>
    own.map((one) => (isProcessMetric(one.name) ? { ...one, aggregator: 'first' } : one)),
  );
  return AggregatorRegistry.aggregate(aggregated).metrics();
}
