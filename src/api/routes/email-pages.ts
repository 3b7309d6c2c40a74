import type { Database } from '../../db/sql.ts';
import { confirmEmail, unsubscribe } from '../../delivery/destinations/status-changes.ts';
import { type LinkPurpose, verifyLinkToken } from '../../delivery/email/links.ts';
import type { Keyring } from '../../delivery/keys/keyring.ts';
import type { Clock } from '../../lib/clock.ts';
import { Problem } from '../../service/problem.ts';
import type { PageResponse, PageRoute } from '../page.ts';
import { plainPageHeaders } from '../security-headers.ts';

export interface EmailParts {
  db: Database;
  clock: Clock;
  keyring: Keyring;
}

const HTML = 'text/html; charset=utf-8';

/** An invitation leads to the console instead. */
type PagePurpose = Exclude<LinkPurpose, 'invitation'>;

const WORDS: Record<PagePurpose, { ask: string; button: string; done: string }> = {
  confirm: {
    ask: 'Shall property alerts be sent to this email?',
    button: 'Confirm',
    done: 'The email is confirmed. Alerts come from now on.',
  },
  unsubscribe: {
    ask: 'Shall no more property alerts be sent to this email?',
    button: 'No more mails',
    done: 'No more mails will be sent to this email.',
  },
};

/** The pages behind links in emails. A GET changes nothing, since mail scanners open every link. */
export function emailPages(parts: EmailParts): PageRoute[] {
  return (['confirm', 'unsubscribe'] as const).flatMap((purpose) => {
    const { ask, button, done } = WORDS[purpose];
    const common = {
      path: `/email/${purpose}/{token}`,
      access: 'open' as const,
      type: 'text/html',
      statuses: [200],
    };
    return [
      {
        ...common,
        summary: `Page of the ${purpose} link in an email`,
        show({ token = '' }): PageResponse {
          readRecipient(parts, purpose, token);
          return pageResponse(ask, `<form method="post"><button>${button}</button></form>`);
        },
      },
      {
        ...common,
        method: 'POST' as const,
        summary: purpose === 'confirm' ? 'Confirm an email' : 'Unsubscribe, also with one click (RFC 8058)',
        problems: ['payload-too-large' as const, 'unsupported-media-type' as const],
        async show({ token = '' }): Promise<PageResponse> {
          const { accountId, id } = readRecipient(parts, purpose, token);
          const act = purpose === 'confirm' ? confirmEmail : unsubscribe;
          if (!(await act(parts.db, parts.clock, accountId, id))) throw invalidLink();
          return pageResponse(done, '');
        },
      },
    ];
  });
}

function readRecipient({ keyring }: EmailParts, purpose: LinkPurpose, token: string) {
  const found = verifyLinkToken(keyring, purpose, token);
  if (found === undefined) throw invalidLink();
  return found;
}

const invalidLink = (): Problem => new Problem('not-found', 'This link is not valid any more.');

function pageResponse(words: string, more: string): PageResponse {
  const body = renderPage(words, more);
  const headers = {
    ...plainPageHeaders(body),
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  };
  return { type: HTML, headers, body };
}

const renderPage = (words: string, more: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Gable</title>
<style>
  body { font: 16px/1.6 system-ui, sans-serif; max-width: 38rem; margin: 12vh auto; padding: 0 1.5rem; color: #1d2733 }
  button { font: inherit; padding: .5rem 1.2rem }
</style>
<h1>Property alerts</h1>
<p>${words}</p>
${more}
</html>
`;
