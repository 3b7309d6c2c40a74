import { chooseFormat } from '../imports/columns.ts';
import type { BulkKind } from '../imports/import.ts';
import type { CertificateRow } from './certificate-row.ts';
import { certificateFormats } from './formats/certificates.ts';
import { CertificateGathering } from './put-certificates.ts';

export const certificateImport: BulkKind<CertificateRow> = {
  kind: 'certificates',
  open: (head, format) => chooseFormat(certificateFormats, head, format).open(head),
  gather: () => new CertificateGathering(),
};
