import { useState } from 'preact/hooks';
import { postReplayRange } from '../../api/deliveries.ts';
import { fetchAllDestinations, toDestinationOption } from '../../api/destinations.ts';
import { useQuery } from '../../api/query.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { AsyncContent, ErrorNotice } from '../../parts/feedback.tsx';
import { Form, SelectField, TextField } from '../../parts/fields.tsx';
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
          <Form onSend={send}>
            <SelectField
              label={words.destination}
              name="destination"
              required
              options={list.map(toDestinationOption)}
            />
            <div class="grid">
              <TextField label={words.after} type="date" name="after" />
              <TextField label={words.before} type="date" name="before" />
            </div>
            <SelectField
              label={words.status}
              name="status"
              options={[
                ['', words.all],
                ...REPLAYED_STATUSES.map((status) => [status, labels.value(status)] as const),
              ]}
            />
            {fault && <ErrorNotice fault={fault} />}
            {count !== undefined && (
              <p class="notice good" role="status">
                {words.replayDone(count)}
              </p>
            )}
            <button type="submit" class="main-action" disabled={list.length === 0}>
              {words.replay}
            </button>
          </Form>
        )}
      </AsyncContent>
    </Dialog>
  );
}
