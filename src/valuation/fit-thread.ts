import { deserialize, serialize } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { buildModel } from './build-model.ts';
import type { MarketData } from './read-market.ts';
import { MARKET_STAGE, type StageBytes } from './stage-store.ts';
import { writeModel } from './stored-model.ts';

/** Runs beside the worker's own thread: a fit takes minutes, and deliveries shall not wait for it. */
const finished = workerData as StageBytes;

/** Each stage is read once; its bytes are freed with it. */
function load(name: string): unknown {
  const bytes = finished.get(name);
  finished.delete(name);
  return bytes && deserialize(bytes);
}

function store(stage: string, value: unknown): void {
  const bytes = new Uint8Array(serialize(value));
  parentPort?.postMessage({ stage, bytes }, [bytes.buffer]);
}

const { stored, accuracy } = buildModel(load(MARKET_STAGE) as MarketData, {
  onProgress: (part, done, of) => parentPort?.postMessage({ progress: { part, done, of } }),
  stages: { load, store },
});
const model = new Uint8Array(writeModel(stored));
parentPort?.postMessage({ model, accuracy }, [model.buffer]);
