import type { PlacesFilter } from '../../catalogue/filters/kinds.ts';
import type { Point } from '../../catalogue/from-node.ts';
import { inSpace } from '../../lib/sphere.ts';
import { type Cell, type Lineage, reader, type Subject } from '../readable.ts';
import type { CellsOf, Column, Look } from './kind.ts';

/** The columns of the filter by what they hold. */
export function placeNames({ beside, inside }: PlacesFilter) {
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

/** The divisions the document names and everything above them, each once. */
function withLineage(filter: PlacesFilter, member: 'ids' | 'codes', own: PlacesFilter['inside']['ids']) {
  const idReaders = filter.inside.ids.reads.map((path) => reader(path));
  const ownReaders = own.reads.map((path) => reader(path));
  return (subject: Subject, lineage: Lineage): Cell => {
    const above = strings(idReaders, subject).flatMap((id) => lineage(id)[member]);
    return [...new Set([...strings(ownReaders, subject), ...above])];
  };
}

/** The postal codes of the finest division that has any: those of the whole city would put a property into every district. */
function finest(reads: readonly string[]) {
  const readers = reads.map((path) => reader(path));
  return (subject: Subject): Cell => {
    const lists = readers.map((values) => values(subject) as string[]);
    return lists.find((list) => list.length > 0) ?? [];
  };
}

/** Lists are never null here: a property that is nowhere is in no place. */
export function placeColumns(filter: PlacesFilter): Column[] {
  const { beside, inside, judged } = filter;
  const names = placeNames(filter);
  const text = (name: string, path = ''): Column => {
    const values = reader(path);
    return {
      name,
      type: 'text',
      judged,
      read: (subject) => (values(subject)[0] as string | undefined) ?? null,
    };
  };
  const position = reader(inside.centerPoint.reads[0] ?? '');
  const figure = (name: string, of: (longitude: number, latitude: number) => number | undefined): Column => ({
    name,
    type: 'double precision',
    judged,
    read(subject) {
      const [point] = position(subject) as Point[];
      return point === undefined ? null : (of(...point.coordinates) ?? null);
    },
  });
  return [
    text(names.country, beside.countryCode.reads[0]),
    text(names.accuracy, beside.accuracy.reads[0]),
    {
      name: names.codes,
      type: 'text[]',
      judged,
      required: true,
      read: withLineage(filter, 'codes', inside.uniqueCodes),
    },
    { name: names.ids, type: 'uuid[]', judged, required: true, read: withLineage(filter, 'ids', inside.ids) },
    {
      name: names.postalCodes,
      type: 'text[]',
      judged,
      required: true,
      read: finest(inside.postalCodes.reads),
    },
    figure(names.longitude, (longitude) => longitude),
    figure(names.latitude, (_, latitude) => latitude),
    figure(names.x, (...at) => inSpace(...at)[0]),
    figure(names.y, (...at) => inSpace(...at)[1]),
    figure(names.z, (...at) => inSpace(...at)[2]),
  ];
}

/** Where the property is, as far as it is known. */
export function seenPlace(filter: PlacesFilter, cells: CellsOf): Look {
  const names = placeNames(filter);
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
