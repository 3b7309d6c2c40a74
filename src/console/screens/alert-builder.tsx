import { useState } from 'preact/hooks';
import { type AlertRuleJson, fetchAlert, patchAlert, postAlert } from '../api/alerts.ts';
import type { AlertJson } from '../api/generated/public.ts';
import { useQuery } from '../api/query.ts';
import { CriteriaForm } from '../criteria-form/criteria-form.tsx';
import { type LeafJson, parseTree } from '../criteria-form/leaf.ts';
import { Dialog } from '../parts/dialog.tsx';
import { DraftOffer } from '../parts/draft-offer.tsx';
import { AsyncContent, ErrorNotice } from '../parts/feedback.tsx';
import { Form, TextField } from '../parts/fields.tsx';
import { Screen, type ScreenProps } from '../parts/screen.tsx';
import { Secret } from '../parts/secret.tsx';
import { useDraft } from '../state/draft.ts';
import { useWords } from '../state/language.ts';
import { navigate, useCurrentRoute } from '../state/route.ts';
import { alertWords } from '../words/alerts.ts';
import { DeliveryForm, type DeliveryJson } from './alerts/delivery-form.tsx';
import {
  type ChosenDestination,
  DestinationChoice,
  toChosenDestination,
  toDestinationReference,
} from './alerts/destination-choice.tsx';
import { ForecastPanel } from './alerts/forecast-panel.tsx';
import { RulesForm } from './alerts/rules-form.tsx';
import '../style/alerts.css';

/** Creates or edits an alert. */
export function AlertBuilder({ id }: ScreenProps) {
  const words = useWords(alertWords);
  const { query } = useCurrentRoute();
  const isNew = id === 'new';
  const alert = useQuery(id, async (signal) => (isNew ? null : fetchAlert(id, signal)));
  return (
    <Screen title={isNew ? words.create : words.edit} lead={words.lead}>
      <AsyncContent of={alert} lines={8}>
        {(known) => (
          <AlertBuilderForm
            known={known}
            criteria={known ? (known.criteria ?? {}) : parseTree(query.get('criteria'))}
          />
        )}
      </AsyncContent>
    </Screen>
  );
}

function AlertBuilderForm({ known, criteria: given }: { known: AlertJson | null; criteria: LeafJson }) {
  const words = useWords(alertWords);
  const { query } = useCurrentRoute();
  const [name, setName] = useState(known?.name ?? '');
  const [criteria, setCriteria] = useState(given);
  const [rules, setRules] = useState<readonly AlertRuleJson[]>(
    known?.notificationConfig.rules ?? [{ eventType: 'NEW_MATCH' }],
  );
  const [destination, setDestination] = useState<ChosenDestination>(
    toChosenDestination(known?.eventDestination ?? query.get('destination')),
  );
  const [plan, setPlan] = useState<DeliveryJson>(known?.delivery);
  const draft = useDraft(`alert.${known?.id ?? 'new'}`, { name, criteria, rules, destination, plan });
  const [fault, setFault] = useState<Error>();
  const [saved, setSaved] = useState<AlertJson>();
  const save = async (enabled: boolean) => {
    const notificationDestination = toDestinationReference(destination);
    const tree = Object.keys(criteria).length === 0 ? null : criteria;
    const config = { notificationConfig: { rules }, delivery: plan ?? null };
    const body = { name, enabled, criteria: tree, ...config };
    // A null destination is refused while the account has no default: it is sent only to remove one.
    const changesDestination = notificationDestination !== null || known?.eventDestination;
    const whole = changesDestination ? { ...body, notificationDestination } : body;
    try {
      const done = known ? await patchAlert(known.id, whole) : await postAlert(whole);
      draft.clear();
      if (done.signingKey) setSaved(done);
      else navigate(`/alerts/${done.id}`);
    } catch (error) {
      setFault(error as Error);
    }
  };
  return (
    <Form class="builder" onSend={() => save(known?.enabled ?? true)}>
      <div class="stack">
        <DraftOffer
          draft={draft}
          onRestore={(left) => {
            setName(left.name);
            setCriteria(left.criteria);
            setRules(left.rules);
            setDestination(left.destination);
            setPlan(left.plan);
          }}
        />
        <div class="card stack">
          <TextField
            label={words.name}
            required
            maxLength={200}
            placeholder={words.namePlaceholder}
            value={name}
            onText={setName}
          />
          <RulesForm rules={rules} onChange={setRules} />
          <DestinationChoice value={destination} onChange={setDestination} />
          <DeliveryForm plan={plan} onChange={setPlan} />
        </div>
        <div class="card">
          <CriteriaForm tree={criteria} onChange={setCriteria} />
        </div>
      </div>
      <div class="beside stack">
        <ForecastPanel criteria={criteria} />
        {fault && <ErrorNotice fault={fault} />}
        <div class="row">
          <button type="submit" class="main-action" disabled={name.trim() === '' || rules.length === 0}>
            {words.save}
          </button>
          {!known && (
            <button type="button" disabled={name.trim() === ''} onClick={() => save(false)}>
              {words.saveDraft}
            </button>
          )}
        </div>
      </div>
      {saved?.signingKey && (
        <Dialog title={words.signingKey} onClose={() => navigate(`/alerts/${saved.id}`)}>
          <p>{words.signingKeyText}</p>
          <Secret text={saved.signingKey} label={words.signingKey} />
        </Dialog>
      )}
    </Form>
  );
}
