import { consolidations } from './consolidation.ts';
import type { Filter } from './filters/kinds.ts';
import { filters } from './filters.ts';
import { describe } from './json-schema.ts';
import type { Node } from './nodes.ts';
import { type Attribute, attributes } from './paths.ts';
import { vocabularies } from './vocabularies.ts';
import { labelOf } from './vocabulary.ts';

const row = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

function typeName(node: Node): string {
  if (node.kind === 'list') return `list of ${typeName(node.of)}`;
  if (node.kind === 'choice') return `[${node.vocabulary.name}](#${node.vocabulary.name.toLowerCase()})`;
  if (node.kind === 'text') {
    const length = node.maxLength === undefined ? '' : `, up to ${node.maxLength.toLocaleString('en')}`;
    return (node.format ?? 'text') + length;
  }
  const names: Partial<Record<Node['kind'], string>> = {
    flag: 'boolean',
    keyed: 'object',
    point: 'GeoJSON point',
  };
  return names[node.kind] ?? node.kind;
}

const quoted = (value: string | undefined): string => (value === undefined ? '' : `\`${value}\``);

const variantName = ({ path, node }: Attribute): string | undefined =>
  node.variant === true ? path.split('.').at(-1) : node.variant;

const memberRow = (attribute: Attribute): string[] => [
  quoted(attribute.path),
  typeName(attribute.node),
  attribute.node.required ? 'always' : '',
  describe(attribute.node),
  attribute.consolidate ?? '',
  quoted(variantName(attribute)),
  attribute.node.change ?? '',
];

/** A list element is documented by its list, unless it has members. */
const isListItem = ({ path, node }: Attribute): boolean => path.endsWith('[]') && node.kind !== 'object';

/** Every member of the property document as Markdown, for the documentation. */
export function propertyReference(): string {
  const head = ['Member', 'Type', 'Present', 'Meaning', 'Consolidated', 'On a listing', 'Change raised'];
  return [
    '# Property result',
    'What is not known is absent; no member is ever null. Timestamps are UTC.',
    table(head, attributes.filter((attribute) => !isListItem(attribute)).map(memberRow)),
    '## How listings are consolidated',
    table(
      ['Rule', 'Meaning'],
      Object.entries(consolidations).map(([name, meaning]) => [name, meaning]),
    ),
    '## Values',
    ...Object.values(vocabularies).flatMap((vocabulary) => [
      `### ${vocabulary.name}`,
      vocabulary.description,
      table(
        ['Value', 'Reads'],
        vocabulary.values.map((value) => [quoted(value), labelOf(vocabulary, value)]),
      ),
    ]),
  ].join('\n\n');
}

const describeOperators = (filter: Filter): string =>
  filter.operators.length === 0 ? 'a bare value' : filter.operators.map(quoted).join(', ');

/** Every filter of the criteria tree as Markdown. */
export function filterReference(): string {
  const rows = filters.map((filter) => [
    quoted(filter.path),
    filter.kind,
    describeOperators(filter),
    filter.label,
    filter.description,
  ]);
  return ['# Filters', table(['Path', 'Kind', 'Asked by', 'Label', 'Meaning'], rows)].join('\n\n');
}
