-- Narrower rows of the search tables (docs/decisions/0099-narrower-search-rows.md). Values of vocabularies are codes of one byte,
-- several of them bits; what a publisher, listing or change has of few values is one number; whole numbers have 4 bytes;
-- a URL is its digest; a list of texts is one text, null without a value; frequent words of texts are codes. Columns that
-- are asked for most come first, by alignment. All rows are copied as this release writes them, and no property is
-- recorded meanwhile. Processes of earlier releases are stopped before: they write and ask for columns that are no longer
-- there.
create function split_values(text) returns text[] language sql immutable parallel safe
  as $function$ select string_to_array(translate($1, e'\x1e', e'\x1f'), e'\x1f') $function$;

alter table property_search rename to property_search_former;
create table property_search (
  property_id uuid not null,
  valid_from timestamptz not null,
  changed_in xid8 not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  pricing_displayed double precision,
  areas_displayed double precision,
  pricing_price_per_area double precision,
  longitude double precision,
  latitude double precision,
  unit_rooms double precision,
  layout integer not null,
  unit_features integer not null,
  unit_features_denied integer not null,
  amenities_features integer not null,
  amenities_features_denied integer not null,
  unit_floor integer,
  building_construction_year integer,
  type "char",
  transaction_type "char",
  energy_consumption_rating "char",
  location_accuracy "char",
  expired boolean not null,
  listings_price_coherent boolean not null,
  country_code text,
  region_code text,
  subregion_code text,
  city_code text,
  district_code text,
  publisher_values text,
  listings_values text,
  changes_values text,
  changes_variation_percent double precision[],
  changes_occurred_at timestamptz[],
  listings_sources text,
  postal_codes text,
  division_codes text,
  space_x double precision,
  space_y double precision,
  space_z double precision,
  areas_land double precision,
  pricing_spread_percent double precision,
  valuation_deviation_percent double precision,
  pricing_sale_net_price double precision,
  pricing_sale_fees_agency_amount double precision,
  pricing_sale_fees_agency_percentage double precision,
  pricing_sale_fees_condominium_total double precision,
  pricing_sale_fees_legal_amount double precision,
  pricing_rental_rent_amount double precision,
  pricing_rental_fees_charges_amount double precision,
  pricing_rental_fees_deposit_amount double precision,
  unit_bedrooms double precision,
  unit_bathrooms double precision,
  energy_consumption_value double precision,
  carbon_emissions_value double precision,
  building_renovation_year integer,
  building_number_of_lots integer,
  building_floors integer,
  unit_orientation smallint,
  unit_energy_heating_system smallint,
  unit_energy_heating_energy_carrier smallint,
  unit_energy_heating_collective smallint,
  building_energy_heating_system smallint,
  building_energy_heating_energy_carrier smallint,
  building_energy_heating_collective smallint,
  transaction_sale_type "char",
  construction_status "char",
  pricing_sale_fees_agency_paid_by "char",
  pricing_sale_fees_agency_included_in_price boolean,
  pricing_rental_rent_includes_charges boolean,
  unit_condition "char",
  unit_diagnostic_standard "char",
  building_construction_type "char",
  building_condition "char",
  carbon_emissions_rating "char",
  publisher_references text,
  division_ids uuid[] not null,
  listings_marketing_favorites integer[],
  listings_url uuid[],
  listings_expired_at timestamptz[]
);
insert into property_search (
  property_id, valid_from, changed_in, created_at, updated_at, pricing_displayed, areas_displayed,
  pricing_price_per_area, longitude, latitude, unit_rooms, layout, unit_features, unit_features_denied,
  amenities_features, amenities_features_denied, unit_floor, building_construction_year, type, transaction_type,
  energy_consumption_rating, location_accuracy, expired, listings_price_coherent, country_code, region_code,
  subregion_code, city_code, district_code, publisher_values, listings_values, changes_values,
  changes_variation_percent, changes_occurred_at, listings_sources, postal_codes, division_codes, space_x, space_y,
  space_z, areas_land, pricing_spread_percent, valuation_deviation_percent, pricing_sale_net_price,
  pricing_sale_fees_agency_amount, pricing_sale_fees_agency_percentage, pricing_sale_fees_condominium_total,
  pricing_sale_fees_legal_amount, pricing_rental_rent_amount, pricing_rental_fees_charges_amount,
  pricing_rental_fees_deposit_amount, unit_bedrooms, unit_bathrooms, energy_consumption_value, carbon_emissions_value,
  building_renovation_year, building_number_of_lots, building_floors, unit_orientation, unit_energy_heating_system,
  unit_energy_heating_energy_carrier, unit_energy_heating_collective, building_energy_heating_system,
  building_energy_heating_energy_carrier, building_energy_heating_collective, transaction_sale_type,
  construction_status, pricing_sale_fees_agency_paid_by, pricing_sale_fees_agency_included_in_price,
  pricing_rental_rent_includes_charges, unit_condition, unit_diagnostic_standard, building_construction_type,
  building_condition, carbon_emissions_rating, publisher_references, division_ids, listings_marketing_favorites,
  listings_url, listings_expired_at
)
select
  former.property_id,
  valid_from,
  coalesce((select changed_in from property_search_log as logged where logged.property_id = former.property_id), '3'::xid8),
  created_at,
  updated_at,
  pricing_displayed,
  areas_displayed,
  pricing_price_per_area,
  longitude,
  latitude,
  unit_rooms,
  -430477313,
  unit_features,
  unit_features_denied,
  amenities_features,
  amenities_features_denied,
  round(unit_floor)::integer,
  round(building_construction_year)::integer,
  chr(64 + array_position('{FLAT,HOUSE,BUILDING,PARKING,OFFICE,LAND,SHOP,COMMERCIAL_PREMISES}'::text[], type))::"char",
  chr(64 + array_position('{SELL,RENT}'::text[], transaction_type))::"char",
  chr(64 + array_position('{A,B,C,D,E,F,G}'::text[], energy_consumption_rating))::"char",
  chr(64 + array_position('{PRECISE,STREET,NEIGHBORHOOD,DISTRICT,CITY,UNKNOWN}'::text[], location_accuracy))::"char",
  expired,
  listings_price_coherent,
  country_code,
  region_code,
  subregion_code,
  city_code,
  district_code,
  (select string_agg(chr(33 + number + case when number < 94 then 0 else 34 end), '' order by at)
   from (
     select coalesce(array_position('{PRIVATE_INDIVIDUAL,REAL_ESTATE_AGENCY,COMMERCIAL_AGENT,MANDATED_AGENT,PROFESSIONAL_UNKNOWN}'::text[], own.publisher_type), 0)
      + 6 * coalesce(array_position('{EXCLUSIVE,SEMI_EXCLUSIVE,NON_EXCLUSIVE}'::text[], own.publisher_mandate), 0)
      + 24 * own.publisher_has_email::int
      + 48 * own.publisher_has_phone::int as number, at
     from unnest(publisher_type, publisher_mandate, publisher_has_email, publisher_has_phone) with ordinality
       as own (publisher_type, publisher_mandate, publisher_has_email, publisher_has_phone, at)) as numbered),
  (select string_agg(chr(33 + coalesce(own.listings_marketing_urgent::int + 1, 0)
      + 3 * coalesce(own.listings_marketing_boosted::int + 1, 0)
      + 9 * coalesce(own.listings_marketing_highlighted::int + 1, 0)), '' order by at)
   from unnest(listings_marketing_urgent, listings_marketing_boosted, listings_marketing_highlighted) with ordinality as own (listings_marketing_urgent, listings_marketing_boosted, listings_marketing_highlighted, at)),
  (select string_agg(chr(33 + coalesce(array_position('{DISPLAYED_PRICE,DISPLAYED_AREA,DESCRIPTION,TITLE,FEATURES,ROOMS,BEDROOMS,ADDRESS,GEO_POINT,CITY,DISTRICT,NEIGHBORHOOD,LOCATION_ACCURACY,PICTURES,TRANSACTION_STATUS}'::text[], own.changes_attribute), 0)), '' order by at)
   from unnest(changes_attribute) with ordinality as own (changes_attribute, at)),
  case when cardinality(array_remove(changes_variation_percent, null)) > 0 then changes_variation_percent end,
  case when cardinality(array_remove(changes_occurred_at, null)) > 0 then changes_occurred_at end,
  case when cardinality(array_remove(listings_sources, null)) > 0 then array_to_string(listings_sources, e'\x1e', '') end,
  nullif(array_to_string(postal_codes, e'\x1f'), ''),
  nullif(array_to_string(division_codes, e'\x1f'), ''),
  space_x,
  space_y,
  space_z,
  areas_land,
  pricing_spread_percent,
  valuation_deviation_percent,
  pricing_sale_net_price,
  pricing_sale_fees_agency_amount,
  pricing_sale_fees_agency_percentage,
  pricing_sale_fees_condominium_total,
  pricing_sale_fees_legal_amount,
  pricing_rental_rent_amount,
  pricing_rental_fees_charges_amount,
  pricing_rental_fees_deposit_amount,
  unit_bedrooms,
  unit_bathrooms,
  energy_consumption_value,
  carbon_emissions_value,
  round(building_renovation_year)::integer,
  round(building_number_of_lots)::integer,
  round(building_floors)::integer,
  (select sum(1 << (array_position('{NORTH,NORTH_EAST,EAST,SOUTH_EAST,SOUTH,SOUTH_WEST,WEST,NORTH_WEST}'::text[], own.value) - 1))::smallint
   from (select distinct unnest(unit_orientation) as value) as own),
  (select sum(1 << (array_position('{BOILER,HEAT_PUMP,RADIATOR,FLOOR_HEATING,SOLAR_THERMAL,WOOD_STOVE,AIR_CONDITIONING,ELECTRIC_HEATER}'::text[], own.value) - 1))::smallint
   from (select distinct unnest(unit_energy_heating_system) as value) as own),
  (select sum(1 << (array_position('{GAS,ELECTRICITY,OIL,WOOD,SOLAR,GEOTHERMAL,DISTRICT_HEATING}'::text[], own.value) - 1))::smallint
   from (select distinct unnest(unit_energy_heating_energy_carrier) as value) as own),
  (case when unit_energy_heating_collective is null then null else (true = any (unit_energy_heating_collective))::int + 2 * (false = any (unit_energy_heating_collective))::int end)::smallint,
  (select sum(1 << (array_position('{BOILER,HEAT_PUMP,RADIATOR,FLOOR_HEATING,SOLAR_THERMAL,WOOD_STOVE,AIR_CONDITIONING,ELECTRIC_HEATER}'::text[], own.value) - 1))::smallint
   from (select distinct unnest(building_energy_heating_system) as value) as own),
  (select sum(1 << (array_position('{GAS,ELECTRICITY,OIL,WOOD,SOLAR,GEOTHERMAL,DISTRICT_HEATING}'::text[], own.value) - 1))::smallint
   from (select distinct unnest(building_energy_heating_energy_carrier) as value) as own),
  (case when building_energy_heating_collective is null then null else (true = any (building_energy_heating_collective))::int + 2 * (false = any (building_energy_heating_collective))::int end)::smallint,
  chr(64 + array_position('{STANDARD,LIFE_ANNUITY}'::text[], transaction_sale_type))::"char",
  chr(64 + array_position('{OLD,NEW,UNDER_CONSTRUCTION}'::text[], construction_status))::"char",
  chr(64 + array_position('{BUYER,SELLER,OWNER,TENANT}'::text[], pricing_sale_fees_agency_paid_by))::"char",
  pricing_sale_fees_agency_included_in_price,
  pricing_rental_rent_includes_charges,
  chr(64 + array_position('{NEW,GOOD,TO_RENOVATE}'::text[], unit_condition))::"char",
  chr(64 + array_position('{FR_DPE_2006,FR_DPE_2021}'::text[], unit_diagnostic_standard))::"char",
  chr(64 + array_position('{HAUSSMANNIAN,MODERN,CONTEMPORARY,TRADITIONAL,STONE,BRICK,CONCRETE,WOOD,MIXED,OTHER}'::text[], building_construction_type))::"char",
  chr(64 + array_position('{NEW,GOOD,TO_RENOVATE}'::text[], building_condition))::"char",
  chr(64 + array_position('{A,B,C,D,E,F,G}'::text[], carbon_emissions_rating))::"char",
  case when cardinality(array_remove(publisher_references, null)) > 0 then array_to_string(publisher_references, e'\x1e', '') end,
  division_ids,
  case when cardinality(array_remove(listings_marketing_favorites, null)) > 0 then listings_marketing_favorites::integer[] end,
  case when cardinality(array_remove(listings_url, null)) > 0 then (select array_agg(md5(url)::uuid order by at) from unnest(listings_url) with ordinality as own (url, at)) end,
  case when cardinality(array_remove(listings_expired_at, null)) > 0 then listings_expired_at end
from property_search_former as former;
drop table property_search_former;
alter table property_search add constraint property_search_pkey primary key (property_id);
-- The transaction that changed a row is in the row. The log has what was deleted.
delete from property_search_log where property_id in (select property_id from property_search);

create index property_search_accuracy on property_search (location_accuracy) where not expired and listings_price_coherent;
create index property_search_area on property_search (areas_displayed) where not expired and listings_price_coherent;
create index property_search_built on property_search (building_construction_year)
  where not expired and listings_price_coherent and building_construction_year is not null;
create index property_search_city on property_search (city_code, transaction_type, type)
  where not expired and listings_price_coherent;
create index property_search_created on property_search (created_at, property_id) include (updated_at)
  where not expired and listings_price_coherent;
create index property_search_displayed on property_search (pricing_displayed) where not expired and listings_price_coherent;
create index property_search_district on property_search (district_code, transaction_type, type)
  where not expired and listings_price_coherent and district_code is not null;
create index property_search_divisions on property_search using gin (string_to_array(division_codes, e'\x1f'));
create index property_search_drop on property_search (lowest_value(changes_variation_percent))
  where not expired and listings_price_coherent and lowest_value(changes_variation_percent) is not null;
create index property_search_energy on property_search (energy_consumption_rating)
  where not expired and listings_price_coherent and energy_consumption_rating is not null;
create index property_search_floor on property_search (unit_floor)
  where not expired and listings_price_coherent and unit_floor is not null;
create index property_search_gone on property_search (updated_at desc, property_id desc)
  include (transaction_type, type) where expired and listings_price_coherent;
create index property_search_gone_created on property_search (created_at) where expired and listings_price_coherent;
create index property_search_gone_price on property_search (pricing_displayed, property_id)
  include (transaction_type, type) where expired and listings_price_coherent;
create index property_search_gone_subregion on property_search (subregion_code)
  include (transaction_type, type, updated_at, property_id) where expired and listings_price_coherent;
create index property_search_hidden_city on property_search (city_code) where expired or not listings_price_coherent;
create index property_search_incoherent on property_search (updated_at desc, property_id desc)
  include (expired, city_code, subregion_code) where not listings_price_coherent;
create index property_search_kind on property_search (transaction_type, type, updated_at desc, property_id desc)
  include (unit_features, amenities_features)
  where not expired and listings_price_coherent;
create index property_search_kinds on property_search (transaction_type, type) where not expired and listings_price_coherent;
create index property_search_lists on property_search
  using gin (string_to_array(postal_codes, e'\x1f'), split_values(listings_sources), string_to_array(publisher_values, null),
    string_to_array(listings_values, null), string_to_array(changes_values, null))
  where not expired and listings_price_coherent;
create index property_search_newest on property_search (updated_at desc, property_id desc)
  where not expired and listings_price_coherent;
create index property_search_point on property_search using gist (point(longitude, latitude))
  where not expired and listings_price_coherent;
create index property_search_price on property_search (transaction_type, type, pricing_displayed)
  where not expired and listings_price_coherent;
create index property_search_price_per_area on property_search (pricing_price_per_area, property_id)
  include (transaction_type, type) where not expired and listings_price_coherent;
create index property_search_references on property_search using gin (split_values(publisher_references));
create index property_search_rooms on property_search (unit_rooms) where not expired and listings_price_coherent;
create index property_search_subregion on property_search (subregion_code, transaction_type, type)
  include (updated_at, created_at, property_id, pricing_displayed)
  where not expired and listings_price_coherent;
create index property_search_url on property_search ((listings_url[1]));
create index property_search_urls on property_search using gin (listings_url) where cardinality(listings_url) > 1;

-- The codes of words: src/criteria/kinds/word-codes.ts. Statistics of an expression cannot be created again on a cluster, so the
-- table stays. Space of the former rows is used again by later ones, or returned by `vacuum full property_search_words`.
-- It has the kind of each home now, for counts without a join.
drop index property_search_description;
drop index property_search_title;
alter table property_search_words add column transaction_type "char";
alter table property_search_words add column type "char";
update property_search_words as worded set
  transaction_type = home.transaction_type, type = home.type,
  body_title = (
    select string_agg(coalesce(frequent.codes ->> word, word), ' ' order by at)
    from unnest(string_to_array(body_title, ' ')) with ordinality as own (word, at)),
  body_description = (
    select string_agg(coalesce(frequent.codes ->> word, word), ' ' order by at)
    from unnest(string_to_array(body_description, ' ')) with ordinality as own (word, at))
from property_search as home, (select '{"10":"P=","11":"F#","12":"E<","13":"EW","14":"F-","15":"E`","16":"FY","17":"Ed","18":"F>","19":"P>","20":"P?",
"21":"P@","22":"E*","23":"Dx","24":"E&","25":"Dq","26":"Dt","27":"E%","28":"EA","29":"Dk","30":"E^","31":"P^",
"32":"P_","33":"P`","34":"P|","35":"Ft","36":"E$","37":"Dz","38":"EZ","39":"EI","40":"EG","41":"E=","42":"EP",
"43":"EV","44":"ED","45":"EC","46":"Ds","47":"Dp","48":"Dh","49":"Dn","50":"Dj","51":"Du","52":"FH","53":"E>",
"54":"Ep","55":"E+","56":"EO","57":"EY","58":"D8","59":"E|","60":"Et","61":"ER","62":"Dv","63":"E!","64":"Do",
"65":"E?","66":"Dw","67":"D3","68":"D9","69":"D5","70":"EM","71":"EB","72":"EN","73":"Ef","74":"E:","75":"Ej",
"76":"D4","77":"E5","78":"FF","79":"Ea","80":"E@","81":"Eg","82":"E4","83":"FL","84":"FM","85":"E~","86":"Ex",
"87":"FX","88":"E8","89":"ES","90":"Eh","91":"EL","92":"Es","93":"FK","94":"En","95":"Eq","96":"FZ","97":"F?",
"98":"FR","99":"FI","100":"FV","101":"Fi","102":"F*","103":"FW","104":"FO","105":"Ek","106":"Eu","107":"FJ",
"108":"F=","109":"Ff","110":"FQ","111":"Fy","112":"Fk","113":"F+","114":"F!","115":"GS","116":"Fq","117":"G8",
"118":"F7","119":"G~","120":"F0","121":"GE","122":"GT","123":"GV","124":"F/","125":"F5","126":"G_","127":"GK",
"128":"F2","129":"Ev","130":"Fv","131":"E6","132":"Fd","133":"Fp","134":"F_","135":"GJ","136":"P~","137":"H/",
"138":"Fz","139":"GQ","140":"Gc","141":"F8","142":"G0","143":"GW","144":"F9","145":"HN","146":"Fs","147":"Pa",
"148":"G/","149":"Ht","150":"GD","151":"G4","152":"GX","153":"Pb","154":"GO","155":"Gn","156":"Gy","157":"G5",
"158":"GI","159":"ID","160":"GY","161":"HE","162":"Pc","163":"Pd","164":"H&","165":"Pe","166":"Pf","167":"Pg",
"168":"Ph","169":"Pi","170":"Pj","171":"Pk","172":"Pl","173":"H1","174":"Pm","175":"Pn","176":"Po","177":"IC",
"178":"Pp","179":"Pq","180":"Gx","181":"Pr","182":"Ps","183":"Go","184":"Pt","185":"Hs","186":"Pu","187":"Pv",
"188":"Pw","189":"Px","190":"Py","191":"Pz","192":"P0","193":"P1","194":"P2","195":"P3","196":"P4","197":"P5",
"198":"P6","199":"P7","200":"P8","201":"P9","202":"QA","203":"QB","204":"QC","205":"QD","206":"QE","207":"QF",
"208":"QG","209":"QH","210":"QI","211":"QJ","212":"QK","213":"QL","214":"QM","215":"QN","216":"QO","217":"QP",
"218":"QQ","219":"QR","220":"QS","221":"QT","222":"QU","223":"QV","224":"QW","225":"QX","226":"QY","227":"QZ",
"228":"Q!","229":"Q#","230":"Q$","231":"Q%","232":"Q&","233":"Q*","234":"Q+","235":"Q-","236":"Q/","237":"Q:",
"238":"Q;","239":"Q<","240":"Q=","241":"Q>","242":"Q?","243":"Q@","244":"Q^","245":"Q_","246":"Q`","247":"Q|",
"248":"Q~","249":"Qa","250":"Qb","251":"Qc","252":"Qd","253":"Qe","254":"Qf","255":"Qg","256":"Qh","257":"Qi",
"258":"Qj","259":"Qk","260":"Ql","261":"Qm","262":"Qn","263":"Qo","264":"Qp","265":"Qq","266":"Qr","267":"Qs",
"268":"Qt","269":"Qu","270":"Qv","271":"Qw","272":"Qx","273":"Qy","274":"Qz","275":"Q0","276":"Q1","277":"Q2",
"278":"Q3","279":"Q4","280":"Q5","281":"Q6","282":"Q7","283":"Q8","284":"Q9","285":"RA","286":"RB","287":"RC",
"288":"RD","289":"RE","290":"RF","291":"RG","292":"RH","293":"RI","294":"RJ","295":"RK","296":"RL","297":"RM",
"298":"RN","299":"RO","300":"RP","1850":"H$","1851":"HA","1852":"HB","1853":"H-","1854":"G1","1855":"HQ",
"1856":"HZ","1857":"H:","1859":"IF","1860":"Gp","1861":"G7","1863":"Hc","1865":"Hj","1866":"G;","1868":"He",
"1869":"Gu","1870":"G>","1871":"HU","1872":"Gq","1873":"HR","1874":"HX","1876":"G$","1877":"HC","1878":"G*",
"1879":"Gj","1880":"G6","1881":"Gb","1882":"Hi","1884":"HH","1886":"HF","1888":"Gg","1889":"IH","1890":"Ha",
"1891":"HO","1892":"Gv","1893":"Hb","1894":"Ho","1895":"Gw","1896":"G2","1898":"HI","1899":"H;","1900":"G%",
"1901":"H<","1902":"Hp","1903":"H%","1904":"RQ","1905":"HV","1906":"HG","1907":"H=","1908":"Hw","1909":"RR",
"1910":"RS","1911":"RT","1912":"HP","1913":"RU","1914":"RV","1915":"Gk","1916":"H2","1917":"RW","1918":"GZ",
"1919":"RX","1920":"HS","1921":"HW","1922":"RY","1923":"H7","1924":"G&","1925":"Hn","1926":"Gs","1927":"G?",
"1928":"Gz","1929":"RZ","1930":"GU","1931":"G-","1932":"G:","1933":"R!","1934":"HM","1935":"G3","1936":"Hf",
"1937":"R#","1938":"Hv","1939":"G^","1940":"HL","1941":"R$","1942":"H@","1943":"G!","1944":"H*","1945":"R%",
"1946":"F~","1947":"Er","1948":"GN","1949":"G#","1950":"GG","1951":"Fj","1952":"G+","1953":"GR","1954":"Fg",
"1955":"F3","1956":"Fo","1957":"F6","1958":"Fh","1959":"GB","1960":"Fx","1961":"GA","1962":"Fw","1963":"FU",
"1964":"Fr","1965":"GM","1966":"F4","1967":"Fu","1968":"F|","1969":"FN","1970":"DS","1971":"DH","1972":"D&",
"1973":"Ci","1974":"Cz","1975":"DV","1976":"Cp","1977":"DK","1978":"C8","1979":"Cy","1980":"De","1981":"DR",
"1982":"Cu","1983":"C0","1984":"C5","1985":"DY","1986":"D^","1987":"DT","1988":"Ck","1989":"D;","1990":"D|",
"1991":"DX","1992":"D#","1993":"D+","1994":"D`","1995":"C3","1996":"D@","1997":"C1","1998":"D-","1999":"DP",
"2000":"C6","2001":"DI","2002":"DZ","2003":"D%","2004":"D<","2005":"D_","2006":"DA","2007":"C7","2008":"D>",
"2009":"DL","2010":"DW","2011":"Cm","2012":"D/","2013":"D=","2014":"DO","2015":"D$","2016":"Ga","2017":"Fa",
"2018":"GH","2019":"Fe","2020":"Fn","2021":"OD","2022":"OE","2023":"OF","2024":"OG","2025":"C=","2026":"Cf",
"2027":"DC","2028":"R&","2029":"R*","2030":"R+","de":"A","une":"B","un":"C","les":"D","sur":"E","du":"F",
"dans":"G","appartement":"H","vous":"I","georisques":"J","accompagne":"K","tous":"L","vos":"M","projets":"N",
"immobiliers":"O","depuis":"P","il":"Q","se":"R","compose":"S","bien":"T","m2":"U","en":"V","au":"W","le":"X",
"des":"Y","pieces":"Z","agence":"!","honoraires":"#","la":"$","expose":"%","et":"&","maison":"*",
"chambres":"+","informations":"-","risques":"/","auxquels":":","ce":";","est":"<","sont":"=","disponibles":">",
"site":"?","www":"@","gouv":"^","fr":"_","environ":"`","charge":"|","vendeur":"~","bareme":"AA",
"consultable":"AB","quartier":"AC","proche":"AD","avec":"AE","immeuble":"AF","situe":"AG","cuisine":"AH",
"chauffage":"AI","sejour":"AJ","salle":"AK","visite":"AL","travaux":"AM","prevoir":"AN","quelques":"AO",
"minutes":"AP","etage":"AQ","balcon":"AR","prix":"AS","inclus":"AT","terrasse":"AU","pour":"AV","nous":"AW",
"rare":"AX","aux":"AY","immobilier":"AZ","calme":"A!","hopital":"A#","paris":"A$","chambre":"A%",
"residence":"A&","ou":"A*","secteur":"A+","cœur":"A-","sans":"A/","vis":"A:","universite":"A;","cellier":"A<",
"vente":"A=","buanderie":"A>","double":"A?","vitrage":"A@","partout":"A^","gare":"A_","centre":"A`","vue":"A|",
"degagee":"A~","collectif":"Aa","ravalement":"Ab","recent":"Ac","toilettes":"Ad","independantes":"Ae",
"parquet":"Af","ancien":"Ag","jardins":"Ah","place":"Ai","stationnement":"Aj","ouverte":"Ak","cave":"Al",
"dressing":"Am","equipee":"An","donnant":"Ao","moulures":"Ap","cheminee":"Aq","nombreux":"Ar",
"rangements":"As","etude":"At","entree":"Au","placards":"Av","loggia":"Aw","bains":"Ax","copropriete":"Ay",
"tenue":"Az","individuel":"A0","gaz":"A1","immobiliere":"A2","impose":"A3","sud":"A4","eau":"A5",
"cabinet":"A6","proximite":"A7","parc":"A8","ecoles":"A9","garage":"BA","ferme":"BB","parking":"BC",
"produit":"BD","aucun":"BE","exposee":"BF","transports":"BG","autoroute":"BH","pres":"BI","sous":"BJ",
"sol":"BK","disponible":"BL","contactez":"BM","organiser":"BN","marche":"BO","voir":"BP","rapidement":"BQ",
"absolument":"BR","pied":"BS","tramway":"BT","deux":"BU","pas":"BV","commerces":"BW","charges":"BX","lot":"BY",
"faibles":"BZ","rue":"B!","face":"B#","rafraichissement":"B$","jardin":"B%","ascenseur":"B&","cinq":"B*",
"toutes":"B+","commodites":"B-","votre":"B/","propose":"B:","t3":"B;","programme":"B<","neuf":"B=",
"livraison":"B>","prestations":"B?","qualite":"B@","frais":"B^","notaire":"B_","reduits":"B`","normes":"B|",
"re2020":"B~","chaque":"Ba","logement":"Bb","spacieux":"Bc","prise":"Bd","plein":"Be","charme":"Bf",
"parfait":"Bg","etat":"Bh","sein":"Bi","recherchee":"Bj","beaux":"Bk","volumes":"Bl","avons":"Bm",
"plaisir":"Bn","presenter":"Bo","terrain":"Bp","venez":"Bq","visiter":"Br","charmant":"Bs","decouvrir":"Bt",
"tarder":"Bu","exclusivite":"Bv","ideal":"Bw","investisseur":"Bx","premier":"By","achat":"Bz","coup":"B0",
"assure":"B1","idealement":"B2","renove":"B3","soin":"B4","beauregard":"B5","t4":"B6","lumineux":"B7",
"port":"B8","t2":"B9","plantes":"CA","traversant":"CB","atypique":"CC","plaine":"CD","halles":"CE",
"prefecture":"CF","ma":"CG","bellevue":"CH","rez":"CI","chaussee":"CJ","croix":"CK","blanche":"CL",
"sextant":"CM","habitat":"CN","france":"CO","saint":"CP","lyon":"CQ","1er":"CR","t5":"CS","cles":"CT",
"toit":"CU","compagnie":"CV","michel":"CW","reseau":"CX","pignon":"CY","docks":"CZ","t1":"C!","clos":"C#",
"prevue":"C$","piscine":"C%","monplaisir":"C&","plat":"C*","location":"C+","grange":"C-","amenager":"C/",
"arbore":"C:","complet":"C;","veranda":"C<","nice":"C>","atelier":"C?","lambert":"C@","chevalier":"C^",
"marchand":"C_","aubert":"C`","dependance":"C|","morin":"C~","colin":"Ca","faubourg":"Cb","nord":"Cc",
"gauthier":"Cd","mercier":"Ce","toulouse":"Cg","rousseau":"Ch","dupuis":"Cj","picard":"Cl","renard":"Cn",
"caron":"Co","particulier":"Cq","agences":"Cr","abstenir":"Cs","garnier":"Ct","vidal":"Cv","marseille":"Cw",
"2e":"Cx","montpellier":"C2","blanc":"C4","guerin":"C9","bordeaux":"DB","lefevre":"DD","bonnet":"DE",
"fontaine":"DF","brunet":"DG","perrin":"DJ","2eme":"DM","hubert":"DN","lille":"DQ","3eme":"DU","3e":"D!",
"leroux":"D*","t6":"D:","carre":"D?","terrasses":"D~","4eme":"Da","vieille":"Db","ville":"Dc",
"villeurbanne":"Dd","strasbourg":"Df","nantes":"Dg","rennes":"Di","4e":"Dl","t7":"Dm","villa":"Dr",
"coteaux":"Dy","boulogne":"D0","billancourt":"D1","oree":"D2","aix":"D6","provence":"D7","5eme":"EE",
"toulon":"EF","grenoble":"EH","clermont":"EJ","ferrand":"EK","5e":"EQ","brest":"ET","angers":"EU","6e":"EX",
"montreuil":"E#","reims":"E-","creteil":"E/","havre":"E;","6eme":"E_","jean":"Eb","jaures":"Ec","vannes":"Ee",
"bayonne":"Ei","sainte":"El","versailles":"Em","limoges":"Eo","annecy":"Ew","anatole":"Ey","7eme":"Ez",
"7e":"E0","dijon":"E1","sebastien":"E2","loire":"E3","tilleuls":"E7","nanterre":"E9","rochelle":"FA",
"tours":"FB","avignon":"FC","conflans":"FD","honorine":"FE","metz":"FG","moulin":"FP","etienne":"FS",
"sartrouville":"FT","paul":"F$","bert":"F%","moliere":"F&","paix":"F:","8eme":"F;","merignac":"F<",
"brive":"F@","gaillarde":"F^","8e":"F`","chateau":"Fb","melun":"Fc","emile":"Fl","zola":"Fm","thiers":"F1",
"lafayette":"GC","lilas":"GF","a103":"GL","b508":"GP","general":"G<","gaulle":"G=","c506":"G@","b112":"G`",
"9eme":"G|","albert":"Gd","camus":"Ge","b201":"Gf","jules":"Gh","ferry":"Gi","b811":"Gl","a509":"Gm",
"c107":"Gr","liberte":"Gt","a803":"G9","pasteur":"HD","b104":"HJ","bretagne":"HK","voltaire":"HT","9e":"HY",
"a805":"H!","c410":"H#","a502":"H+","c308":"H>","b210":"H?","a506":"H^","c407":"H_","b110":"H`","c603":"H|",
"a302":"H~","b305":"Hd","ris":"Hg","a301":"Hh","c301":"Hk","c304":"Hl","anne":"Hm","su":"Hq","c408":"Hr",
"c602":"Hu","b206":"Hx","geori":"Hy","b203":"Hz","c305":"H0","auxquel":"H3","b507":"H4","b204":"H5",
"c312":"H6","c306":"H8","b606":"H9","a801":"IA","a701":"IB","a702":"IE","c801":"IG","a409":"II","b207":"IJ",
"c702":"IK","par":"IL","plus":"IM","mais":"IN","sera":"IO","entre":"IP","vers":"IQ","chez":"IR","dont":"IS",
"que":"IT","qui":"IU","quoi":"IV","cet":"IW","cette":"IX","ces":"IY","son":"IZ","ses":"I!","leur":"I#",
"leurs":"I$","notre":"I%","nos":"I&","elle":"I*","ils":"I+","elles":"I-","tout":"I/","toute":"I:","tres":"I;",
"peu":"I<","aussi":"I=","ainsi":"I>","comme":"I?","deja":"I@","encore":"I^","ici":"I_","trois":"I`",
"quatre":"I|","six":"I~","sept":"Ia","huit":"Ib","dix":"Ic","onze":"Id","douze":"Ie","appartements":"If",
"maisons":"Ig","villas":"Ih","studio":"Ii","studios":"Ij","duplex":"Ik","triplex":"Il","loft":"Im",
"immeubles":"In","terrains":"Io","parkings":"Ip","garages":"Iq","caves":"Ir","box":"Is","local":"It",
"locaux":"Iu","commerce":"Iv","bureau":"Iw","bureaux":"Ix","corps":"Iy","longere":"Iz","mas":"I0",
"bastide":"I1","chalet":"I2","pavillon":"I3","propriete":"I4","domaine":"I5","residences":"I6",
"lotissement":"I7","neuve":"I8","ancienne":"I9","piece":"JA","salon":"JB","salles":"JC","manger":"JD",
"bain":"JE","douche":"JF","cuisines":"JG","amenagee":"JH","americaine":"JI","separee":"JJ","independante":"JK",
"kitchenette":"JL","couloir":"JM","degagement":"JN","hall":"JO","placard":"JP","rangement":"JQ","grenier":"JR",
"combles":"JS","mezzanine":"JT","balcons":"JU","cour":"JV","jardinet":"JW","pool":"JX","house":"JY",
"abri":"JZ","etages":"J!","niveau":"J#","niveaux":"J$","dernier":"J%","premiere":"J&","deuxieme":"J*",
"troisieme":"J+","quatrieme":"J-","cinquieme":"J/","sixieme":"J:","gardien":"J;","interphone":"J<",
"digicode":"J=","visiophone":"J>","escalier":"J?","palier":"J@","surface":"J^","surfaces":"J_",
"habitable":"J`","habitables":"J|","total":"J~","totale":"Ja","metres":"Jb","carres":"Jc","hectare":"Jd",
"hectares":"Je","ares":"Jf","loi":"Jg","carrez":"Jh","hauteur":"Ji","plafond":"Jj","plafonds":"Jk",
"vendre":"Jl","louer":"Jm","loue":"Jn","louee":"Jo","locatif":"Jp","locative":"Jq","acheter":"Jr",
"acquerir":"Js","investissement":"Jt","investisseurs":"Ju","rentabilite":"Jv","rendement":"Jw","loyer":"Jx",
"loyers":"Jy","comprises":"Jz","mensuel":"J0","mensuelle":"J1","mensuelles":"J2","annuel":"J3","annuelle":"J4",
"annuelles":"J5","euros":"J6","acquereur":"J7","acquereurs":"J8","locataire":"J9","locataires":"KA",
"proprietaire":"KB","depot":"KC","garantie":"KD","provision":"KE","taxe":"KF","fonciere":"KG","lots":"KH",
"procedure":"KI","cours":"KJ","syndic":"KK","budget":"KL","previsionnel":"KM","quote":"KN","part":"KO",
"mandat":"KP","exclusif":"KQ","exclusive":"KR","visites":"KS","contact":"KT","contacter":"KU","appeler":"KV",
"appelez":"KW","telephone":"KX","renseignements":"KY","information":"KZ","disponibilite":"K!","immediate":"K#",
"immediatement":"K$","libre":"K%","libres":"K&","occupation":"K*","situee":"K+","situes":"K-","situees":"K/",
"proches":"K:","pieds":"K;","minute":"K<","village":"K=","bourg":"K>","quartiers":"K?","avenue":"K@",
"boulevard":"K^","metro":"K_","tram":"K`","bus":"K|","rer":"K~","transport":"Ka","commun":"Kb","communs":"Kc",
"ecole":"Kd","college":"Ke","lycee":"Kf","creche":"Kg","aeroport":"Kh","mer":"Ki","plage":"Kj","plages":"Kk",
"lac":"Kl","riviere":"Km","foret":"Kn","montagne":"Ko","campagne":"Kp","nature":"Kq","vues":"Kr",
"panoramique":"Ks","imprenable":"Kt","calmes":"Ku","ensoleille":"Kv","ensoleillee":"Kw","lumineuse":"Kx",
"lumineuses":"Ky","clair":"Kz","claire":"K0","ouest":"K1","exposition":"K2","expositions":"K3",
"orientation":"K4","oriente":"K5","traversante":"K6","triple":"K7","simple":"K8","fenetres":"K9",
"fenetre":"LA","volets":"LB","roulants":"LC","electriques":"LD","portail":"LE","automatique":"LF",
"alarme":"LG","climatisation":"LH","climatise":"LI","reversible":"LJ","chaudiere":"LK","fuel":"LL","bois":"LM",
"electrique":"LN","electricite":"LO","pompe":"LP","chaleur":"LQ","poele":"LR","insert":"LS","radiateurs":"LT",
"plancher":"LU","chauffant":"LV","individuelle":"LW","fibre":"LX","optique":"LY","isolation":"LZ",
"toiture":"L!","facade":"L#","renover":"L$","renovee":"L%","renovation":"L&","refait":"L*","refaite":"L+",
"refaits":"L-","recente":"L/","recents":"L:","construction":"L;","construit":"L<","construite":"L=",
"annee":"L>","annees":"L?","bbc":"L@","dpe":"L^","classe":"L_","energie":"L`","energetique":"L|","ges":"L~",
"diagnostic":"La","diagnostics":"Lb","consommation":"Lc","emission":"Ld","performance":"Le","estimation":"Lf",
"depenses":"Lg","standard":"Lh","usage":"Li","indexees":"Lj","abonnements":"Lk","compris":"Ll",
"carrelage":"Lm","pierre":"Ln","pierres":"Lo","poutres":"Lp","apparentes":"Lq","charmante":"Lr",
"caractere":"Ls","authentique":"Lt","moderne":"Lu","contemporain":"Lv","contemporaine":"Lw","standing":"Lx",
"haut":"Ly","gamme":"Lz","bon":"L0","bonne":"L1","excellent":"L2","excellente":"L3","entretenu":"L4",
"entretenue":"L5","soigne":"L6","soignee":"L7","beau":"L8","bel":"L9","belle":"MA","belles":"MB","grand":"MC",
"grande":"MD","grands":"ME","grandes":"MF","petit":"MG","petite":"MH","petits":"MI","petites":"MJ",
"spacieuse":"MK","spacieuses":"ML","vaste":"MM","vastes":"MN","agreable":"MO","agreables":"MP",
"magnifique":"MQ","superbe":"MR","exceptionnel":"MS","exceptionnelle":"MT","unique":"MU","ideale":"MV",
"coeur":"MW","opportunite":"MX","saisir":"MY","possibilite":"MZ","possibilites":"M!","potentiel":"M#",
"agrandir":"M$","extension":"M%","division":"M&","divisible":"M*","amenageable":"M+","creer":"M-",
"constructible":"M/","cloture":"M:","arboree":"M;","pente":"M<","viabilise":"M=","raccordable":"M>",
"egout":"M?","assainissement":"M@","puits":"M^","forage":"M_","dependances":"M`","ecurie":"M|","hangar":"M~",
"voitures":"Ma","voiture":"Mb","vehicules":"Mc","places":"Md","moto":"Me","velos":"Mf","poubelles":"Mg",
"securise":"Mh","securisee":"Mi","fermee":"Mj","prive":"Mk","privee":"Ml","privatif":"Mm","privative":"Mn",
"privatifs":"Mo","partage":"Mp","composee":"Mq","comprend":"Mr","comprenant":"Ms","offre":"Mt","offrant":"Mu",
"proposee":"Mv","proposons":"Mw","presente":"Mx","beneficie":"My","beneficiant":"Mz","dispose":"M0",
"disposant":"M1","ouvrant":"M2","donne":"M3","ouvre":"M4","complete":"M5","completent":"M6","trouve":"M7",
"trouverez":"M8","retrouverez":"M9","accueille":"NA","bienvenue":"NB","vient":"NC","devenez":"ND",
"profitez":"NE","vivre":"NF","vie":"NG","famille":"NH","familial":"NI","familiale":"NJ","couple":"NK",
"retraite":"NL","primo":"NM","accedant":"NN","accedants":"NO","principale":"NP","secondaire":"NQ","terre":"NR",
"colocation":"NS","etudiant":"NT","etudiants":"NU","meuble":"NV","meublee":"NW","meubles":"NX","vide":"NY",
"vides":"NZ","vendu":"N!","vendue":"N#","occupe":"N$","viager":"N%","bouquet":"N&","rente":"N*",
"succession":"N+","agent":"N-","commercial":"N/","commerciaux":"N:","conseiller":"N;","conseillere":"N<",
"mandataire":"N=","rsac":"N>","rcs":"N?","siret":"N@","carte":"N^","professionnelle":"N_","cpi":"N`",
"titulaire":"N|","inscrit":"N~","inscrite":"Na","registre":"Nb","numero":"Nc","reference":"Nd","ref":"Ne",
"annonce":"Nf","redigee":"Ng","responsabilite":"Nh","editoriale":"Ni","com":"Nj","http":"Nk","https":"Nl",
"nombre":"Nm","type":"Nn","superficie":"No","etc":"Np","selon":"Nq","hors":"Nr","ttc":"Ns","hai":"Nt",
"fai":"Nu","tva":"Nv","euro":"Nw","actuellement":"Nx","prevu":"Ny","trimestre":"Nz","semestre":"N0",
"janvier":"N1","fevrier":"N2","mars":"N3","avril":"N4","mai":"N5","juin":"N6","juillet":"N7","aout":"N8",
"septembre":"N9","octobre":"OA","novembre":"OB","decembre":"OC","apartment":"OH","room":"OI","rooms":"OJ",
"bedroom":"OK","bedrooms":"OL","bathroom":"OM","bathrooms":"ON","kitchen":"OO","living":"OP","garden":"OQ",
"terrace":"OR","balcony":"OS","sale":"OT","rent":"OU","price":"OV","area":"OW","view":"OX","sea":"OY",
"city":"OZ","near":"O!","the":"O#","and":"O$","with":"O%","for":"O&","from":"O*","located":"O+",
"property":"O-","building":"O/","floor":"O:","flat":"O;","new":"O<","modern":"O=","renovated":"O>",
"quiet":"O?","bright":"O@","large":"O^","beautiful":"O_","close":"O`","walking":"O|","distance":"O~",
"station":"Oa","school":"Ob","shops":"Oc","heating":"Od","fireplace":"Oe","swimming":"Of","wohnung":"Og",
"haus":"Oh","zimmer":"Oi","schlafzimmer":"Oj","kuche":"Ok","bad":"Ol","balkon":"Om","garten":"On",
"keller":"Oo","stellplatz":"Op","kaufen":"Oq","mieten":"Or","verkauf":"Os","miete":"Ot","lage":"Ou",
"ruhige":"Ov","helle":"Ow","und":"Ox","mit":"Oy","der":"Oz","die":"O0","das":"O1","von":"O2","zum":"O3",
"zur":"O4","fur":"O5","ist":"O6","sind":"O7","wohnflache":"O8","grundstuck":"O9","baujahr":"PA","heizung":"PB",
"piso":"PC","casa":"PD","habitaciones":"PE","habitacion":"PF","bano":"PG","banos":"PH","cocina":"PI",
"terraza":"PJ","garaje":"PK","venta":"PL","alquiler":"PM","precio":"PN","zona":"PO","centro":"PP",
"ascensor":"PQ","exterior":"PR","reformado":"PS","luminoso":"PT","con":"PU","para":"PV","una":"PW","los":"PX",
"las":"PY","del":"PZ","por":"P!","metros":"P#","planta":"P$","edificio":"P%","piscina":"P&","vistas":"P*",
"siecle":"P+","eme":"P-","manoir":"P/","historique":"P:","etang":"P;","exception":"P<"}'::jsonb as codes offset 0) as frequent
where home.property_id = worded.property_id;
create index property_search_description on property_search_words using gin (string_to_array(body_description, ' '))
  where visible;
create index property_search_title on property_search_words using gin (string_to_array(body_title, ' ')) where visible;
analyze property_search;
analyze property_search_words;
