/**
 * The part of a logger that functions use: fields with a stable `event` first, then a short message. An error is under
 * `err`.
 */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** One answered request. */
export interface Access {
  at: Date;
  requestId: string;
  method: string;
  route: string;
  status: number;
  ms: number;
  accountId: string | undefined;
}

/** Logs answered requests. Separate from the log, because it is on the path of every request. */
export type AccessLog = (access: Access) => void;
