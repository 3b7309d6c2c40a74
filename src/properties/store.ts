import { type Db, firstRow, sql } from '../db/sql.ts';

/** Follows merges to the property that answers for this id today. Merges are few, so the walk is one or two steps. */
export const survivorOf = async (db: Db, propertyId: string): Promise<string | undefined> => {
  const row = await firstRow<{ propertyId: string }>(
    db,
    sql`
    with recursive line as (
      select property_id, merged_into from property where property_id = ${propertyId}
      union
      select survivor.property_id, survivor.merged_into
      from property as survivor join line on survivor.property_id = line.merged_into
    )
    select property_id as "propertyId" from line where merged_into is null`,
  );
  return row?.propertyId;
};

export async function insertProperty(db: Db, propertyId: string, now: Date): Promise<void> {
  await db.rows(sql`
    insert into property (property_id, created_at) values (${propertyId}, ${now})
    on conflict (property_id) do nothing`);
}
