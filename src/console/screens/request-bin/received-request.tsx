import type { ComponentChildren } from 'preact';
import type { RequestBinRequestJson } from '../../api/generated/console.ts';
import { useFormat } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { JsonText } from '../../parts/json-text.tsx';
import { MomentText } from '../../parts/moment.tsx';
import { useWords } from '../../state/language.ts';
import { requestBinWords } from '../../words/request-bin.ts';
import { PayloadSentence } from './payload-sentence.tsx';

/** How far the clocks of sender and receiver may differ, by the contract. */
const MAX_CLOCK_DIFFERENCE_SECONDS = 300;
/** Of the body, in the line that shows what is signed. */
const SHOWN_CHARS = 120;

interface ReceivedRequestProps {
  request: RequestBinRequestJson;
  isOpen: boolean;
}

/** One request with the check of a receiver, step by step. */
export function ReceivedRequest({ request, isOpen }: ReceivedRequestProps) {
  const words = useWords(requestBinWords);
  const { number } = useFormat();
  const timestamp = request.headers['X-Webhook-Timestamp'] ?? '';
  const signature = request.headers['X-Webhook-Signature'] ?? '';
  const secondsApart = Math.abs(Math.round(Date.parse(request.receivedAt) / 1000 - Number(timestamp)));
  const isTimely = secondsApart <= MAX_CLOCK_DIFFERENCE_SECONDS;
  const isSame = signature === request.expectedSignature;
  const lines = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
  const isGood = isTimely && isSame;
  return (
    <article class="card stack">
      <div class="row apart">
        <PayloadSentence body={request.body} />
        <span class="row">
          <span class={`badge ${isGood ? 'good' : 'bad'}`}>{isGood ? words.verified : words.refused}</span>
          <span class="soft small">
            <MomentText at={request.receivedAt} />
          </span>
        </span>
      </div>
      <details open={isOpen}>
        <summary>{words.check}</summary>
        <ol class="stack check-steps">
          <Step isPassed={isTimely}>{words.clock(secondsApart)}</Step>
          <Step isPassed>
            {words.signed(number(request.bodyBytes))}
            <code>
              {timestamp}.{request.body.slice(0, SHOWN_CHARS)}…
            </code>
          </Step>
          <Step isPassed>
            {words.hmac(request.keyHint)}
            <code>{request.expectedSignature}</code>
          </Step>
          <Step isPassed={isSame}>
            {isSame ? words.same : words.differs}
            <code>{signature}</code>
          </Step>
        </ol>
      </details>
      <details>
        <summary>{words.headers}</summary>
        <pre>{lines.join('\n')}</pre>
      </details>
      <details>
        <summary>{words.body}</summary>
        {request.truncated && <p class="notice warn small">{words.truncated}</p>}
        <JsonText text={request.body} />
      </details>
    </article>
  );
}

function Step({ isPassed, children }: { isPassed: boolean; children: ComponentChildren }) {
  const words = useWords(requestBinWords);
  return (
    <li class={isPassed ? 'passed' : 'failed'}>
      <Icon name={isPassed ? 'check' : 'close'} size={16} />
      <span class="hidden">{isPassed ? words.passed : words.failed}</span>
      <div class="stack tight">{children}</div>
    </li>
  );
}
