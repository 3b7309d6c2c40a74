import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { readFeed } from '../../ingest/feed.ts';
import { IgnoredMembers } from '../../ingest/ignored-members.ts';
import { ingestRecords } from '../../ingest/ingest-records.ts';
import { newId } from '../../lib/ids.ts';
import { observationSchemas } from '../openapi/observation.ts';
import { singleDocument } from '../render/json-api.ts';
import { listedResource, type Resource } from '../resource.ts';
import type { Route, UploadedBody } from '../route.ts';

/** As sent, and once decompressed: a batch, not a whole feed. */
const MAX_UPLOAD_BYTES = 8 * 1024 * 1024;
const MAX_DECODED_BYTES = 64 * 1024 * 1024;
/** Rejections listed one by one; the rest is counted. */
const MAX_LISTED_REJECTIONS = 100;

const count = (description: string) => Type.Integer({ minimum: 0, description });

const PATH = '/operator/observations';

const ingestReport = listedResource(
  'IngestReport',
  Type.Object(
    {
      id: Type.String({ format: 'uuid' }),
      accepted: count('Observations that brought something: new, changed, expired or seen again after that.'),
      unchanged: count('Visits that found what was known, or something older.'),
      rejected: count('Lines that could not be taken.'),
      rejections: Type.Array(
        Type.Object({ line: Type.Integer(), reason: Type.String() }, { additionalProperties: false }),
        { description: `The first ${MAX_LISTED_REJECTIONS} of them.` },
      ),
      ignored: Type.Array(
        Type.Object(
          {
            member: Type.String({ description: 'Its path in the payload; `observation.…` beside it.' }),
            count: count('In how many observations.'),
            suggestion: Type.Unsafe<string | null>({
              type: ['string', 'null'],
              description: 'The known member that was probably meant.',
            }),
          },
          { additionalProperties: false },
        ),
        {
          description:
            'Members that nobody knows, the most frequent first, at most 100. The rest of their observations went in.',
        },
      ),
    },
    { additionalProperties: false, description: 'What became of a batch of observations.' },
  ),
);

type Report = Parameters<typeof ingestReport.toJsonApi>[0];

export const operatorRoutes: Route[] = [
  {
    method: 'POST',
    path: PATH,
    operationId: 'feedObservations',
    tag: 'Operator',
    summary: 'Ingest observations',
    description:
      'Lines of JSON, one observation each, plain or as gzip. A line that cannot be ingested is reported with its number; the others go in. The same batch twice changes nothing.',
    routeType: 'other',
    right: 'operator',
    query: Type.Object({}, { additionalProperties: false }),
    upload: {
      mediaTypes: ['application/x-ndjson'],
      limit: MAX_UPLOAD_BYTES,
      record: { name: 'Observation', schemas: observationSchemas() },
    },
    answers: [{ status: 200, description: 'What became of the batch.', resource: ingestReport as Resource }],
    problems: [],
    async run({ pipeline, clock, body }) {
      const rejections: Report['rejections'] = [];
      const ignored = new IgnoredMembers();
      const { bytes } = body as UploadedBody;
      const readings = readFeed(Readable.from([bytes]), {
        format: 'ndjson',
        source: '',
        observedAt: clock.now(),
        maxDecodedBytes: MAX_DECODED_BYTES,
      });
      const report = await ingestRecords(pipeline, readings, {
        ignored,
        onRejection({ line, reason }) {
          if (rejections.length < MAX_LISTED_REJECTIONS) rejections.push({ line, reason });
        },
      });
      const flat: Report = {
        id: newId(clock.now()),
        accepted: report.new + report.changed + report.expired,
        unchanged: report.unchanged + report.outdated + report.unknown,
        rejected: report.rejected,
        rejections,
        ignored: ignored.list(),
      };
      return {
        status: 200,
        results: 0,
        document: (format) => (format === 'flat' ? flat : singleDocument(ingestReport, flat, PATH)),
      };
    },
  },
];
