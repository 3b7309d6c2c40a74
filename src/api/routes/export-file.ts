import type { ExportFormat } from '../../catalogue/service-vocabularies.ts';
import { type ExportService, findExportFile } from '../../exports/exports.ts';
import { resourceNotFound } from '../../service/problem.ts';
import type { PageRoute } from '../page.ts';

const TYPES: Readonly<Record<ExportFormat, string>> = {
  NDJSON: 'application/x-ndjson',
  PARQUET: 'application/vnd.apache.parquet',
};

const RANGE = /^bytes=(\d{1,15})-(\d{0,15})$/;

/** One range of bytes, so that a broken download continues (RFC 9110); anything else is answered whole. */
export function parseRange(
  header: string | undefined,
  bytes: number,
): { from: number; to: number } | undefined {
  const found = RANGE.exec(header ?? '');
  if (found === null) return undefined;
  const from = Number(found[1]);
  const to = found[2] === '' ? bytes - 1 : Math.min(Number(found[2]), bytes - 1);
  return from > to ? undefined : { from, to };
}

/** The file of an export, by its signed link: no key, so that a notebook or a shell can fetch it. */
export const exportFilePage = (service: ExportService): PageRoute => ({
  path: '/exports/{id}/file',
  access: 'open',
  summary: 'Download the file of an export',
  type: TYPES.NDJSON,
  statuses: [200, 206],
  async show({ id = '' }, request) {
    const query = request.url.includes('?') ? request.url.slice(request.url.indexOf('?') + 1) : '';
    const file = await findExportFile(service, id, new URLSearchParams(query).get('token') ?? '');
    if (file === undefined) throw resourceNotFound();
    const range = parseRange(request.headers.range, file.bytes);
    const { from, to } = range ?? { from: 0, to: file.bytes - 1 };
    return {
      status: range === undefined ? 200 : 206,
      type: TYPES[file.format],
      headers: {
        'accept-ranges': 'bytes',
        'content-length': String(to - from + 1),
        'content-disposition': `attachment; filename="properties-${id}.${file.format.toLowerCase()}"`,
        etag: `"${id}"`,
        ...(range === undefined ? {} : { 'content-range': `bytes ${from}-${to}/${file.bytes}` }),
      },
      body: file.bytes === 0 ? Buffer.alloc(0) : file.open(from, to),
    };
  },
});
