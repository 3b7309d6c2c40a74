import { KeyObject, randomBytes, type webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import { Integer, OctetString, Utf8String } from 'asn1js';
import {
  AltName,
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  Extension,
  ExtKeyUsage,
  GeneralName,
  id_BasicConstraints,
  id_ExtKeyUsage,
  id_SubjectAltName,
  Time,
} from 'pkijs';
import { HOUR_MS } from '../../src/lib/durations.ts';

/** What a TLS server presents: both in PEM. */
export interface Identity {
  cert: string;
  key: string;
}

export const CERTIFICATE_KINDS = ['valid', 'expired', 'wrong-name', 'self-signed'] as const;
export type CertificateKind = (typeof CERTIFICATE_KINDS)[number];

export interface Issue {
  /** Host names and IP addresses; the first is also the subject. */
  names?: readonly string[];
  notBefore?: Date;
  notAfter?: Date;
}

export interface Authority {
  /** In PEM, for the `ca` option of a client or NODE_EXTRA_CA_CERTS. */
  certificate: string;
  issue(wanted?: Issue): Promise<Identity>;
  /** A certificate with the fault of its kind, otherwise for `names`. */
  identity(kind: CertificateKind, names?: readonly string[]): Promise<Identity>;
}

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '::1'];
const COMMON_NAME = '2.5.4.3';
const SERVER_AUTHENTICATION = '1.3.6.1.5.5.7.3.1';
const EC_KEY = { name: 'ECDSA', namedCurve: 'P-256' };

type Keys = webcrypto.CryptoKeyPair;

interface Draft {
  subject: string;
  issuer: string;
  extensions: Extension[];
  validity: Pick<Issue, 'notBefore' | 'notAfter'>;
}

/** A certificate authority in memory, for one test; nothing else trusts it. */
export async function createAuthority(): Promise<Authority> {
  const name = 'Gable test authority';
  const keys = await newKeys();
  const root = { subject: name, issuer: name, extensions: [authorityExtension()], validity: {} };
  const issue = (wanted: Issue = {}) => issueServer(wanted, { name, keys });
  return {
    certificate: await signCertificate(root, keys, keys),
    issue,
    identity: (kind, names = LOOPBACK_NAMES) => {
      if (kind === 'self-signed') return issueServer({ names });
      if (kind === 'wrong-name') return issue({ names: ['wrong-name.example'] });
      if (kind === 'expired') return issue({ names, notAfter: hoursFromNow(-1) });
      return issue({ names });
    },
  };
}

/** Without an issuer the server signs for itself. */
async function issueServer(wanted: Issue, issuer?: { name: string; keys: Keys }): Promise<Identity> {
  const { names = LOOPBACK_NAMES, ...validity } = wanted;
  const keys = await newKeys();
  const subject = names[0] ?? '';
  const extensions = [serverExtension(), namesExtension(names)];
  const draft = { subject, issuer: issuer?.name ?? subject, extensions, validity };
  const key = KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' });
  return { cert: await signCertificate(draft, keys, issuer?.keys ?? keys), key: key.toString() };
}

function newKeys(): Promise<Keys> {
  return crypto.subtle.generateKey(EC_KEY, true, ['sign', 'verify']);
}

/** TLS checks validity by the clock of the machine, never by an injected one; hence the real time here. */
function hoursFromNow(hours: number): Date {
  return new Date(Date.now() + hours * HOUR_MS);
}

async function signCertificate(draft: Draft, keys: Keys, issuerKeys: Keys): Promise<string> {
  const { notBefore = hoursFromNow(-48), notAfter = hoursFromNow(48) } = draft.validity;
  const certificate = new Certificate();
  certificate.version = 2;
  // A positive number, unlike any other of the same issuer (RFC 5280, 4.1.2.2).
  certificate.serialNumber = new Integer({ valueHex: Buffer.concat([Buffer.of(1), randomBytes(15)]) });
  certificate.subject.typesAndValues.push(commonName(draft.subject));
  certificate.issuer.typesAndValues.push(commonName(draft.issuer));
  certificate.notBefore = time(notBefore);
  certificate.notAfter = time(notAfter);
  certificate.extensions = draft.extensions;
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey);
  await certificate.sign(issuerKeys.privateKey, 'SHA-256');
  const lines =
    Buffer.from(certificate.toSchema().toBER())
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

/** Type 0 is UTCTime, whose two-digit year ends with 2049; 1 is GeneralizedTime (RFC 5280, 4.1.2.5). */
function time(value: Date): Time {
  return new Time({ type: value.getUTCFullYear() < 2050 ? 0 : 1, value });
}

function commonName(value: string): AttributeTypeAndValue {
  return new AttributeTypeAndValue({ type: COMMON_NAME, value: new Utf8String({ value }) });
}

function authorityExtension(): Extension {
  const extnValue = new BasicConstraints({ cA: true }).toSchema().toBER();
  return new Extension({ extnID: id_BasicConstraints, critical: true, extnValue });
}

function serverExtension(): Extension {
  const extnValue = new ExtKeyUsage({ keyPurposes: [SERVER_AUTHENTICATION] }).toSchema().toBER();
  return new Extension({ extnID: id_ExtKeyUsage, extnValue });
}

function namesExtension(names: readonly string[]): Extension {
  const extnValue = new AltName({ altNames: names.map(generalName) }).toSchema().toBER();
  return new Extension({ extnID: id_SubjectAltName, extnValue });
}

/** The types are those of GeneralName: 2 a DNS name, 7 the bytes of an IP address. */
function generalName(name: string): GeneralName {
  if (!isIP(name)) return new GeneralName({ type: 2, value: name });
  return new GeneralName({ type: 7, value: new OctetString({ valueHex: ipAddressBytes(name) }) });
}

function ipAddressBytes(ip: string): Buffer {
  if (isIP(ip) === 4) return Buffer.from(ip.split('.').map(Number));
  const [head = '', tail = ''] = ip.split('::');
  const groups = (text: string) => text.split(':').filter(Boolean);
  const zeros = Array(8 - groups(head).length - groups(tail).length).fill('0');
  const hex = [...groups(head), ...zeros, ...groups(tail)].map((group) => group.padStart(4, '0')).join('');
  return Buffer.from(hex, 'hex');
}
