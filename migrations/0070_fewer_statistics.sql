-- An index with a condition has statistics of its expressions, which no plan reads: that of the texts took a third of an
-- analysis. And a market that is filled or fed was analysed at every tenth row.
alter index property_search_drop alter column 1 set statistics 0;
alter index property_search_lists alter column 1 set statistics 0;
alter index property_search_lists alter column 2 set statistics 0;
alter index property_search_lists alter column 3 set statistics 0;
alter index property_search_lists alter column 4 set statistics 0;
alter index property_search_lists alter column 5 set statistics 0;
alter index property_search_point alter column 1 set statistics 0;
alter index property_search_title alter column 1 set statistics 0;
alter index property_search_description alter column 1 set statistics 0;
alter table property_search set (autovacuum_analyze_scale_factor = 0.2);
alter table property_search_words set (autovacuum_analyze_scale_factor = 0.2);
