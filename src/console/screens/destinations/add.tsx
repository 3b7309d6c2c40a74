import { useState } from 'preact/hooks';
import { postDestination } from '../../api/destinations.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { DraftOffer } from '../../parts/draft-offer.tsx';
import { ErrorNotice } from '../../parts/feedback.tsx';
import { CheckField, Form, TextField } from '../../parts/fields.tsx';
import { Secret } from '../../parts/secret.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { useDraft } from '../../state/draft.ts';
import { useWords } from '../../state/language.ts';
import { buildUrl } from '../../state/route.ts';
import { alertWords } from '../../words/alerts.ts';
import { destinationWords } from '../../words/delivery.ts';
import { WebhookUrlField } from './webhook-url-field.tsx';

type Channel = 'WEBHOOK' | 'EMAIL';

export function AddDestination({ onClose }: { onClose: () => void }) {
  const words = useWords(destinationWords);
  const alertTexts = useWords(alertWords);
  const [channel, setChannel] = useState<Channel>('WEBHOOK');
  const [target, setTarget] = useState('');
  const [isDefault, setDefault] = useState(false);
  const [fault, setFault] = useState<Error>();
  const [signingKey, setSigningKey] = useState<string>();
  const draft = useDraft('destination', { channel, target, isDefault });
  const save = async () => {
    const where = channel === 'WEBHOOK' ? { url: target } : { email: target };
    try {
      const made = await postDestination({ destinationType: channel, ...where, isDefault });
      draft.clear();
      if (made.signingKey) setSigningKey(made.signingKey);
      else onClose();
    } catch (error) {
      setFault(error as Error);
    }
  };
  if (signingKey) {
    return (
      <Dialog title={alertTexts.signingKey} onClose={onClose}>
        <p>{alertTexts.signingKeyText}</p>
        <Secret text={signingKey} label={alertTexts.signingKey} />
      </Dialog>
    );
  }
  return (
    <Dialog title={words.add} onClose={onClose}>
      <Form onSend={save}>
        <DraftOffer
          draft={draft}
          onRestore={(left) => {
            setChannel(left.channel);
            setTarget(left.target);
            setDefault(left.isDefault);
          }}
        />
        <div>
          <Tabs
            label={words.channel}
            choices={[
              ['WEBHOOK', words.webhook],
              ['EMAIL', words.email],
            ]}
            chosen={channel}
            onChoose={setChannel}
          />
        </div>
        {channel === 'WEBHOOK' ? (
          <WebhookUrlField label={words.url} value={target} onChange={setTarget} isLabelShown />
        ) : (
          <TextField
            label={words.mailbox}
            required
            inputMode="email"
            placeholder="name@company.example"
            value={target}
            onText={setTarget}
          />
        )}
        {channel === 'WEBHOOK' && (
          <p class="soft small">
            {words.noReceiver} <a href={buildUrl('/request-bin')}>{words.openBin}</a>
          </p>
        )}
        <CheckField label={words.makeDefault} checked={isDefault} onCheck={setDefault} />
        {fault && <ErrorNotice fault={fault} />}
        <button type="submit" class="main-action">
          {words.add}
        </button>
      </Form>
    </Dialog>
  );
}
