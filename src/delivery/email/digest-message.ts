import type { PropertyResult } from '../../catalogue/document.ts';
import type { AlertEventType } from '../../catalogue/service-vocabularies.ts';
import type { DigestEvent } from '../notifications/digest.ts';
import {
  buildPropertyFacts,
  type EmailMessage,
  escapeHtml,
  hostOf,
  MAX_SUBJECT_CHARS,
  photoHtml,
  renderHtml,
  toSingleLine,
} from './message.ts';
import { type MailLanguage, mailWords } from './words.ts';

/** A home of a digest with what happened to it, the oldest event first. */
export interface DigestHome {
  readonly result: PropertyResult;
  readonly events: readonly DigestEvent[];
}

/** The listings of one home that a digest links to. */
const MAX_LINKS_PER_HOME = 3;

export function renderDigestMessage(
  { alertName, language }: { alertName: string; language: MailLanguage },
  homes: readonly DigestHome[],
  unsubscribeUrl: string,
): EmailMessage {
  const words = mailWords[language];
  const name = toSingleLine(alertName);
  const about = words.about(name);
  const parts = homes.map((home) => renderHome(home, language));
  return {
    subject: toSingleLine(`${name}: ${words.digest(homes.length)}`).slice(0, MAX_SUBJECT_CHARS),
    text: [
      `${name} · ${words.digest(homes.length)}`,
      ...parts.flatMap(({ text }) => ['', ...text]),
      '',
      about,
      `${words.noMore}: ${unsubscribeUrl}`,
    ].join('\n'),
    html: renderHtml(
      `<h1 style="font-size:20px;margin:4px 0 12px">${escapeHtml(name)} · ${words.digest(homes.length)}</h1>
${parts.map(({ html }) => html).join('\n')}
<p style="color:#5a6b7d;font-size:13px">${escapeHtml(about)} <a href="${escapeHtml(unsubscribeUrl)}">${words.noMore}</a></p>`,
      language,
    ),
  };
}

function renderHome(
  { result, events }: DigestHome,
  language: MailLanguage,
): { text: string[]; html: string } {
  const words = mailWords[language];
  const headlines = events.map(({ eventType }) => words.headlines[eventType as AlertEventType] ?? eventType);
  const headline = [...new Set(headlines)].join(' · ');
  const title = toSingleLine(result.property.body?.title ?? words.property);
  const price = events.findLast((event) => event.price !== null)?.price ?? null;
  const eventType = price === null ? 'NEW_MATCH' : 'PRICE_CHANGE';
  const facts = buildPropertyFacts({ eventType, price }, result, language);
  const links = result.listings.flatMap(({ url }) => url ?? []).slice(0, MAX_LINKS_PER_HOME);
  return {
    text: [headline, title, ...facts, ...links],
    html: `<section style="border-top:1px solid #d5dde5;padding:12px 0">
<p style="color:#5a6b7d;margin:0">${escapeHtml(headline)}</p>
<h2 style="font-size:17px;margin:4px 0 8px">${escapeHtml(title)}</h2>
${photoHtml(result)}
${facts.map((line) => `<p style="margin:4px 0">${escapeHtml(line)}</p>`).join('\n')}
<p style="margin:4px 0">${links.map((url) => `<a href="${escapeHtml(url)}">${escapeHtml(hostOf(url))}</a>`).join(' · ')}</p>
</section>`,
  };
}
