import { parentPort, workerData } from 'node:worker_threads';
import { buildModel } from './build-model.ts';
import type { MarketData } from './read-market.ts';
import { writeModel } from './stored-model.ts';

/** Runs beside the worker's own thread: a fit takes minutes, and deliveries shall not wait for it. */
const { stored, accuracy } = buildModel(workerData as MarketData, (part, done, of) =>
  parentPort?.postMessage({ progress: { part, done, of } }),
);
const bytes = new Uint8Array(writeModel(stored));
parentPort?.postMessage({ bytes, accuracy }, [bytes.buffer]);
