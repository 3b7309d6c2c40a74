-- What a listing states, compressed with a dictionary of its own. `state` keeps what statements read; in older rows it
-- has everything.
alter table listing add column packed bytea;
