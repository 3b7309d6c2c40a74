/** Every way a call to somebody else's server can fail. */
export const FAILURE_KINDS = [
  /** The address is not one that may be called. */
  'refused address',
  /** The name leads nowhere. */
  'unknown name',
  /** Nobody answers there, or the line broke before a reply. */
  'no connection',
  /** The certificate or the protocol is not to be trusted. */
  'untrusted',
  /** Not over in the time given. */
  'too late',
  /** What came back is not HTTP, or broke off. */
  'broken reply',
  /** More bytes than were asked for. */
  'too large',
  /** The caller's own signal ended it. */
  'cancelled',
  /** Nothing of theirs: our machine ran out of something or our resolver is down. */
  'our fault',
] as const;
export type FailureKind = (typeof FAILURE_KINDS)[number];

/** `message` may be shown to the customer: it never tells what a name resolved to. */
export interface OutboundFailure {
  readonly kind: FailureKind;
  readonly message: string;
  /** Of the reply, when its head had come. */
  readonly status?: number;
}

/** Thrown within a connection attempt, where only errors travel. */
export class OutboundError extends Error {
  readonly kind: FailureKind;
  constructor(kind: FailureKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

const MESSAGES: Record<FailureKind, string> = {
  'refused address': 'address not allowed',
  'unknown name': 'the host name does not resolve',
  'no connection': 'the connection failed',
  untrusted: 'the TLS connection is not to be trusted',
  'too late': 'no complete reply in time',
  'broken reply': 'the reply is not valid HTTP',
  'too large': 'the reply is too large',
  cancelled: 'the call was given up',
  'our fault': 'the call could not be made',
};

export const createFailure = (kind: FailureKind, message = MESSAGES[kind]): OutboundFailure => ({
  kind,
  message,
});

const LOCAL_ERROR_CODES = new Set([
  ...['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EADDRNOTAVAIL', 'ENETDOWN', 'EPERM', 'EACCES'],
  ...['UND_ERR_INVALID_ARG', 'UND_ERR_CLOSED', 'UND_ERR_DESTROYED', 'UND_ERR_NOT_SUPPORTED'],
]);
const TIMEOUT_CODES = new Set([
  ...['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT'],
]);
const MESSAGES_BY_CODE: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate is of an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the certificate is of an unknown authority',
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: 'TLS 1.2 or later is needed',
  ERR_SSL_UNSUPPORTED_PROTOCOL: 'TLS 1.2 or later is needed',
  UND_ERR_HEADERS_OVERFLOW: 'the head of the reply is too large',
};

export function classifyError(error: unknown): OutboundFailure {
  if (error instanceof OutboundError) return createFailure(error.kind, error.message);
  const first = firstError(error);
  const { code = '' } = first;
  const kind = classifyCode(code, first);
  return createFailure(kind, MESSAGES_BY_CODE[code] ?? MESSAGES[kind]);
}

/** A connection tried at several addresses fails with as many errors. */
function firstError(error: unknown): NodeJS.ErrnoException {
  if (error instanceof AggregateError && error.errors.length > 0) return firstError(error.errors[0]);
  return error instanceof Error ? error : new Error(String(error));
}

function classifyCode(code: string, { name, message }: Error): FailureKind {
  if (LOCAL_ERROR_CODES.has(code)) return 'our fault';
  if (TIMEOUT_CODES.has(code)) return 'too late';
  if (/^(ERR_SSL|ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)|^EPROTO$|^HOSTNAME_MISMATCH$/.test(code)) {
    return 'untrusted';
  }
  const isBadHttp = name === 'HTTPParserError' || /upgrade/.test(message);
  if (isBadHttp || /^UND_ERR_(HEADERS_OVERFLOW|RES_|RESPONSE|INFO)/.test(code)) return 'broken reply';
  return 'no connection';
}
