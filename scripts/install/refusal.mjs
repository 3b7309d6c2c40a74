/** An error that the reader can correct: printed as one line, without a stack. */
export class InstallError extends Error {}

/** @param {string} text */
export function say(text) {
  process.stderr.write(`gable: ${text}\n`);
}
