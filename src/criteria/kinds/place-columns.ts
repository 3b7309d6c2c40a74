import type { FilterPart, PlacesFilter } from '../../catalogue/filters/kinds.ts';
import type { Point } from '../../catalogue/from-node.ts';
import { toSpacePoint } from '../../lib/sphere.ts';
import { type Cell, type Lineage, type Subject, valuesReader } from '../search-row.ts';
import { joinValues, splitValues, withoutSeparators } from './joined-texts.ts';
import type { CellExplainer, CellReaderFactory, SearchColumn } from './kind.ts';
import { codedIn } from './value-codes.ts';

/** The columns of the filter by content. */
export function placeColumnNames({ beside, inside }: PlacesFilter) {
  const [longitude = '', latitude = '', x = '', y = '', z = ''] = inside.centerPoint.columns;
  return {
    country: beside.countryCode.columns[0] ?? '',
    accuracy: beside.accuracy.columns[0] ?? '',
    codes: inside.uniqueCodes.columns[0] ?? '',
    ids: inside.ids.columns[0] ?? '',
    postalCodes: inside.postalCodes.columns[0] ?? '',
    longitude,
    latitude,
    x,
    y,
    z,
  };
}

const strings = (readers: readonly ((subject: unknown) => unknown[])[], subject: Subject) =>
  readers.flatMap((values) => values(subject)) as string[];

/** The divisions in the document and all their ancestors, each once. */
function withLineage(filter: PlacesFilter, member: 'ids' | 'codes', own: PlacesFilter['inside']['ids']) {
  const idReaders = filter.inside.ids.reads.map((path) => valuesReader(path));
  const ownReaders = own.reads.map((path) => valuesReader(path));
  return (subject: Subject, lineage: Lineage): Cell => {
    const above = strings(idReaders, subject).flatMap((id) => lineage(id)[member]);
    return [...new Set([...strings(ownReaders, subject).map(withoutSeparators), ...above])];
  };
}

/**
 * The postal codes of the finest division that has any: those of the city would put a property into every
 * district.
 */
function finestReader(reads: readonly string[]) {
  const readers = reads.map((path) => valuesReader(path));
  return (subject: Subject): Cell => {
    const lists = readers.map((values) => values(subject) as string[]);
    return lists.find((list) => list.length > 0)?.map(withoutSeparators) ?? [];
  };
}

/** Lists are never null: a property without a location is in no place. */
export function placeColumns(filter: PlacesFilter): SearchColumn[] {
  const { beside, inside, scope } = filter;
  const names = placeColumnNames(filter);
  const text = (name: string, { reads, vocabulary }: FilterPart): SearchColumn => {
    const values = valuesReader(reads[0] ?? '');
    return {
      name,
      type: 'text',
      scope: scope,
      read: (subject) => (values(subject)[0] as string | undefined) ?? null,
      ...(vocabulary && codedIn(vocabulary)),
    };
  };
  const joined = { type: 'text[]', stored: 'text', scope, write: joinValues, restore: splitValues } as const;
  const position = valuesReader(inside.centerPoint.reads[0] ?? '');
  const figure = (
    name: string,
    of: (longitude: number, latitude: number) => number | undefined,
  ): SearchColumn => ({
    name,
    type: 'double precision',
    scope: scope,
    read(subject) {
      const [point] = position(subject) as Point[];
      return point === undefined ? null : (of(...point.coordinates) ?? null);
    },
  });
  return [
    text(names.country, beside.countryCode),
    text(names.accuracy, beside.accuracy),
    { name: names.codes, ...joined, read: withLineage(filter, 'codes', inside.uniqueCodes) },
    {
      name: names.ids,
      type: 'uuid[]',
      scope: scope,
      required: true,
      read: withLineage(filter, 'ids', inside.ids),
    },
    { name: names.postalCodes, ...joined, read: finestReader(inside.postalCodes.reads) },
    figure(names.longitude, (longitude) => longitude),
    figure(names.latitude, (_, latitude) => latitude),
    figure(names.x, (...at) => toSpacePoint(...at)[0]),
    figure(names.y, (...at) => toSpacePoint(...at)[1]),
    figure(names.z, (...at) => toSpacePoint(...at)[2]),
  ];
}

/** The location of the property, as far as it is known. */
export function explainPlace(filter: PlacesFilter, cells: CellReaderFactory): CellExplainer {
  const names = placeColumnNames(filter);
  const shown = {
    countryCode: cells(names.country),
    accuracy: cells(names.accuracy),
    uniqueCodes: cells(names.codes),
    postalCodes: cells(names.postalCodes),
    longitude: cells(names.longitude),
    latitude: cells(names.latitude),
  };
  return (property, at) => {
    const entries = Object.entries(shown).map(([name, cell]) => [name, cell(property, at)] as const);
    const isKnown = (cell: Cell) => cell !== null && !(Array.isArray(cell) && cell.length === 0);
    return { value: Object.fromEntries(entries), missing: !entries.some(([, cell]) => isKnown(cell)) };
  };
}
