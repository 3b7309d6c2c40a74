import { chooseFormat, lacksColumns, openRows } from '../imports/columns.ts';
import type { BulkKind } from '../imports/import.ts';
import type { AddressRow } from './address-row.ts';
import { addokFormat } from './formats/addok.ts';
import { banCsv } from './formats/ban-csv.ts';
import { AddressGathering } from './put-addresses.ts';

export const addressFormats = [
  { name: banCsv.name, lacks: lacksColumns(banCsv), open: (head: string) => openRows(banCsv, head) },
  addokFormat,
];

export const addressImport: BulkKind<AddressRow> = {
  kind: 'addresses',
  open: (head, format) => chooseFormat(addressFormats, head, format).open(head),
  gather: () => new AddressGathering(),
};
