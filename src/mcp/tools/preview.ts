import type { AlertChange, AlertRow } from '../../alerts/alerts.ts';
import { forecastAlert } from '../../alerts/forecast.ts';
import { parseCriteria } from '../../criteria/parse.ts';
import { shortened } from '../told.ts';
import type { ToolCall } from '../tool.ts';
import { forecastLine } from './forecast-alert.ts';

/** A person reads it in a dialogue. */
const LONGEST_CRITERIA = 1_000;
const LONGEST_VALUE = 300;

/** What an alert would be, line by line; of a change only what it changes, with what was before. */
export async function previewOf(
  call: ToolCall,
  question: string,
  { change, before }: { change: AlertChange; before?: AlertRow },
): Promise<string> {
  const lines = [
    question,
    line('Name', change.name, before?.name),
    line('Enabled', change.enabled ?? (before === undefined ? true : undefined), before?.enabled),
    line(
      'Criteria',
      asText(change.criteria ?? (before === undefined ? null : change.criteria)),
      asText(before?.criteria),
    ),
    line('Tells', asText(change.rules), asText(before?.rules)),
    line(
      'Notifies',
      destinationText(change.destination, before === undefined),
      before && (before.destinationId ?? 'the default destination'),
    ),
  ].flatMap((shown) => shown ?? []);
  if (before !== undefined && change.criteria === undefined) return lines.join('\n');
  const parsed = parseCriteria(change.criteria ?? null);
  if (!('faults' in parsed)) lines.push(forecastLine(await forecastAlert(call, parsed.tree)));
  return lines.join('\n');
}

const asText = (value: unknown): string | undefined =>
  value === undefined ? undefined : value === null ? 'every property' : JSON.stringify(value);

function destinationText(asked: AlertChange['destination'], isNew: boolean): string | undefined {
  if (asked === undefined) return isNew ? 'the default destination of the account' : undefined;
  if (asked === null) return 'the default destination of the account';
  return 'webhookUrl' in asked ? asked.webhookUrl : asked.destinationId;
}

function line(label: string, value: unknown, before: unknown): string | undefined {
  if (value === undefined) return undefined;
  const most = label === 'Criteria' ? LONGEST_CRITERIA : LONGEST_VALUE;
  const told = `${label}: ${shortened(String(value), most)}`;
  return before === undefined || before === value
    ? told
    : `${told} (before: ${shortened(String(before), most)})`;
}
