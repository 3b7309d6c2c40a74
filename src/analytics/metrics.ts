import { serviceVocabularies } from '../catalogue/service-vocabularies.ts';

/** One metric of a group, under its requested name. */
export interface Metric {
  /** As requested, which is also its name in the answer. */
  entry: string;
  function: 'count' | 'avg' | 'min' | 'max' | 'quantile';
  field: string;
  /** For a quantile: 0 < fraction <= 1. A median is 0.5. */
  fraction: number;
}

export interface MetricError {
  propertyPath: string;
  message: string;
  code: string;
  /** True when the request is well-formed but breaks a rule. */
  understood: boolean;
}

const functions = serviceVocabularies.analyticsFunction.values;
const fields = serviceVocabularies.analyticsField.values;
const PERCENT = /^\d{1,3}(\.\d{1,6})?$/;

/** `count`, `avg:price`, `median:area`, `percentile:price:90`. */
export function parseMetric(entry: string, propertyPath: string): Metric | MetricError {
  const [name = '', field = '', percent, ...more] = entry.split(':');
  const wrong = (message: string): MetricError => ({
    propertyPath,
    message,
    code: 'unknown_value',
    understood: false,
  });
  const fn = functions.find((known) => known === name);
  if (fn === undefined)
    return wrong(`There is no function "${truncateQuoted(name)}". Known: ${functions.join(', ')}.`);
  if (fn === 'count') {
    return entry === 'count'
      ? { entry, function: 'count', field: '', fraction: 0 }
      : wrong('count takes no field: write "count".');
  }
  if (!fields.some((known) => known === field)) {
    return wrong(`${fn} needs a field: ${fn}:FIELD, where FIELD is one of ${fields.join(', ')}.`);
  }
  if (fn !== 'percentile') {
    if (percent !== undefined) return wrong(`${fn} takes a field and nothing else: ${fn}:${field}.`);
    const metric = { entry, field, fraction: 0.5 };
    return fn === 'median' ? { ...metric, function: 'quantile' } : { ...metric, function: fn };
  }
  if (percent === undefined || more.length > 0 || !PERCENT.test(percent)) {
    return wrong(`percentile takes a field and a number: percentile:${field}:90.`);
  }
  const fraction = Number(percent) / 100;
  if (fraction > 0 && fraction <= 1) return { entry, function: 'quantile', field, fraction };
  const message = 'A percentile lies above 0 and not above 100.';
  return { propertyPath, message, code: 'out_of_range', understood: true };
}

const MAX_QUOTED_CHARS = 40;
const truncateQuoted = (text: string): string => text.slice(0, MAX_QUOTED_CHARS);
