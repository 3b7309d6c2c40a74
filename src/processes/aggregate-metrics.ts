import {
  AggregatorRegistry,
  type MetricObjectWithValues,
  type MetricValue,
  type Registry,
} from 'prom-client';

type MetricJson = MetricObjectWithValues<MetricValue<string>>;

/** What the system tells of a whole process, in every thread alike. */
const isProcessMetric = (name: string): boolean => name.startsWith('gable_process_');

/** A thread tells of itself; of the process it stands in, one thread does. */
export function removeProcessMetrics(registry: Registry): void {
  for (const { name } of registry.getMetricsAsArray())
    if (isProcessMetric(name)) registry.removeSingleMetric(name);
}

export const readMetrics = (registry: Registry): Promise<MetricJson[]> =>
  registry.getMetricsAsJSON() as Promise<MetricJson[]>;

/** One page for a process of several threads: what they counted is added up, of what is the same in all the greatest is told. */
export function aggregateMetrics(measures: readonly MetricJson[][]): Promise<string> {
  const told = measures.map((own) =>
    own.map((one) => (isProcessMetric(one.name) ? { ...one, aggregator: 'first' } : one)),
  );
  return AggregatorRegistry.aggregate(told).metrics();
}
