-- Levels are kept for pairs that a person may be asked about: nobody reads those of the others, which were two fifths of a row.
alter table listing_edge alter column levels drop not null, alter column model drop not null;
