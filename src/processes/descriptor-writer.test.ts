import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryDirectory } from '../../test/support/temporary-directory.ts';
import { DescriptorWriter } from './descriptor-writer.ts';

const describeDropped = (lines: number): string => `${lines} dropped\n`;
const LINE = `${'x'.repeat(999)}\n`;

/** A real pipe: what is written is read with `read`, which returns what there is. */
function openPipe(t: TestContext) {
  const folder = temporaryDirectory(t);
  const path = join(folder, 'pipe');
  execFileSync('mkfifo', [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(path, constants.O_WRONLY);
  t.after(() => closeSync(writer));
  const chunk = Buffer.alloc(2 ** 20);
  return {
    writer,
    read(): string {
      try {
        return chunk.toString('utf8', 0, readSync(reader, chunk));
      } catch (error) {
        assert.equal((error as NodeJS.ErrnoException).code, 'EAGAIN');
        return '';
      }
    },
    leave: () => closeSync(reader),
  };
}

/** Everything that comes while the writer flushes what it held back. */
function readAll(pipe: ReturnType<typeof openPipe>, output: DescriptorWriter): string {
  let text = '';
  for (let got = pipe.read(); got !== ''; got = pipe.read()) {
    text += got;
    output.flush();
  }
  return text;
}

test('a reader that does not read blocks nobody: lines wait in bounded memory, then are dropped and counted', (t) => {
  const pipe = openPipe(t);
  const output = new DescriptorWriter(pipe.writer, describeDropped);
  for (let count = 0; count < 3_000; count += 1) output.write(LINE);
  const lines = readAll(pipe, output).split('\n');
  assert.equal(lines.pop(), '');
  const dropped = Number(/^(\d+) dropped$/.exec(lines.pop() ?? '')?.[1]);
  assert.ok(lines.length > 1_000 && lines.every((line) => line === LINE.trimEnd()), 'whole lines only');
  assert.equal(lines.length + dropped, 3_000);
  output.write('again\n');
  assert.equal(pipe.read(), 'again\n');
});

test('what a slow reader leaves is written later, without another write', async (t) => {
  const pipe = openPipe(t);
  const output = new DescriptorWriter(pipe.writer, describeDropped);
  for (let count = 0; count < 200; count += 1) output.write(LINE);
  let text = '';
  for (const end = performance.now() + 20_000; text.length < 200 * LINE.length; ) {
    assert.ok(performance.now() < end, `${text.length} characters`);
    text += pipe.read();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  assert.equal(text, LINE.repeat(200));
});

test('a reader that is gone costs its lines, and no error', (t) => {
  const pipe = openPipe(t);
  const output = new DescriptorWriter(pipe.writer, describeDropped);
  output.write('one\n');
  assert.equal(pipe.read(), 'one\n');
  pipe.leave();
  output.write('two\n');
  output.flushWithin(10);
});

test('the end of a process waits for a slow reader, but only so long', (t) => {
  const pipe = openPipe(t);
  const output = new DescriptorWriter(pipe.writer, describeDropped);
  for (let count = 0; count < 200; count += 1) output.write(LINE);
  const began = performance.now();
  output.flushWithin(50);
  assert.ok(performance.now() - began >= 50);
});
