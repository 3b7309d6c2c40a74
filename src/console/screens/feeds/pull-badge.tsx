import type { FeedJson } from '../../api/generated/public.ts';
import { useWords } from '../../state/language.ts';
import { useLabels } from '../../words/catalogue.ts';
import { feedWords } from '../../words/feeds.ts';

interface PullBadgeProps {
  status: FeedJson['lastStatus'] | 'RUNNING';
  /** Listings that the pull found, new, changed or as they were; null when it is not known. */
  found: number | null;
}

const SHADES: Readonly<Record<string, string>> = { TAKEN: 'good', FAILED: 'bad', RUNNING: 'accent' };

/** How a pull went. One that read its file and found no listing in it is as bad as a failure. */
export function PullBadge({ status, found }: PullBadgeProps) {
  const labels = useLabels();
  const words = useWords(feedWords);
  if (status === null) return null;
  if (status === 'TAKEN' && found === 0) return <span class="badge bad">{words.tookNothing}</span>;
  return <span class={`badge ${SHADES[status] ?? ''}`}>{labels.value(status)}</span>;
}
