import { useState } from 'preact/hooks';
import { postDestinationTest } from '../api/destinations.ts';
import type { RequestBinJson } from '../api/generated/console.ts';
import { useQuery } from '../api/query.ts';
import { fetchBinRequests, fetchRequestBin, postOpenBin, requestBinEmptying } from '../api/request-bin.ts';
import { Dialog } from '../parts/dialog.tsx';
import { AsyncContent, EmptyNotice, ErrorNotice } from '../parts/feedback.tsx';
import { PagedList, usePage } from '../parts/list.tsx';
import { useLiveReload } from '../parts/live.ts';
import { MomentText } from '../parts/moment.tsx';
import { useMutation } from '../parts/mutation.ts';
import { Screen } from '../parts/screen.tsx';
import { Secret } from '../parts/secret.tsx';
import { useWords } from '../state/language.ts';
import { buildUrl } from '../state/route.ts';
import { alertWords } from '../words/alerts.ts';
import { requestBinWords } from '../words/request-bin.ts';
import { ReceivedRequest } from './request-bin/received-request.tsx';

/** A receiver inside the service, so that a first webhook needs no other. */
export function RequestBinScreen() {
  const words = useWords(requestBinWords);
  const alertTexts = useWords(alertWords);
  const bin = useQuery('request bin', fetchRequestBin);
  const { error, run } = useMutation();
  const [signingKey, setSigningKey] = useState<string>();
  const open = () =>
    run(postOpenBin(), (opened) => {
      setSigningKey(opened.signingKey);
      bin.reload();
    });
  return (
    <Screen title={words.title} lead={words.lead}>
      <div class="stack wide">
        {error && <ErrorNotice fault={error} />}
        <AsyncContent of={bin}>
          {(known) =>
            known === null ? (
              <EmptyNotice title={words.none}>
                <p>{words.noneText}</p>
                <button type="button" class="main-action" onClick={open}>
                  {words.open}
                </button>
              </EmptyNotice>
            ) : (
              <div class="stack wide">
                <BinCard bin={known} open={open} />
                <ReceivedRequests maxRequests={known.maxRequests} />
              </div>
            )
          }
        </AsyncContent>
      </div>
      {signingKey && (
        <Dialog title={alertTexts.signingKey} onClose={() => setSigningKey(undefined)}>
          <p>{alertTexts.signingKeyText}</p>
          <Secret text={signingKey} label={alertTexts.signingKey} />
        </Dialog>
      )}
    </Screen>
  );
}

function BinCard({ bin, open }: { bin: RequestBinJson; open: () => void }) {
  const words = useWords(requestBinWords);
  const { error, run } = useMutation();
  const isExpired = Date.parse(bin.expiresAt) <= Date.now();
  const { destinationId } = bin;
  const isReceiving = destinationId !== null && !isExpired;
  return (
    <section class="card stack">
      <Secret text={bin.url} label={words.url} />
      {!isReceiving && <p class="notice warn small">{isExpired ? words.expired : words.deleted}</p>}
      {error && <ErrorNotice fault={error} />}
      <div class="row apart">
        <span class="soft small">
          {words.expires} <MomentText at={bin.expiresAt} />
        </span>
        <div class="row">
          <button type="button" onClick={open}>
            {words.again}
          </button>
          {isReceiving && (
            <>
              <a class="button" href={buildUrl('/alerts/new', { destination: bin.url })}>
                {words.makeAlert}
              </a>
              <button
                type="button"
                class="main-action"
                onClick={() => run(postDestinationTest(destinationId, 'NEW_MATCH'))}
              >
                {words.test}
              </button>
            </>
          )}
        </div>
      </div>
    </section>
  );
}

function ReceivedRequests({ maxRequests }: { maxRequests: number }) {
  const words = useWords(requestBinWords);
  const page = usePage();
  const requests = useQuery(`bin ${page}`, (signal) => fetchBinRequests(page, signal));
  useLiveReload(requests.reload);
  const { error, run } = useMutation();
  return (
    <section class="stack tight">
      <div class="row apart">
        <h2>{words.requests}</h2>
        {(requests.value?.length ?? 0) > 0 && (
          <button type="button" class="danger" onClick={() => run(requestBinEmptying(), requests.reload)}>
            {words.empty}
          </button>
        )}
      </div>
      <p class="soft small">{words.newest(maxRequests)}</p>
      {error && <ErrorNotice fault={error} />}
      <PagedList of={requests} none={words.waiting} noneText={words.waitingText} page={page}>
        {(list) =>
          list.map((request, at) => <ReceivedRequest key={request.id} request={request} isOpen={at === 0} />)
        }
      </PagedList>
    </section>
  );
}
