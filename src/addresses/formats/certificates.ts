import { Cells } from '../../imports/cells.ts';
import { type ColumnFormat, missingColumns, openRows } from '../../imports/columns.ts';
import { rowFault } from '../../imports/fault.ts';
import { findColumnPositions } from '../../imports/header.ts';
import type { OpenFormat, RowSink } from '../../imports/import.ts';
import { type TextRecord, textOf } from '../../imports/text-blocks.ts';
import type { CertificateRow } from '../certificate-row.ts';
import { type CertificateColumn, certificateColumns } from './certificate-columns.ts';
import { readCertificate } from './certificate-reader.ts';

const generation = (
  name: string,
  columns: typeof certificateColumns | Record<CertificateColumn, readonly string[]>,
  required: readonly CertificateColumn[],
) => {
  const format: ColumnFormat<CertificateColumn, CertificateRow> = {
    name,
    columns,
    required,
    quoted: true,
    read: readCertificate,
  };
  return { name, lacks: missingColumns(format), open: (head: string) => openRows(format, head) };
};

/** Column names that only this generation has, so that a header identifies it. */
const only = (names: Partial<Record<CertificateColumn, string>>) => ({
  ...certificateColumns,
  ...Object.fromEntries(Object.entries(names).map(([column, name]) => [column, [name]])),
});

/** The open-data service answers pages of JSON: one document with its rows under `results`. */
const apiFormat = {
  name: 'dpe-api',
  lacks: (head: string): string[] =>
    /^\s*\{"total":\d+.*?"results":\s*\[/s.test(head) ? [] : ['total', 'results'],
  open: (): OpenFormat<CertificateRow> => ({
    name: 'dpe-api',
    quoted: false,
    hasHeader: false,
    notes: [],
    read(records, _, taker) {
      for (const record of records) readPage(record, taker);
      return undefined;
    },
  }),
};

function readPage(record: TextRecord, { add, reject }: RowSink<CertificateRow>): void {
  let results: Record<string, unknown>[];
  try {
    ({ results } = JSON.parse(textOf(record)));
  } catch {
    reject(rowFault('no JSON'), record.line);
    return;
  }
  for (const result of results) {
    const cells = Cells.of(result);
    const row = readCertificate(cells, findColumnPositions(cells.header, certificateColumns));
    if ('reason' in row) reject(row, record.line);
    else add(row);
  }
}

/** Existing and new homes; the three generations of columns, and the pages of the service. */
export const certificateFormats = [
  generation('dpe-2025', only({ number: 'numero_dpe', energyRating: 'etiquette_dpe' }), [
    'number',
    'energyRating',
    'postalCode',
  ]),
  generation('dpe-2021', only({ number: 'N°DPE' }), ['number', 'energyRating', 'ghgRating', 'cityCode']),
  generation('dpe-before-2021', only({ energyRating: 'classe_consommation_energie' }), [
    'number',
    'energyRating',
    'ghgRating',
  ]),
  apiFormat,
];
