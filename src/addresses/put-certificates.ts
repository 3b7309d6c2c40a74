import { type BulkDb, sql } from '../db/sql.ts';
import { CopyRows } from '../imports/copy-rows.ts';
import type { RowBatch } from '../imports/import.ts';
import {
  copyOrStage,
  SAMPLE_INTERVAL_ROWS,
  type StagingTable,
  selectLatestSql,
  stageRows,
} from '../imports/staging.ts';
import type { CertificateRow } from './certificate-row.ts';

const staging: StagingTable = {
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

const columns = Object.keys(staging.columns);

/** The certificates of a block, each number once; unchanged ones are not written. */
export class CertificateBatch implements RowBatch<CertificateRow> {
  readonly #located = new CopyRows(columns.length);
  /** Those without a commune: their postal code may determine it. */
  readonly #unlocated = new CopyRows(columns.length);
  readonly #sample: (readonly unknown[])[] = [];

  add(row: CertificateRow): void {
    const out = row.cityCode === '' ? this.#unlocated : this.#located;
    if (out.count % SAMPLE_INTERVAL_ROWS === 0) this.#sample.push([row.number]);
    writeCertificate(out, row);
  }

  async write(db: BulkDb): Promise<number> {
    return (await this.#putLocated(db)) + (await this.#putUnlocated(db));
  }

  async #putLocated(db: BulkDb): Promise<number> {
    const { count } = this.#located;
    if (count === 0) return 0;
    const went = await copyOrStage(db, staging, this.#sample, this.#located.end());
    return went === 'put' ? count : putStaged(db);
  }

  async #putUnlocated(db: BulkDb): Promise<number> {
    if (this.#unlocated.count === 0) return 0;
    await stageRows(db, staging, this.#unlocated.end());
    await locateByPostalCode(db);
    return putStaged(db);
  }
}

async function putStaged(db: BulkDb): Promise<number> {
  const updated = columns.slice(1);
  const [written] = await db.rows<{ count: number }>({
    text: `
      with changed as (
        insert into certificate (${columns.join(', ')}) ${selectLatestSql(staging)}
        on conflict (certificate_id) do update set ${updated.map((name) => `${name} = excluded.${name}`).join(', ')}
        where (${updated.map((name) => `certificate.${name}`).join(', ')})
          is distinct from (${updated.map((name) => `excluded.${name}`).join(', ')})
        returning 1), emptied as (delete from ${staging.name})
      select count(*)::integer as count from changed`,
    values: [],
  });
  return written?.count ?? 0;
}

/** Derives the commune from a postal code that only one commune or arrondissement has. */
async function locateByPostalCode(db: BulkDb): Promise<void> {
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
