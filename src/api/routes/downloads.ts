import { type TSchema, Type } from 'typebox';
import { tableFormats, tableTypes } from '../../warehouse/table-file.ts';

export const formatParameter = Type.Optional(
  Type.String({
    title: 'TableFormat',
    enum: [...tableFormats],
    default: 'csv',
    description: 'csv for spreadsheets, parquet for notebooks.',
  }),
);

/** The file formats of a download, by media type. */
export const tableContent: Readonly<Record<string, TSchema>> = Object.fromEntries(
  tableFormats.map((format) => [tableTypes[format].split(';')[0] ?? '', Type.String()]),
);
