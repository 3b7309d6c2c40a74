/** Every way a call to another server can fail. */
export const FAILURE_KINDS = [
  /** The URL or its IP address is not allowed. */
  'blocked',
  /** The host name does not resolve. */
  'dns',
  /** No connection, or it broke before a reply. */
  'connect',
  /** The certificate or the protocol is invalid. */
  'tls',
  /** No complete reply before the deadline. */
  'timeout',
  /** The reply is not HTTP, or incomplete. */
  'invalid reply',
  /** More bytes than allowed. */
  'too large',
  /** The signal of the caller aborted it. */
  'cancelled',
  /** Internal: our machine lacks a resource or our resolver is down. */
  'internal',
] as const;
export type FailureKind = (typeof FAILURE_KINDS)[number];

/** `message` may be shown to the customer: it never has the IP address of a name. */
export interface OutboundFailure {
  readonly kind: FailureKind;
  readonly message: string;
  /** Of the reply, once its headers arrived. */
  readonly status?: number;
}

/** Thrown within a connection attempt, where only errors can be passed. */
export class OutboundError extends Error {
  readonly kind: FailureKind;
  constructor(kind: FailureKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

const MESSAGES: Record<FailureKind, string> = {
  blocked: 'address not allowed',
  dns: 'the host name does not resolve',
  connect: 'the connection failed',
  tls: 'the TLS connection is not to be trusted',
  timeout: 'no complete reply in time',
  'invalid reply': 'the reply is not valid HTTP',
  'too large': 'the reply is too large',
  cancelled: 'the call was given up',
  internal: 'the call could not be made',
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

/** A connection attempt to several IP addresses fails with as many errors. */
function firstError(error: unknown): NodeJS.ErrnoException {
  if (error instanceof AggregateError && error.errors.length > 0) return firstError(error.errors[0]);
  return error instanceof Error ? error : new Error(String(error));
}

function classifyCode(code: string, { name, message }: Error): FailureKind {
  if (LOCAL_ERROR_CODES.has(code)) return 'internal';
  if (TIMEOUT_CODES.has(code)) return 'timeout';
  if (/^(ERR_SSL|ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)|^EPROTO$|^HOSTNAME_MISMATCH$/.test(code)) {
    return 'tls';
  }
  const isBadHttp = name === 'HTTPParserError' || /upgrade/.test(message);
  if (isBadHttp || /^UND_ERR_(HEADERS_OVERFLOW|RES_|RESPONSE|INFO)/.test(code)) return 'invalid reply';
  return 'connect';
}
