-- The states of the listings of a property are packed with its document as the dictionary, in one row
-- (docs/decisions/0096-smaller-history.md). The constraint refuses a document that is written without them: they could not
-- be read any more. Rows of older releases have none, so nothing is checked now and no row is written.
alter table property add column states bytea;
alter table property add constraint property_states_of_document
  check (states is null or (packed is not null and substr(states, 2, 4) = substr(sha256(packed), 1, 4))) not valid;
