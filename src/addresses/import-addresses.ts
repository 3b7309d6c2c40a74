import { chooseFormat, missingColumns, openRows } from '../imports/columns.ts';
import type { BulkImportKind } from '../imports/import.ts';
import type { AddressRow } from './address-row.ts';
import { addokFormat } from './formats/addok.ts';
import { banCsv } from './formats/ban-csv.ts';
import { AddressBatch } from './put-addresses.ts';

export const addressFormats = [
  { name: banCsv.name, lacks: missingColumns(banCsv), open: (head: string) => openRows(banCsv, head) },
  addokFormat,
];

export const addressImport: BulkImportKind<AddressRow> = {
  kind: 'addresses',
  open: (head, format) => chooseFormat(addressFormats, head, format).open(head),
  createBatch: () => new AddressBatch(),
};
