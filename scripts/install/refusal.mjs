/** A reason to stop that its reader can act on: printed as one line, without a stack. */
export class InstallError extends Error {}

/** @param {string} text */
export function say(text) {
  process.stderr.write(`gable: ${text}\n`);
}
