import { totalmem } from 'node:os';

/** What the machine has, or its cgroup. A limit of the cgroup above the machine's memory means none. */
export const availableMemory = (
  machineBytes = totalmem(),
  limitBytes = process.constrainedMemory(),
): number => (limitBytes > 0 ? Math.min(machineBytes, limitBytes) : machineBytes);
