/** The part of Markdown that our guides use. Anything else is shown as it is written; markup never becomes HTML. */
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly string[] }
  | {
      readonly kind: 'table';
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
    };

export type Inline =
  | { readonly kind: 'text' | 'code' | 'strong'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string };

const FENCE = /^```/;
const HEADING = /^(#{1,6}) (.*)$/;
const ITEM = /^(?:[-*]|(\d+)\.) (.*)$/;
const TABLE_RULE = /^\|[\s:|-]+\|$/;

const splitRow = (line: string): string[] =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());

/** Reads the lines of a block from `at`; returns the first line after it. */
type BlockReader = (lines: readonly string[], at: number) => { block: Block; next: number } | undefined;

const readCode: BlockReader = (lines, at) => {
  if (!FENCE.test(lines[at] ?? '')) return undefined;
  const end = lines.findIndex((line, index) => index > at && FENCE.test(line));
  const next = end === -1 ? lines.length : end;
  return { block: { kind: 'code', text: lines.slice(at + 1, next).join('\n') }, next: next + 1 };
};

const readHeading: BlockReader = (lines, at) => {
  const [, marks, text] = HEADING.exec(lines[at] ?? '') ?? [];
  if (marks === undefined || text === undefined) return undefined;
  return { block: { kind: 'heading', level: marks.length, text }, next: at + 1 };
};

const readTable: BlockReader = (lines, at) => {
  const [head, rule] = [lines[at] ?? '', lines[at + 1] ?? ''];
  if (!head.startsWith('|') || !TABLE_RULE.test(rule)) return undefined;
  let next = at + 2;
  while (lines[next]?.startsWith('|')) next += 1;
  const rows = lines.slice(at + 2, next).map(splitRow);
  return { block: { kind: 'table', head: splitRow(head), rows }, next };
};

const readList: BlockReader = (lines, at) => {
  const first = ITEM.exec(lines[at] ?? '');
  if (first === null) return undefined;
  const items: string[] = [];
  let next = at;
  for (; next < lines.length; next += 1) {
    const line = lines[next] ?? '';
    const item = ITEM.exec(line);
    if (item) items.push(item[2] ?? '');
    else if (/^\s+\S/.test(line)) items.push(`${items.pop() ?? ''} ${line.trim()}`);
    else break;
  }
  return { block: { kind: 'list', ordered: first[1] !== undefined, items }, next };
};

const readParagraph = (lines: readonly string[], at: number): { block: Block; next: number } => {
  let next = at + 1;
  while (next < lines.length && (lines[next] ?? '').trim() !== '' && !startsBlock(lines, next)) next += 1;
  return { block: { kind: 'paragraph', text: lines.slice(at, next).join(' ') }, next };
};

const readers: readonly BlockReader[] = [readCode, readHeading, readTable, readList];
const startsBlock = (lines: readonly string[], at: number): boolean =>
  readers.some((read) => read(lines, at) !== undefined);

export function parseMarkdown(text: string): Block[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; ) {
    if ((lines[at] ?? '').trim() === '') {
      at += 1;
      continue;
    }
    let found: { block: Block; next: number } | undefined;
    for (const read of readers) found ??= read(lines, at);
    found ??= readParagraph(lines, at);
    blocks.push(found.block);
    at = found.next;
  }
  return blocks;
}

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)\s]+)\)/g;

export function parseInline(text: string): Inline[] {
  const parts: Inline[] = [];
  let last = 0;
  for (const match of text.matchAll(INLINE)) {
    const [whole, code, strong, label, href] = match;
    if (match.index > last) parts.push({ kind: 'text', text: text.slice(last, match.index) });
    if (code !== undefined) parts.push({ kind: 'code', text: code });
    else if (strong !== undefined) parts.push({ kind: 'strong', text: strong });
    else parts.push({ kind: 'link', text: (label ?? '').replaceAll('`', ''), href: href ?? '' });
    last = match.index + whole.length;
  }
  if (last < text.length) parts.push({ kind: 'text', text: text.slice(last) });
  return parts;
}
