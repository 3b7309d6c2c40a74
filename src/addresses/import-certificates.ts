import { chooseFormat } from '../imports/columns.ts';
import type { BulkImportKind } from '../imports/import.ts';
import type { CertificateRow } from './certificate-row.ts';
import { certificateFormats } from './formats/certificates.ts';
import { CertificateBatch } from './put-certificates.ts';

export const certificateImport: BulkImportKind<CertificateRow> = {
  kind: 'certificates',
  open: (head, format) => chooseFormat(certificateFormats, head, format).open(head),
  createBatch: () => new CertificateBatch(),
};
