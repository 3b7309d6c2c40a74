import { serviceVocabularies } from '../../../catalogue/service-vocabularies.ts';
import type { AlertRuleJson } from '../../api/alerts.ts';
import { CheckField, Select } from '../../parts/fields.tsx';
import { useWords } from '../../state/language.ts';
import { alertWords } from '../../words/alerts.ts';
import { useLabels } from '../../words/catalogue.ts';

interface RulesFormProps {
  rules: readonly AlertRuleJson[];
  onChange: (rules: readonly AlertRuleJson[]) => void;
}

/** One line for each event type; the checked ones become rules. */
export function RulesForm({ rules, onChange }: RulesFormProps) {
  const words = useWords(alertWords);
  return (
    <fieldset class="field">
      <legend class="label">{words.rules}</legend>
      {serviceVocabularies.alertEventType.values.map((eventType) => {
        const rule = rules.find((one) => one.eventType === eventType);
        const others = rules.filter((one) => one.eventType !== eventType);
        return (
          <RuleLine
            key={eventType}
            eventType={eventType}
            rule={rule}
            onRule={(next) => onChange(next ? [...others, next] : others)}
          />
        );
      })}
    </fieldset>
  );
}

interface RuleLineProps {
  eventType: AlertRuleJson['eventType'];
  rule: AlertRuleJson | undefined;
  onRule: (rule: AlertRuleJson | undefined) => void;
}

function RuleLine({ eventType, rule, onRule }: RuleLineProps) {
  const words = useWords(alertWords);
  const labels = useLabels();
  const dropped = rule?.variationPercent?.[0]?.lte;
  return (
    <div class="rule row apart">
      <CheckField
        label={labels.value(eventType)}
        checked={rule !== undefined}
        onCheck={(checked) => onRule(checked ? { eventType } : undefined)}
      />
      {rule && (
        <span class="row">
          {eventType === 'PRICE_CHANGE' && (
            <label class="row small">
              {words.drop}
              <input
                type="number"
                class="short"
                min="0"
                value={dropped === undefined ? '' : -dropped}
                onChange={({ currentTarget: { value } }) => {
                  const { variationPercent: _, ...rest } = rule;
                  onRule(value === '' ? rest : { ...rest, variationPercent: [{ lte: -Number(value) }] });
                }}
              />
            </label>
          )}
          <Select
            class="auto"
            label={`${words.scope}: ${labels.value(eventType)}`}
            value={rule.scope ?? 'PROPERTY'}
            onChoose={(scope) => onRule({ ...rule, scope })}
            options={[
              ['PROPERTY', words.perProperty],
              ['LISTING', words.perListing],
            ]}
          />
        </span>
      )}
    </div>
  );
}
