import * as openid from 'openid-client';
import { isLoopbackName, type Provider } from './provider.ts';
import { derivedSecret } from './secret.ts';

/** What a provider vouches for. */
export interface Vouched {
  issuer: string;
  subject: string;
  email: string | null;
  name: string | null;
}

/** The provider cannot be asked, or what it answered is not to be trusted. */
export class NotVouched extends Error {}

const PATIENCE_S = 10;
const MAX_NAME_CHARS = 200;

/** What a provider says of itself is asked for once, and again after a failure. */
export class OpenId {
  readonly #known = new Map<string, Promise<openid.Configuration>>();

  #configuration(provider: Provider): Promise<openid.Configuration> {
    let known = this.#known.get(provider.id);
    if (known === undefined) {
      known = discovered(provider);
      this.#known.set(provider.id, known);
      known.catch(() => this.#known.delete(provider.id));
    }
    return known;
  }

  /** Where to send the browser that holds this secret. */
  async address(provider: Provider, redirectUri: string, secret: string): Promise<URL> {
    const config = await this.#configuration(provider).catch(refused);
    return openid.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      state: derivedSecret(secret, 'state'),
      nonce: derivedSecret(secret, 'nonce'),
      code_challenge: await openid.calculatePKCECodeChallenge(derivedSecret(secret, 'verifier')),
      code_challenge_method: 'S256',
    });
  }

  /** Who came back: `returned` is the whole address the provider sent the browser to. */
  async vouched(provider: Provider, returned: URL, secret: string): Promise<Vouched> {
    const config = await this.#configuration(provider).catch(refused);
    const tokens = await openid
      .authorizationCodeGrant(config, returned, {
        expectedState: derivedSecret(secret, 'state'),
        expectedNonce: derivedSecret(secret, 'nonce'),
        pkceCodeVerifier: derivedSecret(secret, 'verifier'),
        idTokenExpected: true,
      })
      .catch(refused);
    const claims = tokens.claims();
    if (claims === undefined) throw new NotVouched('the provider sent no id token');
    // Many providers tell mail and name there only.
    const told = claims['email'] === undefined ? await userInfo(config, tokens.access_token, claims.sub) : {};
    return vouchedIn({ ...told, ...claims }, provider);
  }
}

async function discovered({ issuer, clientId, clientSecret }: Provider): Promise<openid.Configuration> {
  const address = new URL(issuer);
  const plain = address.protocol === 'http:' && isLoopbackName(address.hostname);
  return openid.discovery(address, clientId, clientSecret, undefined, {
    timeout: PATIENCE_S,
    ...(plain ? { execute: [openid.allowInsecureRequests] } : {}),
  });
}

/** Its failure costs a name to greet with, not the sign-in. */
const userInfo = (
  config: openid.Configuration,
  token: string,
  subject: string,
): Promise<Record<string, unknown>> =>
  config.serverMetadata().userinfo_endpoint === undefined
    ? Promise.resolve({})
    : openid.fetchUserInfo(config, token, subject).catch(() => ({}));

function vouchedIn(claims: Record<string, unknown>, provider: Provider): Vouched {
  const { sub, email, email_verified: verified, name } = claims;
  return {
    issuer: provider.issuer,
    subject: String(sub),
    email: verified === true && typeof email === 'string' ? plain(email.toLowerCase()) : null,
    name: typeof name === 'string' ? plain(name) : null,
  };
}

/** Names go into texts for people: no control characters, no novels. */
const plain = (text: string): string | null =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .slice(0, MAX_NAME_CHARS) || null;

function refused(error: unknown): never {
  throw new NotVouched(error instanceof Error ? error.message : String(error), { cause: error });
}
