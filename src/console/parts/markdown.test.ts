import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseInline, parseMarkdown } from './markdown.ts';

test('headings, paragraphs, lists, tables and code are blocks', () => {
  const text = [
    '# Title',
    'One line',
    'and another.',
    '- first',
    '  goes on',
    '- second',
    '',
    '| A | B |',
    '|---|---|',
    '| 1 | `x` |',
    '```sh',
    '# not a heading',
    '```',
    '1. one',
  ].join('\n');
  assert.deepEqual(parseMarkdown(text), [
    { kind: 'heading', level: 1, text: 'Title' },
    { kind: 'paragraph', text: 'One line and another.' },
    { kind: 'list', ordered: false, items: ['first goes on', 'second'] },
    { kind: 'table', head: ['A', 'B'], rows: [['1', '`x`']] },
    { kind: 'code', text: '# not a heading' },
    { kind: 'list', ordered: true, items: ['one'] },
  ]);
});

test('code, strong text and links are parts of a line; markup stays text', () => {
  assert.deepEqual(parseInline('Set `A=1`, **now**: [see](x.md) <b>no</b>'), [
    { kind: 'text', text: 'Set ' },
    { kind: 'code', text: 'A=1' },
    { kind: 'text', text: ', ' },
    { kind: 'strong', text: 'now' },
    { kind: 'text', text: ': ' },
    { kind: 'link', text: 'see', href: 'x.md' },
    { kind: 'text', text: ' <b>no</b>' },
  ]);
});

test('every guide has a title, and no mark of Markdown is left in its text', () => {
  const root = join(import.meta.dirname, '../../..');
  const guides = globSync('docs/guides/*.md', { cwd: root });
  assert.ok(guides.length >= 9);
  for (const path of guides) {
    const blocks = parseMarkdown(readFileSync(join(root, path), 'utf8'));
    assert.equal(blocks[0]?.kind, 'heading', path);
    for (const block of blocks) {
      const texts =
        block.kind === 'list' ? block.items : 'text' in block && block.kind !== 'code' ? [block.text] : [];
      for (const part of texts.flatMap((text) => parseInline(text)))
        if (part.kind === 'text') assert.doesNotMatch(part.text, /^#|```|\*\*|\]\(|^\|/, path);
    }
  }
});
