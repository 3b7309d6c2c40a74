import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider as OpenIdProvider } from 'oidc-provider';
import type { IdentityProvider } from '../../src/sign-in/provider.ts';

export interface TestProvider {
  issuer: string;
  setting(id: string): IdentityProvider;
  /** Allowed redirect URLs; known once the service listens. */
  register(...callbacks: string[]): void;
}

const SHORT_LIVED = ['Interaction', 'Session', 'Grant', 'AccessToken', 'IdToken', 'AuthorizationCode'];
const SECRET = 'a secret of the client and the provider';

/** A certified OpenID Connect provider on this machine: it accepts any name as that person. */
export async function startProvider(t: { after(end: () => Promise<void>): void }): Promise<TestProvider> {
  const callbacks: string[] = [];
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let serve: ReturnType<OpenIdProvider['callback']> | undefined;
  server.on('request', (request, response) => void serve?.(request, response));
  t.after(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return {
    issuer,
    setting: (id) => ({ id, name: id, issuer, clientId: 'gable', clientSecret: SECRET }),
    register(...addresses) {
      callbacks.push(...addresses);
      serve = quietly(() => openProvider(issuer, callbacks)).callback();
    },
  };
}

const openProvider = (issuer: string, callbacks: string[]): OpenIdProvider =>
  new OpenIdProvider(issuer, {
    clients: ['gable', 'other'].map((client_id) => ({
      client_id,
      client_secret: SECRET,
      redirect_uris: callbacks,
    })),
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: async () => ({
        sub: id,
        email: `${id}@acme.example`,
        email_verified: id !== 'unverified',
        name: `${id} of Acme`,
      }),
    }),
    cookies: { keys: ['only for tests'] },
    ttl: Object.fromEntries(SHORT_LIVED.map((kind) => [kind, 600])),
  });

/** It warns about its defaults, which are meant for tests like these. */
function quietly<Result>(work: () => Result): Result {
  const { warn, info } = console;
  console.warn = console.info = () => undefined;
  try {
    return work();
  } finally {
    console.warn = warn;
    console.info = info;
  }
}
