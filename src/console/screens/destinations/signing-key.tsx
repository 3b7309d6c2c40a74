import { useState } from 'preact/hooks';
import { ApiError } from '../../api/client.ts';
import { fetchSigningKey, postSigningKeyRotation } from '../../api/destinations.ts';
import { useQuery } from '../../api/query.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { AsyncContent, ErrorNotice } from '../../parts/feedback.tsx';
import { Secret } from '../../parts/secret.tsx';
import { useWords } from '../../state/language.ts';
import { destinationWords } from '../../words/delivery.ts';
import { partWords } from '../../words/shell.ts';

/** Null while the account has none. */
const fetchKeyOrNone = (signal: AbortSignal) =>
  fetchSigningKey(signal).catch((fault: unknown) => {
    if (fault instanceof ApiError && fault.status === 404) return null;
    throw fault;
  });

/** The first destination creates the key: it is read again when their number changes, below an open dialog too. */
export function SigningKeyCard({ destinations }: { destinations: number }) {
  const words = useWords(destinationWords);
  const present = useQuery(`signing key ${destinations}`, fetchKeyOrNone);
  const [isAsking, setAsking] = useState(false);
  return (
    <section class="card stack">
      <h2>{words.signingKey}</h2>
      <AsyncContent of={present} lines={1}>
        {(key) =>
          key === null ? (
            <p class="soft">{words.noSigningKey}</p>
          ) : (
            <div class="row apart">
              <p>{words.signingText(key.hint)}</p>
              <button type="button" onClick={() => setAsking(true)}>
                {words.rotate}
              </button>
            </div>
          )
        }
      </AsyncContent>
      {isAsking && (
        <RotationDialog
          onClose={() => {
            setAsking(false);
            present.reload();
          }}
        />
      )}
    </section>
  );
}

function RotationDialog({ onClose }: { onClose: () => void }) {
  const words = useWords(destinationWords);
  const parts = useWords(partWords);
  const [key, setKey] = useState<string>();
  const [fault, setFault] = useState<Error>();
  if (key) {
    return (
      <Dialog title={words.newKey} onClose={onClose}>
        <p>{words.newKeyText}</p>
        <Secret text={key} label={words.newKey} />
        <p class="notice warn small">{words.rotateText}</p>
      </Dialog>
    );
  }
  return (
    <Dialog title={words.rotate} onClose={onClose}>
      <p class="notice warn">{words.rotateText}</p>
      {fault && <ErrorNotice fault={fault} />}
      <div class="row">
        <button
          type="button"
          class="main-action"
          onClick={() => postSigningKeyRotation().then((made) => setKey(made.key), setFault)}
        >
          {words.rotate}
        </button>
        <button type="button" onClick={onClose}>
          {parts.cancel}
        </button>
      </div>
    </Dialog>
  );
}
