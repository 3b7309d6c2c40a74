import { type Block, parseInline, parseMarkdown } from '../../parts/markdown.ts';
import { ScrollArea } from '../../parts/scroll-area.tsx';
import { CopyButton } from '../../parts/secret.tsx';
import { buildUrl } from '../../state/route.ts';

/** A guide, built of elements: whatever its text says, no markup of it is interpreted. */
export const MarkdownText = ({ text, label }: { text: string; label: string }) => (
  <div class="guide stack">
    {parseMarkdown(text).map((block, index) => (
      <BlockView key={`${index} ${block.kind}`} block={block} label={label} />
    ))}
  </div>
);

function BlockView({ block, label }: { block: Block; label: string }) {
  switch (block.kind) {
    case 'heading':
      // The screen has the first heading, and the card of the guide the second.
      return block.level === 1 ? <h2>{block.text}</h2> : <h3>{block.text}</h3>;
    case 'paragraph':
      return (
        <p>
          <InlineText text={block.text} />
        </p>
      );
    case 'code':
      return (
        <div class="stack tight">
          <pre>{block.text}</pre>
          <div>
            <CopyButton text={block.text} />
          </div>
        </div>
      );
    case 'list': {
      const items = block.items.map((item) => (
        <li key={item}>
          <InlineText text={item} />
        </li>
      ));
      return block.ordered ? <ol class="bullets">{items}</ol> : <ul class="bullets">{items}</ul>;
    }
    case 'table':
      return <TableView block={block} label={label} />;
  }
}

function TableView({ block, label }: { block: Extract<Block, { kind: 'table' }>; label: string }) {
  return (
    <ScrollArea class="table" label={label}>
      <table>
        <thead>
          <tr>
            {block.head.map((cell) => (
              <th key={cell} scope="col">
                <InlineText text={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {block.rows.map((row) => (
            <tr key={row.join('|')}>
              {row.map((cell, column) => (
                <td key={block.head[column]}>
                  <InlineText text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

const GUIDE_LINK = /^(?:guides\/)?([a-z-]+)\.md$/;

/** A link to another guide stays here; one to a file of the repository is its name only. */
function InlineLink({ href, text }: { href: string; text: string }) {
  const guide = GUIDE_LINK.exec(href)?.[1];
  if (guide !== undefined) return <a href={buildUrl('/docs', { guide })}>{text}</a>;
  if (!/^https:\/\//.test(href)) return <code>{text}</code>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  );
}

const InlineText = ({ text }: { text: string }) => (
  <>
    {parseInline(text).map((part, index) => {
      const key = `${index} ${part.text}`;
      if (part.kind === 'code') return <code key={key}>{part.text}</code>;
      if (part.kind === 'strong') return <strong key={key}>{part.text}</strong>;
      if (part.kind === 'link') return <InlineLink key={key} href={part.href} text={part.text} />;
      return part.text;
    })}
  </>
);
