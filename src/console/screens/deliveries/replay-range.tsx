import { useState } from 'preact/hooks';
import { postReplayRange } from '../../api/deliveries.ts';
import { fetchAllDestinations } from '../../api/destinations.ts';
import { useQuery } from '../../api/query.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { AsyncContent, ErrorNotice } from '../../parts/feedback.tsx';
import { useWords } from '../../state/language.ts';
import { useLabels } from '../../words/catalogue.ts';
import { deliveryWords } from '../../words/delivery.ts';

const REPLAYED_STATUSES = ['DELIVERED', 'FAILED', 'SKIPPED'] as const;

export function ReplayRangeDialog({ onClose }: { onClose: () => void }) {
  const words = useWords(deliveryWords);
  const labels = useLabels();
  const destinations = useQuery('all destinations', fetchAllDestinations);
  const [fault, setFault] = useState<Error>();
  const [count, setCount] = useState<number>();
  const send = (form: HTMLFormElement) => {
    const given = new FormData(form);
    const text = (name: string) => String(given.get(name) ?? '');
    const createdAt = {
      ...(text('after') && { after: text('after') }),
      ...(text('before') && { before: text('before') }),
    };
    const body = {
      destination: text('destination'),
      createdAt,
      ...(text('status') && { status: text('status') }),
    };
    postReplayRange(body).then(({ notifications }) => setCount(notifications), setFault);
  };
  return (
    <Dialog title={words.replayRange} onClose={onClose}>
      <p class="soft">{words.replayRangeText}</p>
      <AsyncContent of={destinations} lines={2}>
        {(list) => (
          <form
            class="stack"
            onSubmit={(event) => {
              event.preventDefault();
              send(event.currentTarget);
            }}
          >
            <label class="field">
              {words.destination}
              <select name="destination" required>
                {list.map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.url ?? one.email}
                  </option>
                ))}
              </select>
            </label>
            <div class="grid">
              <label class="field">
                {words.after}
                <input type="date" name="after" />
              </label>
              <label class="field">
                {words.before}
                <input type="date" name="before" />
              </label>
            </div>
            <label class="field">
              {words.status}
              <select name="status">
                <option value="">{words.all}</option>
                {REPLAYED_STATUSES.map((status) => (
                  <option key={status} value={status}>
                    {labels.value(status)}
                  </option>
                ))}
              </select>
            </label>
            {fault && <ErrorNotice fault={fault} />}
            {count !== undefined && (
              <p class="notice good" role="status">
                {words.replayDone(count)}
              </p>
            )}
            <button type="submit" class="main-action" disabled={list.length === 0}>
              {words.replay}
            </button>
          </form>
        )}
      </AsyncContent>
    </Dialog>
  );
}
