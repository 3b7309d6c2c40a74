import type { PropertyResult } from '../../catalogue/document.ts';
import type { AlertEventType } from '../../catalogue/service-vocabularies.ts';
import type { PriceChange } from '../notifications/enqueue.ts';
import { type MailLanguage, mailWords } from './words.ts';

export interface EmailMessage {
  subject: string;
  text: string;
  html: string;
}

export const MAX_SUBJECT_CHARS = 150;
const MAX_LISTING_LINKS = 20;

interface AlertMailEvent {
  readonly eventType: AlertEventType;
  readonly alertName: string;
  readonly price: PriceChange | null;
  readonly language: MailLanguage;
}

type PricedEvent = Pick<AlertMailEvent, 'eventType' | 'price'>;

/** The price, and what kind of home it is where. */
export const buildPropertyFacts = (
  event: PricedEvent,
  result: PropertyResult,
  language: MailLanguage,
): string[] =>
  [priceLine(event, result, language), describeProperty(result, language)].filter((line) => line !== '');

/** The first picture; only from the web, and never with more than its URL. */
export function photoHtml({ property }: PropertyResult): string {
  const url = property.pictures?.[0]?.url;
  if (url === undefined || !/^https?:\/\//.test(url)) return '';
  return `<img src="${escapeHtml(url)}" alt="" width="528" style="max-width:100%;border-radius:6px">`;
}

/**
 * The facts of a webhook for a person: what happened, to which home, the price before and after, a link for each
 * listing.
 */
export function renderEventMessage(
  event: AlertMailEvent,
  result: PropertyResult,
  unsubscribeUrl: string,
): EmailMessage {
  const { language } = event;
  const words = mailWords[language];
  const headline = words.headlines[event.eventType];
  const { property, listings } = result;
  const title = toSingleLine(property.body?.title ?? words.property);
  const links = listings.flatMap(({ url }) => url ?? []).slice(0, MAX_LISTING_LINKS);
  const facts = buildPropertyFacts(event, result, language);
  const about = words.about(toSingleLine(event.alertName));
  return {
    subject: toSingleLine(`${headline}: ${title}`).slice(0, MAX_SUBJECT_CHARS),
    text: [
      `${headline} · ${toSingleLine(event.alertName)}`,
      title,
      ...facts,
      '',
      ...links,
      '',
      about,
      `${words.noMore}: ${unsubscribeUrl}`,
    ].join('\n'),
    html: renderHtml(
      `<p style="color:#5a6b7d;margin:0">${escapeHtml(headline)} · ${escapeHtml(toSingleLine(event.alertName))}</p>
<h1 style="font-size:20px;margin:4px 0 12px">${escapeHtml(title)}</h1>
${photoHtml(result)}
${facts.map((line) => `<p style="margin:4px 0">${escapeHtml(line)}</p>`).join('\n')}
<ul>${links.map((url) => `<li><a href="${escapeHtml(url)}">${escapeHtml(hostOf(url))}</a></li>`).join('')}</ul>
<p style="color:#5a6b7d;font-size:13px">${escapeHtml(about)} <a href="${escapeHtml(unsubscribeUrl)}">${words.noMore}</a></p>`,
      language,
    ),
  };
}

/** Asks the owner of a mailbox whether mails may be sent. */
export function renderConfirmationMessage(confirmUrl: string, refuseUrl: string): EmailMessage {
  const ask = 'Somebody asked for property alerts to be sent to this address.';
  const otherwise = 'If that was not you, do nothing: no further mail will come.';
  return {
    subject: 'Confirm this address for property alerts',
    text: [ask, '', `Confirm: ${confirmUrl}`, '', otherwise, `Never ask again: ${refuseUrl}`].join('\n'),
    html: renderHtml(
      `<p>${escapeHtml(ask)}</p><p><a href="${escapeHtml(confirmUrl)}">Confirm this address</a></p><p style="color:#5a6b7d">${escapeHtml(otherwise)} <a href="${escapeHtml(refuseUrl)}">Never ask again</a></p>`,
    ),
  };
}

export const renderHtml = (body: string, language: MailLanguage = 'en'): string =>
  `<!doctype html><html lang="${language}"><meta charset="utf-8"><body style="font:16px/1.5 system-ui,sans-serif;color:#1d2733;max-width:560px;margin:24px auto;padding:0 16px">
${body}
</body></html>`;

/** "649,000 EUR, before 675,000 EUR (-3.85 %)". */
function priceLine(
  { eventType, price }: PricedEvent,
  { property }: PropertyResult,
  language: MailLanguage,
): string {
  const { locale, before } = mailWords[language];
  const { displayed, currency = 'EUR' } = property.pricing ?? {};
  const change = price ?? (eventType === 'PRICE_CHANGE' ? lastPriceChange(property) : null);
  const now = change?.new ?? displayed;
  if (now === undefined || now === null) return '';
  const line = formatMoney(now, currency, locale);
  if (change?.old == null) return line;
  const percent = change.percent === null ? '' : ` (${change.percent > 0 ? '+' : ''}${change.percent} %)`;
  return `${line}, ${before} ${formatMoney(change.old, currency, locale)}${percent}`;
}

function lastPriceChange(property: PropertyResult['property']): PriceChange | null {
  const found = property.changes.findLast(({ attribute }) => attribute === 'DISPLAYED_PRICE');
  if (found === undefined) return null;
  return {
    old: found.numericOld ?? null,
    new: found.numericNew ?? null,
    percent: found.variationPercent ?? null,
  };
}

const formatMoney = (amount: number, currency: string, locale: string): string =>
  `${amount.toLocaleString(locale)} ${currency}`;

/** "FLAT, 62.4 m², 3 rooms, Paris 75011". */
function describeProperty({ property }: PropertyResult, language: MailLanguage): string {
  const words = mailWords[language];
  const { area, unit, location, propertyType } = property;
  const place = location?.city?.name ?? location?.stated?.city;
  return [
    propertyType && (words.types[propertyType] ?? propertyType.toLowerCase().replaceAll('_', ' ')),
    area?.displayed === undefined
      ? undefined
      : `${area.displayed} ${area.unit === 'SQM' ? 'm²' : (area.unit ?? '')}`.trim(),
    unit?.rooms === undefined ? undefined : words.rooms(unit.rooms),
    place === undefined ? undefined : toSingleLine(place),
  ]
    .filter((part) => part !== undefined)
    .join(', ');
}

/** One line without characters that a mail program might interpret. */
export const toSingleLine = (text: string): string =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

export function hostOf(url: string): string {
  return URL.parse(url)?.hostname ?? url;
}
