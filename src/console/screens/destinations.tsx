import { useState } from 'preact/hooks';
import {
  type Destination,
  deleteDestination,
  listDestinations,
  reactivateDestination,
  testDestination,
} from '../api/destinations.ts';
import { useLoaded } from '../api/loaded.ts';
import { useWords } from '../app/language.ts';
import { addressOf } from '../app/location.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Awaited, Empty, Fault } from '../parts/feedback.tsx';
import { Icon } from '../parts/icon.tsx';
import { Moment } from '../parts/moment.tsx';
import { Screen } from '../parts/screen.tsx';
import { useLabels } from '../words/catalogue.ts';
import { destinationWords } from '../words/delivery.ts';
import { partWords } from '../words/shell.ts';
import { AddDestination } from './destinations/add.tsx';
import { SigningKeyCard } from './destinations/signing-key.tsx';

export function Destinations() {
  const words = useWords(destinationWords);
  const destinations = useLoaded('destinations', listDestinations);
  const [isAdding, setAdding] = useState(false);
  const add = (
    <button type="button" class="main-action" onClick={() => setAdding(true)}>
      <Icon name="plus" size={16} />
      {words.add}
    </button>
  );
  return (
    <Screen title={words.title} lead={words.lead} actions={add}>
      <div class="stack wide">
        <Awaited of={destinations}>
          {(list) =>
            list.length === 0 ? (
              <Empty title={words.none}>
                <p>{words.noneText}</p>
              </Empty>
            ) : (
              <ul class="stack">
                {list.map((one) => (
                  <li key={one.id}>
                    <DestinationCard destination={one} reload={destinations.reload} />
                  </li>
                ))}
              </ul>
            )
          }
        </Awaited>
        <SigningKeyCard key={destinations.value?.length} />
      </div>
      {isAdding && (
        <AddDestination
          onClose={() => {
            setAdding(false);
            destinations.reload();
          }}
        />
      )}
    </Screen>
  );
}

interface CardProps {
  destination: Destination;
  reload: () => void;
}

function DestinationCard({ destination, reload }: CardProps) {
  const words = useWords(destinationWords);
  const [fault, setFault] = useState<Error>();
  const [testId, setTestId] = useState<string>();
  const [isRemoving, setRemoving] = useState(false);
  const isSuspended = destination.status === 'SUSPENDED';
  const act = (action: Promise<unknown>) =>
    action.then(() => {
      setFault(undefined);
      reload();
    }, setFault);
  const test = () =>
    testDestination(destination.id, 'NEW_MATCH').then(({ id }) => {
      setFault(undefined);
      setTestId(id);
    }, setFault);
  return (
    <article class="card stack">
      <div class="row apart">
        <Standing destination={destination} />
        <div class="row">
          {isSuspended && (
            <button
              type="button"
              class="main-action"
              onClick={() => act(reactivateDestination(destination.id))}
            >
              {words.reactivate}
            </button>
          )}
          <button type="button" onClick={test}>
            {words.test}
          </button>
          <button type="button" class="danger" onClick={() => setRemoving(true)}>
            {words.remove}
          </button>
        </div>
      </div>
      {fault && <Fault fault={fault} />}
      {testId && (
        <p class="notice good small" role="status">
          {words.testSent} <a href={addressOf(`/deliveries/${testId}`)}>{words.seeTest}</a>
        </p>
      )}
      {isRemoving && (
        <Removal
          onClose={() => setRemoving(false)}
          remove={() => act(deleteDestination(destination.id)).then(() => setRemoving(false))}
        />
      )}
    </article>
  );
}

function Standing({ destination: one }: { destination: Destination }) {
  const words = useWords(destinationWords);
  const labels = useLabels();
  const isSuspended = one.status === 'SUSPENDED';
  return (
    <div class="stack tight">
      <div class="row">
        <strong class="mono">{one.url ?? one.email}</strong>
        <span class={isSuspended ? 'badge bad' : 'badge good'}>{labels.value(one.status)}</span>
        {one.isDefault && <span class="badge accent">{words.isDefault}</span>}
      </div>
      <div class="soft small row">
        <span>{one.destinationType === 'EMAIL' ? words.email : words.webhook}</span>
        {one.failures > 0 && <span class="badge warn">{words.failures(one.failures)}</span>}
        {one.suspendedAt && (
          <span>
            {words.suspendedSince} <Moment at={one.suspendedAt} />
          </span>
        )}
        {isSuspended && one.nextProbeAt && (
          <span>
            {words.nextProbe} <Moment at={one.nextProbeAt} />
          </span>
        )}
        {one.destinationType === 'EMAIL' && !one.confirmedAt && <span>{words.unconfirmed}</span>}
        {one.unsubscribedAt && <span>{words.unsubscribed}</span>}
      </div>
    </div>
  );
}

function Removal({ onClose, remove }: { onClose: () => void; remove: () => void }) {
  const words = useWords(destinationWords);
  const parts = useWords(partWords);
  return (
    <Dialog title={words.remove} onClose={onClose}>
      <p>{words.removeText}</p>
      <div class="row">
        <button type="button" class="danger" onClick={remove}>
          {words.remove}
        </button>
        <button type="button" onClick={onClose}>
          {parts.cancel}
        </button>
      </div>
    </Dialog>
  );
}
