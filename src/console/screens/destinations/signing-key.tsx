import { useState } from 'preact/hooks';
import { Refused } from '../../api/client.ts';
import { readSigningKey, rotateSigningKey } from '../../api/destinations.ts';
import { useLoaded } from '../../api/loaded.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Awaited, Fault } from '../../parts/feedback.tsx';
import { Secret } from '../../parts/secret.tsx';
import { useWords } from '../../state/language.ts';
import { destinationWords } from '../../words/delivery.ts';
import { partWords } from '../../words/shell.ts';

/** Null while the account has none. */
const readIfAny = (signal: AbortSignal) =>
  readSigningKey(signal).catch((fault: unknown) => {
    if (fault instanceof Refused && fault.status === 404) return null;
    throw fault;
  });

export function SigningKeyCard() {
  const words = useWords(destinationWords);
  const present = useLoaded('signing key', readIfAny);
  const [isAsking, setAsking] = useState(false);
  return (
    <section class="card stack">
      <h2>{words.signingKey}</h2>
      <Awaited of={present} lines={1}>
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
      </Awaited>
      {isAsking && (
        <Rotation
          onClose={() => {
            setAsking(false);
            present.reload();
          }}
        />
      )}
    </section>
  );
}

function Rotation({ onClose }: { onClose: () => void }) {
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
      {fault && <Fault fault={fault} />}
      <div class="row">
        <button
          type="button"
          class="main-action"
          onClick={() => rotateSigningKey().then((made) => setKey(made.key), setFault)}
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
