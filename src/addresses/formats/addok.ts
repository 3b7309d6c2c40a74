import { type RowFault, rowFault } from '../../imports/fault.ts';
import type { OpenFormat } from '../../imports/import.ts';
import { textOf } from '../../imports/text-blocks.ts';
import { isCityCode, isLatitude, isLongitude, isPostalCode, microDegrees } from '../../imports/values.ts';
import type { AddressRow } from '../address-row.ts';

interface HousePoint {
  readonly id?: string;
  readonly lon?: number;
  readonly lat?: number;
}

interface AddokEntry extends HousePoint {
  readonly type?: string;
  readonly name?: string;
  readonly postcode?: string | readonly string[];
  /** The commune, or the commune and its arrondissement. */
  readonly citycode?: string | readonly string[];
  readonly housenumbers?: Readonly<Record<string, HousePoint>>;
}

const HOUSE_NUMBER = /^(\d{1,5})\s*(.*)$/;

/** The national address base in the format of the geocoder addok: a street a line, with its numbers. */
export const addokFormat = {
  name: 'addok',
  lacks: (head: string): string[] => {
    const first = parseEntry(head.split('\n', 1)[0] ?? '');
    return first !== undefined && 'type' in first && 'citycode' in first ? [] : ['type', 'citycode'];
  },
  open: (): OpenFormat<AddressRow> => ({
    name: 'addok',
    quoted: false,
    hasHeader: false,
    notes: [],
    read(records, _, { add, reject }) {
      for (const record of records) {
        const fault =
          record.fault === undefined ? readStreet(parseEntry(textOf(record)), add) : rowFault(record.fault);
        if (fault !== undefined) reject(fault, record.line);
      }
      return undefined;
    },
  }),
};

function parseEntry(line: string): AddokEntry | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as AddokEntry) : undefined;
  } catch {
    return undefined;
  }
}

const lastValue = (value: string | readonly string[] | undefined): string =>
  (typeof value === 'string' ? value : value?.at(-1)) ?? '';

function readStreet(entry: AddokEntry | undefined, addRow: (row: AddressRow) => void): RowFault | undefined {
  if (entry === undefined) return rowFault('no JSON');
  // Municipalities and localities have no house numbers, so nothing resolves to them.
  if (entry.type !== 'street' || entry.housenumbers === undefined) return undefined;
  const cityCode = lastValue(entry.citycode);
  const postalCode = lastValue(entry.postcode);
  if (!isCityCode(cityCode)) return rowFault('no code of a commune', 'citycode', cityCode);
  if (!isPostalCode(postalCode)) return rowFault('no postal code', 'postcode', postalCode);
  if (!entry.name || !entry.id) return rowFault('no street', 'name');
  const street = { streetCode: entry.id, cityCode, postalCode, streetName: entry.name };
  let fault: RowFault | undefined;
  for (const [key, { lon = Number.NaN, lat = Number.NaN }] of Object.entries(entry.housenumbers)) {
    const [, number, suffix = ''] = HOUSE_NUMBER.exec(key) ?? [];
    if (number === undefined) fault = rowFault('no house number', 'housenumbers', key);
    else if (!isLongitude(lon) || !isLatitude(lat)) fault = rowFault('no position', 'housenumbers', key);
    else {
      const position = { longitude: microDegrees(lon), latitude: microDegrees(lat) };
      addRow({ ...street, number: Number(number), suffix: suffix.toLowerCase(), ...position });
    }
  }
  return fault;
}
