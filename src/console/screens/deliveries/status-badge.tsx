import { useLabels } from '../../words/catalogue.ts';

const SHADES: Readonly<Record<string, string>> = {
  DELIVERED: 'good',
  FAILED: 'bad',
  SUSPENDED: 'warn',
  PENDING: 'accent',
};

export const StatusBadge = ({ status }: { status: string }) => (
  <span class={`badge ${SHADES[status] ?? ''}`}>{useLabels().value(status)}</span>
);
