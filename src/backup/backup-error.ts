/** A reason not to back up or restore that an operator can correct. Its message is complete by itself. */
export class BackupError extends Error {}
