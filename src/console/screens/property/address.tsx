import type { ConsolidatedProperty } from '../../../catalogue/document.ts';
import { ApiError } from '../../api/client.ts';
import type { StatedListingJson } from '../../api/generated/console.ts';
import type { AddressResolutionJson } from '../../api/generated/public.ts';
import { resolveAddress } from '../../api/home-story.ts';
import { useQuery } from '../../api/query.ts';
import { Skeleton } from '../../parts/feedback.tsx';
import { Table } from '../../parts/list.tsx';
import { useWords } from '../../state/language.ts';
import { useLabels } from '../../words/catalogue.ts';
import { addressWords } from '../../words/home-story.ts';
import { listStatedAddresses, pickAddress } from './known-address.ts';

interface AddressPanelProps {
  id: string;
  property: ConsolidatedProperty;
  /** Undefined while they are loaded. */
  listings: readonly StatedListingJson[] | undefined;
}

/** Where the home is, how finely and how surely that is known, and what it rests on. */
export function AddressPanel({ id, property, listings }: AddressPanelProps) {
  const words = useWords(addressWords);
  const resolution = useQuery(`address ${id}`, (signal) => resolveAddress(id, signal));
  const isElsewhere = resolution.error instanceof ApiError && resolution.error.status === 422;
  const isWaiting = resolution.value === undefined && resolution.error === undefined;
  const { label, level, isProbable } = pickAddress(property, resolution.value);
  return (
    <section class="card stack tight" aria-label={words.title}>
      <h2>{words.title}</h2>
      {isWaiting ? (
        <Skeleton lines={1} />
      ) : (
        <p class="row">
          <strong>{label ?? words.none}</strong>
          <span class={level === 'exact' && !isProbable ? 'badge good' : 'badge'}>{words[level]}</span>
          {isProbable && <span class="badge warn">{words.probable}</span>}
        </p>
      )}
      {resolution.value?.confidence === 'NONE' && <p class="soft small">{words.notResolved}</p>}
      {isElsewhere && <p class="soft small">{words.elsewhere}</p>}
      <Candidates resolved={resolution.value} listings={listings ?? []} />
    </section>
  );
}

interface CandidatesProps {
  resolved: AddressResolutionJson | undefined;
  listings: readonly StatedListingJson[];
}

function Candidates({ resolved, listings }: CandidatesProps) {
  const words = useWords(addressWords);
  const labels = useLabels();
  const found = resolved?.address
    ? [
        {
          id: 'resolved',
          label: resolved.address.label,
          sureness: words[resolved.confidence],
          origin: resolved.method === null ? '' : words[resolved.method],
        },
      ]
    : [];
  const stated = listStatedAddresses(listings).map(({ label, accuracy, sources }) => ({
    id: label,
    label,
    sureness: accuracy === undefined ? '' : labels.value(accuracy),
    origin: words.statedBy(sources.join(', ')),
  }));
  const rows = [...found, ...stated];
  if (rows.length === 0) return null;
  return (
    <Table
      label={words.candidates}
      rows={rows}
      columns={[
        { title: words.address, as: 'name', cell: ({ label }) => label },
        { title: words.sureness, cell: ({ sureness }) => sureness },
        { title: words.origin, as: 'soft', cell: ({ origin }) => origin },
      ]}
    />
  );
}
