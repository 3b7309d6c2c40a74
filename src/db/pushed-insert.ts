/**
 * A condition that is always true, on a table of the region. With it Citus sends `insert … select` to the node of the
 * region as one task (decision 77). Without it the coordinator runs a select that reads only bound values, stores its
 * rows and sends them, and the node reads them again. Such a select
 * - has no function that is stable or volatile, else Citus 13 writes an invalid condition into it: a clock, a transaction
 *   id, rows of JSON and what `array_to_string` or `concat_ws` make are read by an expression before, `as materialized`;
 * - is not the last part of a statement that inserts in an expression before, else Citus 13 leaves that one with the
 *   name of the distributed table: `select 1` is.
 * On one PostgreSQL it is read once a statement. Templates have it in their text: with a fragment they are not prepared.
 */
export const PUSHED = 'exists (select from listing) is not null';
