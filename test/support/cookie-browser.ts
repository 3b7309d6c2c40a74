import assert from 'node:assert/strict';

/** The part of a browser that sign-in needs: cookies by origin, and redirects. */
export class CookieBrowser {
  readonly #cookies = new Map<string, string>();

  copy(): CookieBrowser {
    const other = new CookieBrowser();
    for (const [name, value] of this.#cookies) other.#cookies.set(name, value);
    return other;
  }

  async fetch(address: string, init: RequestInit = {}): Promise<Response> {
    const { origin } = new URL(address);
    const own = [...this.#cookies].filter(([name]) => name.startsWith(`${origin} `));
    const cookie = own.map(([name, value]) => `${name.slice(origin.length + 1)}=${value}`).join('; ');
    const headers = { ...(cookie === '' ? {} : { cookie }), ...(init.headers as Record<string, string>) };
    const reply = await fetch(address, { redirect: 'manual', ...init, headers });
    for (const one of reply.headers.getSetCookie()) {
      const [name = '', value = ''] = (one.split(';')[0] ?? '').split(/=(.*)/s);
      if (value === '') this.#cookies.delete(`${origin} ${name}`);
      else this.#cookies.set(`${origin} ${name}`, value);
    }
    return reply;
  }

  /** Signs in at the provider and returns the callback URL without following it. */
  async callbackUrl(start: string, { login }: { login: string }): Promise<string> {
    let address = start;
    for (let hop = 0; hop < 12; hop++) {
      const reply = await this.#next(address, login);
      const location = reply.headers.get('location');
      assert.ok(location !== null, `${address} answers ${reply.status}: ${await reply.text()}`);
      address = new URL(location, address).href;
      if (new URL(address).pathname.endsWith('/callback')) return address;
    }
    throw new Error('the provider never came back');
  }

  async followRedirects(
    start: string,
    as: { login: string },
  ): Promise<{ status: number; address: string | null }> {
    const reply = await this.fetch(await this.callbackUrl(start, as));
    return { status: reply.status, address: reply.headers.get('location') };
  }

  /** The provider's development pages: a form for the name, then one for consent. */
  async #next(address: string, login: string): Promise<Response> {
    const reply = await this.fetch(address);
    if (reply.status !== 200) return reply;
    const page = await reply.text();
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? '';
    const action = /action="([^"]+)"/.exec(page)?.[1] ?? '';
    const fields = { prompt, ...(prompt === 'login' ? { login, password: 'any' } : {}) };
    return this.fetch(new URL(action, address).href, { method: 'POST', body: new URLSearchParams(fields) });
  }
}
