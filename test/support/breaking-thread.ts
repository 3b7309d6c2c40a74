// Preloaded into a process: one of its serving threads throws once a file exists.
import { existsSync, rmSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

const trigger = process.env['BREAK_AT'] ?? '';
if ((workerData as { applicationName?: string } | null)?.applicationName !== undefined)
  setInterval(() => {
    if (!existsSync(trigger)) return;
    rmSync(trigger, { force: true });
    throw new Error('broken on purpose');
  }, 20).unref();
