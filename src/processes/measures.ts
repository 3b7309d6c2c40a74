import {
  AggregatorRegistry,
  type MetricObjectWithValues,
  type MetricValue,
  type Registry,
} from 'prom-client';

type Told = MetricObjectWithValues<MetricValue<string>>;

/** What the system tells of a whole process, in every thread alike. */
const isOfProcess = (name: string): boolean => name.startsWith('gable_process_');

/** A thread tells of itself; of the process it stands in, one thread does. */
export function withoutProcess(registry: Registry): void {
  for (const { name } of registry.getMetricsAsArray())
    if (isOfProcess(name)) registry.removeSingleMetric(name);
}

export const measuresOf = (registry: Registry): Promise<Told[]> =>
  registry.getMetricsAsJSON() as Promise<Told[]>;

/** One page for a process of several threads: what they counted is added up, of what is the same in all the greatest is told. */
export function added(measures: readonly Told[][]): Promise<string> {
  const told = measures.map((own) =>
    own.map((one) => (isOfProcess(one.name) ? { ...one, aggregator: 'first' } : one)),
  );
  return AggregatorRegistry.aggregate(told).metrics();
}
