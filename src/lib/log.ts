/** The part of a pino logger that a function may ask for: facts first, then one sentence. */
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

/** Where answered requests are told. Apart from the log, as it stands on every request's path. */
export type AccessLog = (access: Access) => void;
