import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import tls from 'node:tls';
import { HOUR_MS } from '../../src/lib/durations.ts';
import { type Authority, CERTIFICATE_KINDS, createAuthority, type Identity } from './authority.ts';
import { RestartableServer } from './restartable-server.ts';

test('a client that trusts the authority accepts a valid certificate, by name and by IP address', async (t) => {
  const authority = await createAuthority();
  const port = await serve(t, await authority.identity('valid'));
  assert.equal(await greet(port, authority), 'accepted');
  assert.equal(await greet(port, authority, 'localhost'), 'accepted');
});

test('a client refuses every other kind because of its fault', async (t) => {
  const authority = await createAuthority();
  const refusals: Record<string, string> = {};
  for (const kind of CERTIFICATE_KINDS) {
    refusals[kind] = await greet(await serve(t, await authority.identity(kind)), authority);
  }
  assert.deepEqual(refusals, {
    valid: 'accepted',
    expired: 'CERT_HAS_EXPIRED',
    'wrong-name': 'ERR_TLS_CERT_ALTNAME_INVALID',
    'self-signed': 'DEPTH_ZERO_SELF_SIGNED_CERT',
  });
});

test('a client refuses the certificate of another authority of the same name', async (t) => {
  const port = await serve(t, await (await createAuthority()).identity('valid'));
  assert.notEqual(await greet(port, await createAuthority()), 'accepted');
});

test('names and dates are as requested', async () => {
  const authority = await createAuthority();
  const notBefore = new Date('2031-05-01T10:00:00Z');
  const notAfter = new Date('2061-05-02T10:00:00Z');
  const { cert } = await authority.issue({
    names: ['hooks.example', '10.1.2.3', '2001:db8::5:1', '::1'],
    notBefore,
    notAfter,
  });
  const certificate = new X509Certificate(cert);
  assert.equal(certificate.subject, 'CN=hooks.example');
  assert.equal(
    certificate.subjectAltName,
    'DNS:hooks.example, IP Address:10.1.2.3, IP Address:2001:DB8:0:0:0:0:5:1, IP Address:0:0:0:0:0:0:0:1',
  );
  assert.deepEqual([certificate.validFromDate, certificate.validToDate], [notBefore, notAfter]);
  const root = new X509Certificate(authority.certificate);
  assert.ok(root.ca);
  assert.ok(!certificate.ca);
  assert.ok(certificate.checkIssued(root) && certificate.verify(root.publicKey));
});

test('a certificate that is not yet valid is refused', async (t) => {
  const authority = await createAuthority();
  const port = await serve(t, await authority.issue({ notBefore: new Date(Date.now() + HOUR_MS) }));
  assert.equal(await greet(port, authority), 'CERT_NOT_YET_VALID');
});

async function serve(t: TestContext, identity: Identity): Promise<number> {
  const server = tls.createServer(identity, (socket) => socket.end());
  const listener = new RestartableServer(server);
  await listener.open();
  t.after(() => listener.close());
  return listener.port;
}

/** 'accepted', or the code of the client's refusal. */
async function greet(port: number, authority: Authority, host = '127.0.0.1'): Promise<string> {
  const servername = host === '127.0.0.1' ? '' : host;
  const socket = tls.connect({ host, port, servername, ca: authority.certificate });
  try {
    await once(socket, 'secureConnect');
    return 'accepted';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  } finally {
    socket.destroy();
  }
}
