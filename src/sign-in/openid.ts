import * as openid from 'openid-client';
import { type IdentityProvider, isLoopbackHostname } from './provider.ts';
import { deriveSecret } from './secret.ts';

/** The identity that a provider verified. */
export interface VerifiedIdentity {
  issuer: string;
  subject: string;
  email: string | null;
  name: string | null;
}

/** The provider cannot be reached, or its response cannot be trusted. */
export class IdentityVerificationError extends Error {}

const TIMEOUT_SECONDS = 10;
const MAX_NAME_CHARS = 200;

/** The provider's metadata is fetched once, and again after a failure. */
export class OpenIdClient {
  readonly #configurations = new Map<string, Promise<openid.Configuration>>();

  #configuration(provider: IdentityProvider): Promise<openid.Configuration> {
    let known = this.#configurations.get(provider.id);
    if (known === undefined) {
      known = discoverProvider(provider);
      this.#configurations.set(provider.id, known);
      known.catch(() => this.#configurations.delete(provider.id));
    }
    return known;
  }

  /** The URL of the provider for the browser with this secret. */
  async authorizationUrl(provider: IdentityProvider, redirectUri: string, secret: string): Promise<URL> {
    const config = await this.#configuration(provider).catch(rejectVerification);
    return openid.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      state: deriveSecret(secret, 'state'),
      nonce: deriveSecret(secret, 'nonce'),
      code_challenge: await openid.calculatePKCECodeChallenge(deriveSecret(secret, 'verifier')),
      code_challenge_method: 'S256',
    });
  }

  /** The identity of the person who returned; `returned` is the URL the provider sent the browser to. */
  async verifyCallback(provider: IdentityProvider, returned: URL, secret: string): Promise<VerifiedIdentity> {
    const config = await this.#configuration(provider).catch(rejectVerification);
    const tokens = await openid
      .authorizationCodeGrant(config, returned, {
        expectedState: deriveSecret(secret, 'state'),
        expectedNonce: deriveSecret(secret, 'nonce'),
        pkceCodeVerifier: deriveSecret(secret, 'verifier'),
        idTokenExpected: true,
      })
      .catch(rejectVerification);
    const claims = tokens.claims();
    if (claims === undefined) throw new IdentityVerificationError('the provider sent no id token');
    // Many providers have email and name only there.
    const userInfoClaims =
      claims['email'] === undefined ? await userInfo(config, tokens.access_token, claims.sub) : {};
    return toVerifiedIdentity({ ...userInfoClaims, ...claims }, provider);
  }
}

async function discoverProvider({
  issuer,
  clientId,
  clientSecret,
}: IdentityProvider): Promise<openid.Configuration> {
  const issuerUrl = new URL(issuer);
  const allowHttp = issuerUrl.protocol === 'http:' && isLoopbackHostname(issuerUrl.hostname);
  return openid.discovery(issuerUrl, clientId, clientSecret, undefined, {
    timeout: TIMEOUT_SECONDS,
    ...(allowHttp ? { execute: [openid.allowInsecureRequests] } : {}),
  });
}

/** Its failure costs the name shown, not the sign-in. */
const userInfo = (
  config: openid.Configuration,
  token: string,
  subject: string,
): Promise<Record<string, unknown>> =>
  config.serverMetadata().userinfo_endpoint === undefined
    ? Promise.resolve({})
    : openid.fetchUserInfo(config, token, subject).catch(() => ({}));

function toVerifiedIdentity(claims: Record<string, unknown>, provider: IdentityProvider): VerifiedIdentity {
  const { sub, email, email_verified: verified, name } = claims;
  return {
    issuer: provider.issuer,
    subject: String(sub),
    email: verified === true && typeof email === 'string' ? sanitizeClaim(email.toLowerCase()) : null,
    name: typeof name === 'string' ? sanitizeClaim(name) : null,
  };
}

/** Names are shown to people: no control characters, bounded length. */
const sanitizeClaim = (text: string): string | null =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .slice(0, MAX_NAME_CHARS) || null;

function rejectVerification(error: unknown): never {
  throw new IdentityVerificationError(error instanceof Error ? error.message : String(error), {
    cause: error,
  });
}
