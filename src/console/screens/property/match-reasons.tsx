import type { ConsolidatedProperty } from '../../../catalogue/document.ts';
import { filters } from '../../../catalogue/filters.ts';
import { fetchAlert } from '../../api/alerts.ts';
import type { ExplainedFilterJson, ExplainedNodeJson } from '../../api/generated/public.ts';
import { explainCriteria } from '../../api/home-story.ts';
import { useQuery } from '../../api/query.ts';
import { OperandText } from '../../criteria-form/summary.tsx';
import { AsyncContent } from '../../parts/feedback.tsx';
import { Table } from '../../parts/list.tsx';
import { useWords } from '../../state/language.ts';
import { buildUrl } from '../../state/route.ts';
import { useLabels } from '../../words/catalogue.ts';
import { matchWords } from '../../words/home-story.ts';
import { describeLocation } from '../explore/property-card.tsx';
import { useSeenText } from './seen-value.ts';

interface MatchReasonsProps {
  id: string;
  alertId: string;
  property: ConsolidatedProperty;
}

/** The criteria of the alert that led here, each with what the home states today. */
export function MatchReasons({ id, alertId, property }: MatchReasonsProps) {
  const words = useWords(matchWords);
  const found = useQuery(`why ${id} ${alertId}`, async (signal) => {
    const alert = await fetchAlert(alertId, signal);
    return { alert, explained: await explainCriteria(id, alert.criteria, signal) };
  });
  return (
    <section class="card stack tight" aria-label={words.title}>
      <h2>{words.title}</h2>
      <AsyncContent of={found} lines={3}>
        {({ alert, explained }) => (
          <div class="stack tight">
            <p class="soft">
              <a href={buildUrl(`/alerts/${alert.id}`)}>{words.lead(alert.name)}</a>
            </p>
            {!explained.matches && <p class="notice warn">{words.noLonger}</p>}
            <Reasons
              reasons={[...listReasons(explained.tree), ...explained.masks]}
              location={describeLocation(property)}
            />
          </div>
        )}
      </AsyncContent>
    </section>
  );
}

/** The filters that decided: of alternatives those that the home meets, or all when it meets none. */
function listReasons(node: ExplainedNodeJson): ExplainedFilterJson[] {
  if ('filters' in node) return [...node.filters];
  if ('and' in node) return node.and.flatMap(listReasons);
  const met = node.or.filter(({ verdict }) => verdict === 'PASS');
  return (met.length > 0 ? met : node.or).flatMap(listReasons);
}

const BADGES = { PASS: 'badge good', FAIL: 'badge bad', MISSING: 'badge warn' } as const;

function Reasons({ reasons, location }: { reasons: readonly ExplainedFilterJson[]; location: string }) {
  const words = useWords(matchWords);
  const labels = useLabels();
  const seenText = useSeenText();
  if (reasons.length === 0) return <p>{words.everything}</p>;
  const rows = reasons.map((reason, at) => ({
    ...reason,
    id: `${reason.path} ${at}`,
    filter: filters.find(({ path }) => path === reason.path),
  }));
  return (
    <Table
      label={words.title}
      rows={rows}
      columns={[
        { title: words.criterion, as: 'name', cell: ({ label }) => labels.label(label) },
        {
          title: words.asked,
          cell: ({ filter, asked }) => filter && <OperandText filter={filter} operand={asked} />,
        },
        {
          title: words.seen,
          cell: ({ filter, seen, path }) =>
            filter?.kind === 'places' ? location : seenText(seen, { path, kind: filter?.kind }),
        },
        {
          title: words.verdict,
          cell: ({ verdict }) => <span class={BADGES[verdict]}>{words[verdict]}</span>,
        },
      ]}
    />
  );
}
