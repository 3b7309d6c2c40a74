import { useState } from 'preact/hooks';
import {
  type Destination,
  deleteDestination,
  listDestinations,
  reactivateDestination,
  requestConfirmation,
  testDestination,
} from '../api/destinations.ts';
import { useLoaded } from '../api/loaded.ts';
import { useActing } from '../parts/acting.ts';
import { Confirmation } from '../parts/confirmation.tsx';
import { Fault } from '../parts/feedback.tsx';
import { Icon } from '../parts/icon.tsx';
import { List, usePage } from '../parts/list.tsx';
import { Moment } from '../parts/moment.tsx';
import { Screen } from '../parts/screen.tsx';
import { useWords } from '../state/language.ts';
import { addressOf } from '../state/location.ts';
import { useLabels } from '../words/catalogue.ts';
import { destinationWords } from '../words/delivery.ts';
import { AddDestination } from './destinations/add.tsx';
import { SigningKeyCard } from './destinations/signing-key.tsx';

export function Destinations() {
  const words = useWords(destinationWords);
  const page = usePage();
  const destinations = useLoaded(`destinations ${page}`, (signal) => listDestinations(page, signal));
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
        <List of={destinations} none={words.none} noneText={words.noneText} action={add} page={page}>
          {(list) => (
            <ul class="stack">
              {list.map((one) => (
                <li key={one.id}>
                  <DestinationCard destination={one} reload={destinations.reload} />
                </li>
              ))}
            </ul>
          )}
        </List>
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
  const { fault, act } = useActing();
  const [testId, setTestId] = useState<string>();
  const [isMailed, setMailed] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const { id } = destination;
  return (
    <article class="card stack">
      <div class="row apart">
        <Standing destination={destination} />
        <div class="row">
          {destination.suspensionReason === 'UNCONFIRMED' && (
            <button type="button" onClick={() => act(requestConfirmation(id), () => setMailed(true))}>
              {words.confirmAgain}
            </button>
          )}
          {destination.suspensionReason === 'FAILING' && (
            <button type="button" class="main-action" onClick={() => act(reactivateDestination(id), reload)}>
              {words.reactivate}
            </button>
          )}
          <button
            type="button"
            onClick={() => act(testDestination(id, 'NEW_MATCH'), (sent) => setTestId(sent.id))}
          >
            {words.test}
          </button>
          <button type="button" class="danger" onClick={() => setRemoving(true)}>
            {words.remove}
          </button>
        </div>
      </div>
      {fault && <Fault fault={fault} />}
      {isMailed && (
        <p class="notice good small" role="status">
          {words.confirmationSent}
        </p>
      )}
      {testId && (
        <p class="notice good small" role="status">
          {words.testSent} <a href={addressOf(`/deliveries/${testId}`)}>{words.seeTest}</a>
        </p>
      )}
      {isRemoving && (
        <Confirmation
          title={words.remove}
          action={words.remove}
          act={() => deleteDestination(id).then(reload)}
          onClose={() => setRemoving(false)}
        >
          <p>{words.removeText}</p>
        </Confirmation>
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
        {one.suspensionReason && <span>{words[one.suspensionReason]}</span>}
      </div>
    </div>
  );
}
