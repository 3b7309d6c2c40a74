import { useState } from 'preact/hooks';
import {
  fetchDestinations,
  postConfirmationRequest,
  postDestinationTest,
  postReactivation,
  requestDestinationDeletion,
} from '../api/destinations.ts';
import type { ServedDestinationJson } from '../api/generated/console.ts';
import { useQuery } from '../api/query.ts';
import { Confirmation } from '../parts/confirmation.tsx';
import { ErrorNotice } from '../parts/feedback.tsx';
import { Icon } from '../parts/icon.tsx';
import { PagedList, usePage } from '../parts/list.tsx';
import { MomentText } from '../parts/moment.tsx';
import { useMutation } from '../parts/mutation.ts';
import { Screen } from '../parts/screen.tsx';
import { useWords } from '../state/language.ts';
import { buildUrl } from '../state/route.ts';
import { useLabels } from '../words/catalogue.ts';
import { destinationWords } from '../words/delivery.ts';
import { AddDestination } from './destinations/add.tsx';
import { SigningKeyCard } from './destinations/signing-key.tsx';

export function DestinationsScreen() {
  const words = useWords(destinationWords);
  const page = usePage();
  const destinations = useQuery(`destinations ${page}`, (signal) => fetchDestinations(page, signal));
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
        <PagedList of={destinations} none={words.none} noneText={words.noneText} action={add} page={page}>
          {(list) => (
            <ul class="stack">
              {list.map((one) => (
                <li key={one.id}>
                  <DestinationCard destination={one} reload={destinations.reload} />
                </li>
              ))}
            </ul>
          )}
        </PagedList>
        <SigningKeyCard destinations={destinations.value?.length ?? 0} />
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
  destination: ServedDestinationJson;
  reload: () => void;
}

function DestinationCard({ destination, reload }: CardProps) {
  const words = useWords(destinationWords);
  const { error, run } = useMutation();
  const [testId, setTestId] = useState<string>();
  const [isMailed, setMailed] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const { id } = destination;
  return (
    <article class="card stack">
      <div class="row apart">
        <DestinationStatus destination={destination} />
        <div class="row">
          {destination.suspensionReason === 'UNCONFIRMED' && (
            <button type="button" onClick={() => run(postConfirmationRequest(id), () => setMailed(true))}>
              {words.confirmAgain}
            </button>
          )}
          {destination.suspensionReason === 'FAILING' && (
            <button type="button" class="main-action" onClick={() => run(postReactivation(id), reload)}>
              {words.reactivate}
            </button>
          )}
          <button
            type="button"
            onClick={() => run(postDestinationTest(id, 'NEW_MATCH'), (sent) => setTestId(sent.id))}
          >
            {words.test}
          </button>
          <button type="button" class="danger" onClick={() => setRemoving(true)}>
            {words.remove}
          </button>
        </div>
      </div>
      {error && <ErrorNotice fault={error} />}
      {isMailed && (
        <p class="notice good small" role="status">
          {words.confirmationSent}
        </p>
      )}
      {testId && (
        <p class="notice good small" role="status">
          {words.testSent} <a href={buildUrl(`/deliveries/${testId}`)}>{words.seeTest}</a>
        </p>
      )}
      {isRemoving && (
        <Confirmation
          title={words.remove}
          action={words.remove}
          act={() => requestDestinationDeletion(id).then(reload)}
          onClose={() => setRemoving(false)}
        >
          <p>{words.removeText}</p>
        </Confirmation>
      )}
    </article>
  );
}

function DestinationStatus({ destination: one }: { destination: ServedDestinationJson }) {
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
            {words.suspendedSince} <MomentText at={one.suspendedAt} />
          </span>
        )}
        {isSuspended && one.nextProbeAt && (
          <span>
            {words.nextProbe} <MomentText at={one.nextProbeAt} />
          </span>
        )}
        {one.suspensionReason && <span>{words[one.suspensionReason]}</span>}
      </div>
    </div>
  );
}
