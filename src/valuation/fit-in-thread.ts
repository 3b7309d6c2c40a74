import { Worker } from 'node:worker_threads';
import type { StageBytes } from './stage-store.ts';
import type { AccuracyReport } from './store.ts';

interface FitMessage {
  progress?: object;
  stage?: string;
  bytes?: Uint8Array;
  model?: Uint8Array;
  accuracy?: AccuracyReport;
}

export interface FitResult {
  model: Uint8Array;
  accuracy: AccuracyReport;
}

export interface FitListener {
  /** Called while the fit goes on. */
  onRenew(): void;
  onStage(stage: string, bytes: Uint8Array): void;
}

/** A thread that needs more than the promised memory fails instead of taking the worker with it. */
const MAX_HEAP_MB = 1_024;
const RENEW_INTERVAL_MS = 150_000;

/** The bytes of the stages move to the thread: two copies of a market would be half of the promised memory. */
export function fitInThread(
  stages: StageBytes,
  { onRenew, onStage }: FitListener,
  signal?: AbortSignal,
): Promise<FitResult> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./fit-thread.ts', import.meta.url), {
      workerData: stages,
      transferList: [...stages.values()].map(({ buffer }) => buffer as ArrayBuffer),
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    const renewing = setInterval(onRenew, RENEW_INTERVAL_MS);
    const stop = () => void worker.terminate();
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
    worker.on('message', ({ stage, bytes, model, accuracy }: FitMessage) => {
      if (stage !== undefined && bytes !== undefined) onStage(stage, bytes);
      if (model !== undefined && accuracy !== undefined) resolve({ model, accuracy });
    });
    worker.on('error', reject);
    worker.on('exit', (code) => {
      clearInterval(renewing);
      signal?.removeEventListener('abort', stop);
      reject(new Error(`the fit ended with code ${code}`));
    });
  });
}
