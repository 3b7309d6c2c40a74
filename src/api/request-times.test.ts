import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Registry } from 'prom-client';
import { RequestTimes } from './request-times.ts';

async function shown(observe: (times: RequestTimes) => void): Promise<string[]> {
  const registry = new Registry();
  observe(new RequestTimes(registry));
  return (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

test('a bucket counts all requests up to its bound, bound included, and the last counts all', async () => {
  const lines = await shown((times) => {
    for (const seconds of [0.0005, 0.001, 0.002, 0.3, 99]) times.observe('GET', 'GET /sources', 200, seconds);
  });
  const labels = 'method="GET",route="GET /sources",status="200"';
  const bucket = (le: string, count: number) =>
    `gable_http_request_duration_seconds_bucket{${labels},le="${le}"} ${count}`;
  for (const line of [
    bucket('0.001', 2),
    bucket('0.0025', 3),
    bucket('0.25', 3),
    bucket('0.5', 4),
    bucket('10', 4),
    bucket('+Inf', 5),
  ]) {
    assert.ok(lines.includes(line), `${line} in\n${lines.join('\n')}`);
  }
  assert.ok(lines.includes(`gable_http_request_duration_seconds_count{${labels}} 5`));
  assert.ok(
    lines.some((line) => line.startsWith(`gable_http_request_duration_seconds_sum{${labels}} 99.30`)),
  );
});

test('routes, methods and statuses are counted apart', async () => {
  const lines = await shown((times) => {
    times.observe('GET', 'GET /sources', 200, 1);
    times.observe('HEAD', 'GET /sources', 200, 1);
    times.observe('GET', 'GET /sources', 404, 1);
    times.observe('GET', 'no route', 404, 1);
  });
  assert.equal(lines.filter((line) => line.includes('_count{')).length, 4);
});
