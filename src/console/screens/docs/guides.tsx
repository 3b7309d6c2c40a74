import { useQuery } from '../../api/query.ts';
import { AsyncContent } from '../../parts/feedback.tsx';
import { SelectField } from '../../parts/fields.tsx';
import { useWords } from '../../state/language.ts';
import { replaceQuery, useCurrentRoute } from '../../state/route.ts';
import { docsWords } from '../../words/docs.ts';
import { MarkdownText } from './markdown-text.tsx';

/** The guides of the repository, each fetched when it is read. */
const files = import.meta.glob<string>('../../../../docs/guides/*.md', { query: '?raw', import: 'default' });

/** By its file name: `quick-start`. */
const loaders = new Map(
  Object.entries(files).map(([path, load]) => [path.replace(/^.*\/|\.md$/g, ''), load] as const),
);
const FIRST_GUIDE = 'quick-start';
const names = [...loaders.keys()].sort((one, other) =>
  one === FIRST_GUIDE ? -1 : other === FIRST_GUIDE ? 1 : one < other ? -1 : 1,
);

/** "alerts-and-webhooks" is Alerts and webhooks: guides are in English. */
const titleOf = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');

export function Guides() {
  const words = useWords(docsWords);
  const asked = useCurrentRoute().query.get('guide');
  const shown = asked !== null && loaders.has(asked) ? asked : FIRST_GUIDE;
  const guide = useQuery(`guide ${shown}`, async () => (await loaders.get(shown)?.()) ?? '');
  return (
    <section class="card stack" aria-label={words.guides}>
      <h2>{words.guides}</h2>
      <p class="soft">{words.guidesText}</p>
      <div class="narrow">
        <SelectField
          label={words.guide}
          value={shown}
          onChoose={(guide) => replaceQuery({ guide })}
          options={names.map((name) => [name, titleOf(name)] as const)}
        />
      </div>
      <AsyncContent of={guide} lines={6}>
        {(text) => (
          <div lang="en">
            <MarkdownText text={text} label={titleOf(shown)} />
          </div>
        )}
      </AsyncContent>
    </section>
  );
}
