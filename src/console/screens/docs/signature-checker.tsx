import { useState } from 'preact/hooks';
import { Form, TextField } from '../../parts/fields.tsx';
import { useWords } from '../../state/language.ts';
import { docsWords } from '../../words/docs.ts';

type CheckResult = { readonly expected: string; readonly isRight: boolean };

/** Checks the signature of a pasted body. */
export function SignatureChecker() {
  const words = useWords(docsWords);
  const [verdict, setVerdict] = useState<CheckResult>();
  const check = async (form: HTMLFormElement) => {
    const given = new FormData(form);
    const text = (name: string) => String(given.get(name) ?? '');
    // A form sends CRLF for each line break of the body.
    const body = text('body').replaceAll('\r\n', '\n');
    const expected = await computeSignatureHex(text('key').trim(), text('timestamp').trim(), body);
    setVerdict({ expected, isRight: expected === text('signature').trim() });
  };
  return (
    <section class="card">
      <h2>{words.checker}</h2>
      <Form onSend={check}>
        <p class="soft">{words.checkerText}</p>
        <label class="field">
          {words.body}
          <textarea name="body" rows={5} class="mono" spellcheck={false} required />
        </label>
        <div class="grid">
          <TextField label={words.timestamp} name="timestamp" inputMode="numeric" required />
          <TextField label={words.signature} name="signature" placeholder="sha256=…" required />
          <TextField label={words.signingKey} name="key" placeholder="whsec_…" autocomplete="off" required />
        </div>
        <div>
          <button type="submit" class="main-action">
            {words.check}
          </button>
        </div>
        {verdict && (
          <p class={verdict.isRight ? 'notice good' : 'notice bad'} role="status">
            {verdict.isRight ? words.matches : words.differs}{' '}
            {!verdict.isRight && <code>{verdict.expected}</code>}
          </p>
        )}
      </Form>
    </section>
  );
}

const utf8 = new TextEncoder();

/** The signature header of a webhook: HMAC-SHA256 over the timestamp, a dot and the exact body. */
export async function computeSignatureHex(key: string, timestamp: string, body: string): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', utf8.encode(key), algorithm, false, ['sign']);
  const signed = await crypto.subtle.sign('HMAC', imported, utf8.encode(`${timestamp}.${body}`));
  const hex = [...new Uint8Array(signed)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `sha256=${hex}`;
}
