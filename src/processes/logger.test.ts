import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateApiKey } from '../accounts/key.ts';
import { generateSigningKey } from '../delivery/keys/signing-keys.ts';
import { bufferSink, createLog } from './logger.ts';

function createRecordingSink() {
  const lines: string[] = [];
  let flushed = 0;
  const sink = { write: (line: string) => void lines.push(line), flushSync: () => void flushed++ };
  return { lines, sink, flushed: () => flushed };
}

test('a line is JSON with level, time, message and fields', () => {
  const { lines, sink } = createRecordingSink();
  createLog({ LOG_LEVEL: 'info', LOG_FORMAT: 'json' }, sink).info({ status: 200 }, 'request');
  const line = JSON.parse(lines[0] ?? '');
  assert.deepEqual({ ...line, time: 'now' }, { level: 'info', time: 'now', msg: 'request', status: 200 });
  assert.ok(Math.abs(Date.parse(line.time) - Date.now()) < 5_000);
});

test('an error is logged with its stack, and written at once', () => {
  const { lines, sink, flushed } = createRecordingSink();
  const fault = Object.assign(new Error('no disk'), { code: 'ENOSPC' });
  createLog({ LOG_LEVEL: 'info', LOG_FORMAT: 'json' }, sink).error({ err: fault }, 'failed');
  const { err } = JSON.parse(lines[0] ?? '');
  assert.equal(err.message, 'no disk');
  assert.equal(err.code, 'ENOSPC');
  assert.match(err.stack, /logger\.test/);
  assert.equal(flushed(), 1);
});

test('lines below the level are not written', () => {
  const { lines, sink } = createRecordingSink();
  const log = createLog({ LOG_LEVEL: 'warn', LOG_FORMAT: 'json' }, sink);
  log.info({}, 'request');
  log.warn({}, 'slow');
  assert.equal(lines.length, 1);
  createLog({ LOG_LEVEL: 'silent', LOG_FORMAT: 'json' }, sink).error({}, 'failed');
  assert.equal(lines.length, 1);
});

test('the text format is one line', () => {
  const { lines, sink } = createRecordingSink();
  const log = createLog({ LOG_LEVEL: 'info', LOG_FORMAT: 'text' }, sink);
  log.warn({ job: 'sweep', err: new Error('no'), absent: undefined }, 'a job fails');
  assert.match(lines[0] ?? '', /^\d\d:\d\d:\d\d WARN a job fails {2}job=sweep {2}no\n$/);
});

test('keys are redacted in every part of a line', () => {
  const { lines, sink } = createRecordingSink();
  for (const key of [generateApiKey(), generateSigningKey().key]) {
    for (const LOG_FORMAT of ['json', 'text'] as const) {
      createLog({ LOG_LEVEL: 'info', LOG_FORMAT }, sink).error(
        { url: `/x?k=${key}`, err: new Error(key) },
        key,
      );
      assert.ok(!lines.at(-1)?.includes(key.slice(9, 30)), lines.at(-1));
    }
  }
  assert.equal(lines.length, 4);
});

test('lines are written in batches, in order, and at once after an error', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { lines, sink, flushed } = createRecordingSink();
  const buffered = bufferSink(sink);
  buffered.write('a');
  buffered.write('b');
  assert.deepEqual(lines, []);
  t.mock.timers.tick(250);
  assert.deepEqual(lines, ['ab']);
  for (let at = 0; at < 50; at++) buffered.write('c');
  assert.deepEqual(lines, ['ab', 'c'.repeat(50)]);
  buffered.write('d');
  buffered.flushSync();
  assert.deepEqual(lines.slice(2), ['d']);
  assert.equal(flushed(), 1);
  t.mock.timers.tick(250);
  assert.equal(lines.length, 3);
});

test('the password of a URL is redacted in the message, the stack and the fields', () => {
  const { lines, sink } = createRecordingSink();
  const log = createLog({ LOG_LEVEL: 'info', LOG_FORMAT: 'json' }, sink);
  const url = 'postgres://gable:hush@db.example/gable';
  log.error({ err: new Error(`cannot reach ${url}`), url, nested: { url } }, `no ${url}`);
  assert.ok(!lines.join().includes('hush'), lines.join());
  assert.ok(lines.join().includes('postgres://gable:***@db.example'), lines.join());
});
