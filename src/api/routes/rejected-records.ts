import { Type } from 'typebox';
import {
  loadRejectedRecords,
  MAX_RECORDS_PER_SOURCE,
  REJECTION_KINDS,
  type RejectedRecord,
} from '../../ingest/rejected-records.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import { resourceNotFound } from '../../service/problem.ts';
import { findSource } from '../../sources/sources.ts';
import { listedResource } from '../resource.ts';
import { type Route, readPage } from '../route.ts';

const moment = (description: string) => Type.String({ format: 'date-time', description });
const momentOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description });

const rejectedRecord = listedResource(
  'RejectedRecord',
  Type.Object(
    {
      id: Type.String({ format: 'uuid', description: 'The id of the listing that it speaks of.' }),
      url: Type.String({ description: 'The URL of the listing.' }),
      kind: Type.String({
        title: 'RejectionKind',
        enum: [...REJECTION_KINDS],
        description: 'INVALID: it breaks a rule. REFUSED: it could not be stored.',
      }),
      reason: Type.String({ description: 'Why it was rejected.' }),
      observedAt: momentOrNull('When the record says that it was observed.'),
      record: Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description: 'The beginning of the record as it came.',
      }),
      firstRejectedAt: moment('When a record of this listing was first rejected.'),
      rejectedAt: moment('When that last happened.'),
      resolvedAt: momentOrNull('When a later record of the listing was taken; null while none was.'),
    },
    { additionalProperties: false, description: 'A record of a source that was set aside.' },
  ),
);

const flatRecord = ({ listingId, ...row }: RejectedRecord) => ({
  id: listingId,
  ...row,
  observedAt: row.observedAt && formatTimestamp(row.observedAt),
  firstRejectedAt: formatTimestamp(row.firstRejectedAt),
  rejectedAt: formatTimestamp(row.rejectedAt),
  resolvedAt: row.resolvedAt && formatTimestamp(row.resolvedAt),
});

export const rejectedRecordRoutes: Route[] = [
  readPage({
    path: '/operator/sources/{id}/rejected-records',
    operationId: 'listRejectedRecords',
    tag: 'Operator',
    summary: 'List rejected records of a source',
    description: `One a listing: those without a good record since come first, the newest first. At most ${MAX_RECORDS_PER_SOURCE} of a source are kept.`,
    routeType: 'other',
    right: 'operator',
    problems: ['not-found'],
    resource: rejectedRecord,
    async list({ db, params, query: { page } }) {
      const source = await findSource(db, params['id'] ?? '');
      if (source === undefined) throw resourceNotFound();
      const { rows, total } = await loadRejectedRecords(db, source.id, page);
      return { rows: rows.map(flatRecord), total };
    },
  }),
];
