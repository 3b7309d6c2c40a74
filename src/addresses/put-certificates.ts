import { type BulkDb, sql } from '../db/sql.ts';
import { CopyRows } from '../imports/copy-rows.ts';
import { type Antechamber, putNewOrStage, sampleOf, stageRows } from '../imports/stage.ts';
import type { CertificateRow } from './certificate-row.ts';

const incoming: Antechamber = {
  name: 'incoming_certificate',
  table: 'certificate',
  key: ['certificate_id'],
  columns: {
    certificate_id: 'text',
    city_code: 'text',
    postal_code: 'text',
    kind: '"char"',
    energy_rating: '"char"',
    ghg_rating: '"char"',
    energy_value: 'smallint',
    ghg_value: 'smallint',
    area: 'real',
    established_on: 'date',
    construction_year: 'smallint',
    built_after: 'smallint',
    built_before: 'smallint',
    floor: 'smallint',
    longitude: 'integer',
    latitude: 'integer',
    address_score: 'smallint',
    street_number: 'text',
    street_name: 'text',
  },
};

/** In the order of the columns above. */
function writeCertificate(out: CopyRows, row: CertificateRow): void {
  out.row();
  out.text(row.number);
  out.text(row.cityCode);
  out.text(row.postalCode);
  out.letter(row.kind);
  out.letter(row.energyRating);
  out.letter(row.ghgRating);
  out.smallint(row.energyValue);
  out.smallint(row.ghgValue);
  out.real(row.area);
  out.date(row.establishedOn);
  out.smallint(row.constructionYear);
  out.smallint(row.builtAfter);
  out.smallint(row.builtBefore);
  out.smallint(row.floor);
  out.integer(row.longitude);
  out.integer(row.latitude);
  out.smallint(row.addressScore);
  out.text(row.streetNumber);
  out.text(row.streetName);
}

const USUAL_BYTES = 200;

function copyOf(rows: readonly CertificateRow[]): Buffer {
  const out = new CopyRows(Object.keys(incoming.columns).length, USUAL_BYTES * rows.length);
  for (const row of rows) writeCertificate(out, row);
  return out.end();
}

/** Writes certificates, each number once; one that is known as told is not touched. Answers how many were new or different. */
export async function putCertificates(db: BulkDb, rows: readonly CertificateRow[]): Promise<number> {
  const latest = new Map<string, CertificateRow>();
  for (const row of rows) latest.set(row.number, row);
  const [placed, unplaced]: [CertificateRow[], CertificateRow[]] = [[], []];
  for (const row of latest.values()) (row.cityCode === '' ? unplaced : placed).push(row);
  return (await putPlaced(db, placed)) + (await putUnplaced(db, unplaced));
}

async function putPlaced(db: BulkDb, rows: readonly CertificateRow[]): Promise<number> {
  if (rows.length === 0) return 0;
  const sample = sampleOf(rows, ({ number }) => [number]);
  const went = await putNewOrStage(db, incoming, sample, copyOf(rows));
  return went === 'put' ? rows.length : putStaged(db);
}

async function putUnplaced(db: BulkDb, rows: readonly CertificateRow[]): Promise<number> {
  if (rows.length === 0) return 0;
  await stageRows(db, incoming, copyOf(rows));
  await placeByPostalCode(db);
  return putStaged(db);
}

async function putStaged(db: BulkDb): Promise<number> {
  const columns = Object.keys(incoming.columns);
  const told = columns.slice(1);
  const [written] = await db.rows<{ count: number }>({
    text: `
      with changed as (
        insert into certificate (${columns.join(', ')}) select ${columns.join(', ')} from ${incoming.name}
        on conflict (certificate_id) do update set ${told.map((name) => `${name} = excluded.${name}`).join(', ')}
        where (${told.map((name) => `certificate.${name}`).join(', ')})
          is distinct from (${told.map((name) => `excluded.${name}`).join(', ')})
        returning 1), emptied as (delete from ${incoming.name})
      select count(*)::integer as count from changed`,
    values: [],
  });
  return written?.count ?? 0;
}

/** A postal code that only one commune or arrondissement has tells it. */
async function placeByPostalCode(db: BulkDb): Promise<void> {
  await db.rows(sql`
    update incoming_certificate set city_code = sole.city_code
    from (
      select postal_code, min(unique_code) as city_code
      from division, unnest(postal_codes) as postal_code
      where country_code = 'FR' and type in ('MUNICIPALITY', 'MUNICIPAL_DISTRICT') and not retired
        and not exists (select from division part where part.parent_id = division.division_id and part.type = 'MUNICIPAL_DISTRICT')
      group by postal_code having count(*) = 1
    ) sole
    where incoming_certificate.city_code = '' and incoming_certificate.postal_code = sole.postal_code`);
}
