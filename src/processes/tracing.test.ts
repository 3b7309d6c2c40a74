import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings } from './settings.ts';
import { findCollector } from './tracing.ts';

const collectorOf = (environment: Record<string, string>): string | undefined => {
  const read = readSettings(environment, {});
  assert.ok('settings' in read, JSON.stringify(read));
  return findCollector(read.settings);
};

test('traces are off by default, and go to /v1/traces of the endpoint or to a URL of their own', () => {
  const base = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' };
  assert.equal(collectorOf({}), undefined);
  assert.equal(collectorOf(base), 'http://127.0.0.1:4318/v1/traces');
  const own = { ...base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/in' };
  assert.equal(collectorOf(own), 'https://traces.example/in');
  assert.equal(collectorOf({ ...base, OTEL_SDK_DISABLED: 'true' }), undefined);
});

test('headers and attributes are pairs with percent-encoded values; faults name the setting and no secret', () => {
  const read = readSettings(
    {
      OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20x, X-Tenant=a=b',
      OTEL_RESOURCE_ATTRIBUTES: 'zone=eu',
    },
    {},
  );
  assert.ok('settings' in read);
  assert.deepEqual(read.settings.OTEL_EXPORTER_OTLP_HEADERS, {
    authorization: 'Bearer x',
    'x-tenant': 'a=b',
  });
  assert.deepEqual(read.settings.OTEL_RESOURCE_ATTRIBUTES, { zone: 'eu' });
  const wrong = readSettings(
    {
      OTEL_EXPORTER_OTLP_HEADERS: 'secret',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
      OTEL_TRACES_SAMPLER: 'some',
      OTEL_TRACES_SAMPLER_ARG: '2',
    },
    {},
  );
  assert.ok('faults' in wrong);
  assert.deepEqual(
    wrong.faults.map((fault) => fault.split(/[=:]/)[0]),
    [
      'OTEL_EXPORTER_OTLP_PROTOCOL',
      'OTEL_EXPORTER_OTLP_HEADERS',
      'OTEL_TRACES_SAMPLER',
      'OTEL_TRACES_SAMPLER_ARG',
    ],
  );
  assert.ok(!wrong.faults.join().includes('secret'));
});
