// Exits 0 when the process of this container is ready: PORT for `serve` and the whole service, WORK_PORT for `work`.
const ports = [process.env.PORT ?? '8080', process.env.WORK_PORT ?? '8081'];

/** @param {string} port */
const isReady = (port) =>
  fetch(`http://127.0.0.1:${port}/health/ready`, { signal: AbortSignal.timeout(4_000) }).then(
    ({ status }) => status === 200,
    () => false,
  );

const ready = await Promise.all(ports.map(isReady));
process.exitCode = ready.includes(true) ? 0 : 1;
