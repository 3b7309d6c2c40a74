import { createStore } from './store.ts';

/** Whether the browser has a network at all. A service that does not answer is another matter. */
export const isOnline = createStore(navigator.onLine);

export function watchConnection(): void {
  const update = () => isOnline.set(navigator.onLine);
  addEventListener('online', update);
  addEventListener('offline', update);
}

/** Resolves at once, or when the network is back. Rejects when the caller gives up. */
export function waitUntilOnline(signal?: AbortSignal): Promise<void> {
  if (isOnline.get()) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const stop = isOnline.subscribe(() => {
      if (!isOnline.get()) return;
      stop();
      resolve();
    });
    signal?.addEventListener('abort', () => {
      stop();
      reject(signal.reason);
    });
  });
}
