/**
 * The properties that transactions from $1 on changed or deleted. A row of the search table has its transaction; a log of all
 * changes took 110 bytes a property. One that was deleted and returned may be there twice.
 */
export const CHANGED_SINCE = `
  select property_id, changed_in from property_search_log where changed_in >= $1::xid8
  union all
  select property_id, changed_in from property_search where changed_in >= $1::xid8`;
