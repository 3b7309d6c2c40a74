import type { AlertChange, AlertRow } from '../../alerts/alerts.ts';
import { forecastAlert } from '../../alerts/forecast.ts';
import { parseCriteria } from '../../criteria/parse.ts';
import { describeRules, describeSent } from '../describe-alert.ts';
import { countTokens } from '../tokens.ts';
import type { ToolCall } from '../tool.ts';
import { truncateLine } from '../tool-output.ts';
import { forecastLine } from './forecast-alert.ts';

/** A person reads it in a dialog. The short form is for texts that cost a token a character. */
const LENGTH_LIMITS = [
  { criteria: 1_000, value: 300 },
  { criteria: 150, value: 50 },
] as const;
type Lengths = (typeof LENGTH_LIMITS)[number];
/** The preview appears twice, beside a token, inside the default budget. */
const MAX_PREVIEW_TOKENS = 1_500;

/** The alert line by line; of a change only the changed members, with their values before. */
export async function buildPreview(
  call: ToolCall,
  question: string,
  { change, before }: { change: AlertChange; before?: AlertRow },
): Promise<string> {
  const register = await call.places.register();
  const inWords = (criteria: object | null | undefined): string | undefined =>
    criteria === undefined ? undefined : describeSent(criteria, register);
  const shown = LENGTH_LIMITS.map((lengths) =>
    previewLines(lengths, question, { change, before, inWords }).join('\n'),
  );
  const text =
    shown.find((some) => countTokens(JSON.stringify(some)) <= MAX_PREVIEW_TOKENS) ?? shown.at(-1) ?? '';
  if (before !== undefined && change.criteria === undefined) return text;
  const parsed = parseCriteria(change.criteria ?? null);
  return 'faults' in parsed ? text : `${text}\n${forecastLine(await forecastAlert(call, parsed.tree))}`;
}

function previewLines(
  lengths: Lengths,
  question: string,
  { change, before, inWords }: PreviewParts,
): string[] {
  const line = lineRenderer(lengths);
  return [
    question,
    line('Name', change.name, before?.name),
    line('Enabled', change.enabled ?? (before === undefined ? true : undefined), before?.enabled),
    line(
      'Criteria',
      inWords(change.criteria ?? (before === undefined ? null : change.criteria)),
      inWords(before?.criteria),
    ),
    line('Notifies of', describeRules(change.rules), describeRules(before?.rules)),
    line(
      'Sent to',
      destinationText(change.destination, before === undefined),
      before && (before.destinationId ?? 'the default destination'),
    ),
  ].flatMap((shown) => shown ?? []);
}

interface PreviewParts {
  change: AlertChange;
  before: AlertRow | undefined;
  inWords(criteria: object | null | undefined): string | undefined;
}

function destinationText(asked: AlertChange['destination'], isNew: boolean): string | undefined {
  if (asked === undefined) return isNew ? 'the default destination of the account' : undefined;
  if (asked === null) return 'the default destination of the account';
  if ('webhookUrl' in asked) return asked.webhookUrl;
  return 'destinationId' in asked ? asked.destinationId : (asked.sendsTo.url ?? asked.sendsTo.email);
}

const lineRenderer =
  ({ criteria, value: usual }: Lengths) =>
  (label: string, value: unknown, before: unknown): string | undefined => {
    if (value === undefined) return undefined;
    const most = label === 'Criteria' ? criteria : usual;
    const text = `${label}: ${truncateLine(String(value), most)}`;
    return before === undefined || before === value
      ? text
      : `${text} (before: ${truncateLine(String(before), most)})`;
  };
