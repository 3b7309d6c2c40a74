import { SAMPLERS } from '../tracing/sampler.ts';
import { SettingError } from './setting-error.ts';
import { parseChoice, parseInteger, parseList, text } from './setting-parsers.ts';
import { parseHttpUrl } from './setting-urls.ts';

/** `name=value,…` with percent-encoded values, as OpenTelemetry writes headers and resource attributes. */
function parsePairs(value: string): Record<string, string> {
  const pairs = parseList(value).map((pair): [string, string] => {
    const at = pair.indexOf('=');
    if (at < 1) throw new SettingError('must be name=value, several of them comma-separated');
    return [pair.slice(0, at).trim(), decode(pair.slice(at + 1).trim())];
  });
  return Object.fromEntries(pairs);
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    throw new SettingError('has a % that is not written as %25');
  }
}

function parseHeaders(value: string): Record<string, string> {
  // The class of headers loads Node's HTTP client: 0.2 s of CPU.
  if (value === '') return {};
  const pairs = parsePairs(value);
  try {
    return Object.fromEntries(new Headers(pairs));
  } catch {
    throw new SettingError('has a name or value that HTTP does not allow');
  }
}

function parseRatio(value: string): number {
  const ratio = value === '' ? 1 : Number(value);
  if (!(ratio >= 0 && ratio <= 1)) throw new SettingError('must be a number from 0 to 1');
  return ratio;
}

/** Traces, by the names and defaults that OpenTelemetry gives these variables. */
export const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    fallback: '',
    why: 'A collector of OpenTelemetry traces, such as http://127.0.0.1:4318; spans are sent to its /v1/traces. Empty: no traces.',
    read: parseHttpUrl,
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    fallback: '',
    why: 'The full URL for traces, where it is not /v1/traces of the endpoint.',
    read: parseHttpUrl,
  },
  OTEL_EXPORTER_OTLP_PROTOCOL: {
    fallback: 'http/json',
    why: 'http/json, or http/protobuf: JSON is sent in either case, as a collector accepts both at one port. grpc is not spoken.',
    read: parseChoice('http/json', 'http/protobuf'),
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    fallback: '',
    why: 'Headers for the collector: name=value, comma-separated, values percent-encoded.',
    secret: true as const,
    read: parseHeaders,
  },
  OTEL_EXPORTER_OTLP_TIMEOUT: {
    fallback: '10000',
    why: 'Milliseconds that one request to the collector may take.',
    read: parseInteger(100, 60_000),
  },
  OTEL_SERVICE_NAME: {
    fallback: 'gable',
    why: 'The service name of the spans.',
    read: text,
  },
  OTEL_RESOURCE_ATTRIBUTES: {
    fallback: '',
    why: 'More attributes of this process: name=value, comma-separated.',
    read: parsePairs,
  },
  OTEL_TRACES_SAMPLER: {
    fallback: 'parentbased_always_on',
    why: `Which traces are recorded: ${SAMPLERS.join(', ')}.`,
    read: parseChoice(...SAMPLERS),
  },
  OTEL_TRACES_SAMPLER_ARG: {
    fallback: '1',
    why: 'The share of traces for a traceidratio sampler, from 0 to 1.',
    read: parseRatio,
  },
  OTEL_BSP_MAX_QUEUE_SIZE: {
    fallback: '2048',
    why: 'Spans in memory at most; above it new ones are dropped and counted.',
    read: parseInteger(1, 1_000_000),
  },
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: {
    fallback: '512',
    why: 'Spans of one request to the collector.',
    read: parseInteger(1, 100_000),
  },
  OTEL_BSP_SCHEDULE_DELAY: {
    fallback: '5000',
    why: 'Milliseconds that a span waits for others before it is sent.',
    read: parseInteger(10, 600_000),
  },
  OTEL_SDK_DISABLED: {
    fallback: 'false',
    why: 'true: no traces, whatever else is set.',
    read: parseChoice('false', 'true'),
  },
};
