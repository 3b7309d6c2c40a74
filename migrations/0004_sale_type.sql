-- Sentences such as "pas de viager" ask for the legal form of the sale.
alter table property_search add column transaction_sale_type text;
