import { type FormatName, formatNames } from '../ingest/format-names.ts';
import { parseMapping } from '../ingest/mapping/mapping.ts';
import { checkUrl, type OutboundPolicy } from '../outbound/url.ts';
import type { RejectionGroup } from './rejection-groups.ts';

/** The URL of a source's feed, and how often it is pulled. `address` is its name in the contract. */
export interface FeedSettings {
  /** Slug of the source. */
  source: string;
  address: string;
  /** Null where a mapping says how the file is read. */
  format: FormatName | null;
  /** A mapping as it was sent: our paths and the columns or JSON pointers of a foreign file. */
  mapping: object | null;
  intervalSeconds: number;
  /** The file holds every live listing of its source: absent ones have expired. */
  full: boolean;
  /** Of the file as transferred. */
  maxBytes: number;
  enabled: boolean;
}

export const RUN_STATUSES = ['RUNNING', 'TAKEN', 'UNCHANGED', 'FAILED'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

export interface Feed extends FeedSettings {
  id: string;
  /** An operator asked for a pull that has not begun. */
  pullRequested: boolean;
  /** Listings that the last finished pull found; null before the first. */
  lastFound: number | null;
  createdAt: Date;
  dueAt: Date;
  failures: number;
  running: boolean;
  lastStatus: RunStatus | null;
  lastFinishedAt: Date | null;
}

export interface RejectedLine {
  line: number;
  reason: string;
}

export interface FeedRun {
  id: string;
  startedAt: Date;
  finishedAt: Date | null;
  status: RunStatus;
  bytes: number | null;
  sha256: string | null;
  accepted: number;
  unchanged: number;
  expired: number;
  rejected: number;
  rejections: RejectedLine[];
  rejectionReasons: RejectionGroup[];
  error: string | null;
}

export const MIN_INTERVAL_SECONDS = 60;
export const MAX_INTERVAL_SECONDS = 30 * 86_400;
export const DEFAULT_INTERVAL_SECONDS = 6 * 3_600;
export const DEFAULT_MAX_FEED_BYTES = 512 * 1_048_576;
export const MAX_FEED_BYTES = 8 * 1_073_741_824;
const SLUG = /^[a-z0-9]+([-._][a-z0-9]+)*$/;
const MAX_SLUG_CHARS = 100;

export type FeedDraft = Pick<FeedSettings, 'source' | 'address'> & { format?: string | null } & Partial<
    Omit<FeedSettings, 'format'>
  >;
export interface FeedDraftError {
  member: keyof FeedSettings;
  message: string;
}

/** Validates the settings of a feed and lists all errors. */
export function validateFeed(
  draft: FeedDraft,
  policy: OutboundPolicy,
): { faults: FeedDraftError[] } | { settings: FeedSettings } {
  const settings = {
    intervalSeconds: DEFAULT_INTERVAL_SECONDS,
    full: false,
    maxBytes: DEFAULT_MAX_FEED_BYTES,
    enabled: true,
    ...draft,
    format: formatNames.find((name) => name === draft.format) ?? null,
    mapping: draft.mapping ?? null,
  };
  const faults: FeedDraftError[] = [];
  const fault = (member: keyof FeedSettings, message: string): void => void faults.push({ member, message });
  if (!SLUG.test(draft.source) || draft.source.length > MAX_SLUG_CHARS) {
    fault('source', 'must be the slug of a source: small letters and figures, parted by - . or _');
  }
  const checked = checkUrl(draft.address, policy);
  if (!checked.ok) fault('address', checked.fault);
  for (const { member, message } of findReadingFaults(draft)) fault(member, message);
  if (!isWithin(settings.intervalSeconds, MIN_INTERVAL_SECONDS, MAX_INTERVAL_SECONDS)) {
    fault('intervalSeconds', `must lie between ${MIN_INTERVAL_SECONDS} seconds and 30 days`);
  }
  if (!isWithin(settings.maxBytes, 1, MAX_FEED_BYTES)) fault('maxBytes', `must be at most ${MAX_FEED_BYTES}`);
  if (faults.length > 0 || !checked.ok) return { faults };
  return { settings: { ...settings, address: checked.url.href } };
}

/** A file is read by a format of ours or by a mapping. */
function findReadingFaults({ format, mapping }: FeedDraft): FeedDraftError[] {
  const hasFormat = format !== undefined && format !== null;
  if (mapping === undefined || mapping === null) {
    if (formatNames.some((name) => name === format)) return [];
    return [
      { member: 'format', message: `must be one of ${formatNames.join(', ')}, or a mapping is needed` },
    ];
  }
  if (hasFormat) return [{ member: 'mapping', message: 'and a format exclude each other' }];
  const parsed = parseMapping(mapping);
  if ('mapping' in parsed) return [];
  return parsed.faults.map((fault) => ({ member: 'mapping', message: `has a fault at ${fault}` }));
}

const isWithin = (value: number, min: number, max: number): boolean =>
  Number.isInteger(value) && value >= min && value <= max;
