/** CPU time of this process for some work, in ms: unlike wall time it does not grow while others use the cores. */
export async function measureCpuMs(work: () => unknown): Promise<number> {
  const started = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1_000;
}
