/** The most time of the main thread between two turns of the event loop, in ms: a busy machine does not lengthen it. */
export async function measureLongestBlock(work: () => Promise<void>): Promise<number> {
  const used = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let [longest, last] = [0, used()];
  const watch = setInterval(() => {
    longest = Math.max(longest, used() - last);
    last = used();
  }, 1);
  try {
    await work();
  } finally {
    clearInterval(watch);
  }
  return longest;
}
