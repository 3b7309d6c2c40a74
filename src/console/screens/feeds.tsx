import { useLoaded } from '../api/loaded.ts';
import { type Feed, type FeedRun, listDropped, listFeeds, listRuns, listSources } from '../api/operator.ts';
import { useWords } from '../app/language.ts';
import { refine, usePlace } from '../app/location.ts';
import { Awaited, Empty } from '../parts/feedback.tsx';
import { useFormat } from '../parts/format.ts';
import { Moment } from '../parts/moment.tsx';
import { Screen } from '../parts/screen.tsx';
import { operatorWords } from '../words/operator.ts';

const SHADES: Readonly<Record<string, string>> = { TAKEN: 'good', FAILED: 'bad', RUNNING: 'accent' };

export function Feeds() {
  const words = useWords(operatorWords);
  const feeds = useLoaded('feeds', listFeeds);
  const { query } = usePlace();
  const chosen = query.get('feed');
  return (
    <Screen title={words.feeds} lead={words.feedsLead}>
      <div class="stack wide">
        <Awaited of={feeds}>
          {(list) =>
            list.length === 0 ? (
              <Empty title={words.noFeeds}>
                <p>{words.noFeedsText}</p>
              </Empty>
            ) : (
              <FeedTable list={list} chosen={chosen} />
            )
          }
        </Awaited>
        {chosen && <Runs id={chosen} />}
        <Dropped source={query.get('source')} />
      </div>
    </Screen>
  );
}

function FeedTable({ list, chosen }: { list: readonly Feed[]; chosen: string | null }) {
  const words = useWords(operatorWords);
  return (
    <div class="table">
      <table>
        <thead>
          <tr>
            <th scope="col">{words.source}</th>
            <th scope="col">{words.format}</th>
            <th scope="col">{words.status}</th>
            <th scope="col">{words.last}</th>
            <th scope="col">{words.next}</th>
            <th scope="col" class="number">
              {words.failures}
            </th>
          </tr>
        </thead>
        <tbody>
          {list.map((feed) => (
            <tr key={feed.id}>
              <th scope="row">
                <button
                  type="button"
                  class="plain"
                  aria-pressed={feed.id === chosen}
                  onClick={() => refine({ feed: feed.id })}
                >
                  {feed.source}
                </button>
              </th>
              <td>{feed.format}</td>
              <td>
                {feed.lastStatus && (
                  <span class={`badge ${SHADES[feed.lastStatus] ?? ''}`}>{feed.lastStatus}</span>
                )}
              </td>
              <td class="soft">{feed.lastFinishedAt ? <Moment at={feed.lastFinishedAt} /> : words.never}</td>
              <td class="soft">
                <Moment at={feed.dueAt} />
              </td>
              <td class="number">{feed.failures}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Runs({ id }: { id: string }) {
  const words = useWords(operatorWords);
  const runs = useLoaded(id, (signal) => listRuns(id, signal));
  return (
    <section class="stack tight">
      <h2>{words.runs}</h2>
      <Awaited of={runs}>
        {(list) => (
          <div class="table">
            <table>
              <thead>
                <tr>
                  <th scope="col">{words.started}</th>
                  <th scope="col">{words.status}</th>
                  {(['accepted', 'unchanged', 'expired', 'rejected'] as const).map((name) => (
                    <th key={name} scope="col" class="number">
                      {words[name]}
                    </th>
                  ))}
                  <th scope="col">{words.reasons}</th>
                </tr>
              </thead>
              <tbody>
                {list.map((run) => (
                  <RunRow key={run.id} run={run} />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Awaited>
    </section>
  );
}

function RunRow({ run }: { run: FeedRun }) {
  const words = useWords(operatorWords);
  const format = useFormat();
  return (
    <tr>
      <td>
        <Moment at={run.startedAt} />
      </td>
      <td>
        <span class={`badge ${SHADES[run.status] ?? ''}`}>{run.status}</span>
      </td>
      {[run.accepted, run.unchanged, run.expired, run.rejected].map((value, at) => (
        // four columns, always the same.
        <td key={at} class="number">
          {format.number(value)}
        </td>
      ))}
      <td class="small">
        {run.error}
        {run.rejections.map(({ line, reason }) => (
          <div key={line + reason}>
            {words.line(line)}: {reason}
          </div>
        ))}
      </td>
    </tr>
  );
}

function Dropped({ source }: { source: string | null }) {
  const words = useWords(operatorWords);
  const sources = useLoaded('sources', listSources);
  return (
    <section class="stack tight">
      <h2>{words.unknown}</h2>
      <p class="soft">{words.unknownText}</p>
      <Awaited of={sources} lines={1}>
        {(list) => (
          <label class="field narrow">
            {words.chooseSource}
            <select value={source ?? ''} onChange={(event) => refine({ source: event.currentTarget.value })}>
              <option value="">—</option>
              {list.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
      </Awaited>
      {source && <DroppedTable source={source} />}
    </section>
  );
}

function DroppedTable({ source }: { source: string }) {
  const words = useWords(operatorWords);
  const dropped = useLoaded(source, (signal) => listDropped(source, signal));
  return (
    <Awaited of={dropped}>
      {(list) =>
        list.length === 0 ? (
          <p class="soft">{words.noUnknown}</p>
        ) : (
          <div class="table">
            <table>
              <thead>
                <tr>
                  <th scope="col">{words.member}</th>
                  <th scope="col">{words.why}</th>
                  <th scope="col">{words.example}</th>
                  <th scope="col" class="number">
                    {words.count}
                  </th>
                </tr>
              </thead>
              <tbody>
                {list.map((one) => (
                  <tr key={one.id}>
                    <th scope="row" class="mono">
                      {one.member}
                    </th>
                    <td>{one.why}</td>
                    <td class="mono">{one.example}</td>
                    <td class="number">{one.count}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )
      }
    </Awaited>
  );
}
