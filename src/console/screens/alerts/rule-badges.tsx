import type { AlertRuleJson } from '../../api/alerts.ts';
import { useLabels } from '../../words/catalogue.ts';

export function RuleBadges({ rules }: { rules: readonly AlertRuleJson[] }) {
  const labels = useLabels();
  return (
    <span class="row">
      {rules.map(({ eventType, variationPercent }) => (
        <span key={eventType} class="badge">
          {labels.value(eventType)}
          {variationPercent?.[0]?.lte !== undefined && ` ≤ ${variationPercent[0].lte} %`}
        </span>
      ))}
    </span>
  );
}
