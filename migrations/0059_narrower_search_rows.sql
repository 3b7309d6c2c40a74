-- Narrower rows of the search tables (docs/decisions/0099-narrower-search-rows.md). Values of vocabularies are codes of one byte,
-- several of them bits; what a publisher, listing or change has of few values is one number; whole numbers have 4 bytes;
-- a URL is its digest; a list of texts is one text, null without a value; frequent words of texts are codes. Columns that
-- are asked for most come first, by alignment. All rows are copied as this release writes them, and no property is
-- recorded meanwhile. Processes of earlier releases are stopped before: they write and ask for columns that are no longer
-- there.
-- On a node of a cluster the insert is one task, so it has immutable functions alone: not `array_to_string`.
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
  -1665359951,
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
  case when cardinality(array_remove(listings_sources, null)) > 0 then (select string_agg(coalesce(own.value, ''), e'\x1e' order by at) from unnest(listings_sources) with ordinality as own (value, at)) end,
  nullif((select string_agg(own.value, e'\x1f' order by at) from unnest(postal_codes) with ordinality as own (value, at)), ''),
  nullif((select string_agg(own.value, e'\x1f' order by at) from unnest(division_codes) with ordinality as own (value, at)), ''),
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
  case when cardinality(array_remove(publisher_references, null)) > 0 then (select string_agg(coalesce(own.value, ''), e'\x1e' order by at) from unnest(publisher_references) with ordinality as own (value, at)) end,
  division_ids,
  case when cardinality(array_remove(listings_marketing_favorites, null)) > 0 then listings_marketing_favorites::integer[] end,
  case when cardinality(array_remove(listings_url, null)) > 0 then (select array_agg(md5(url)::uuid order by at) from unnest(listings_url) with ordinality as own (url, at)) end,
  case when cardinality(array_remove(listings_expired_at, null)) > 0 then listings_expired_at end
from property_search_former as former;
drop table property_search_former;
alter table property_search add constraint property_search_pkey primary key (property_id);
-- The transaction that changed a row is in the row. The log has what was deleted.
delete from property_search_log where property_id in (select property_id from property_search);
-- Every process asks several times a second for what changed. Rows of one transaction share an entry.
create index property_search_changed on property_search (changed_in);

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
from property_search as home, (select '{"de":"A","la":"B","le":"C","et":"D","en":"E","les":"F","un":"G","des":"H","du":"I","au":"J","avec":"K",
"pour":"L","une":"M","sur":"N","dans":"O","par":"P","est":"Q","vous":"R","aux":"S","ou":"T","ce":"U","sans":"V",
"se":"W","il":"X","cette":"Y","son":"Z","sa":"!","qui":"#","nous":"$","plus":"&","tres":"*","que":"+",
"bien":"-","deux":"/","m2":":","ne":";","sont":"<","ses":"=","the":">","and":"?","appartement":"@","maison":"^",
"chambre":"`","pieces":"|","cuisine":"~","chambres":"AA","piece":"AB","sejour":"AC","salon":"AD","salle":"AE",
"bain":"AF","bains":"AG","eau":"AH","wc":"AI","surface":"AJ","etage":"AK","terrasse":"AL","balcon":"AM",
"jardin":"AN","garage":"AO","cave":"AP","parking":"AQ","vente":"AR","prix":"AS","immeuble":"AT",
"residence":"AU","situe":"AV","situee":"AW","entree":"AX","proche":"AY","commerces":"AZ","centre":"A!",
"ville":"A#","gare":"A$","quartier":"A&","calme":"A*","vue":"A+","chauffage":"A-","gaz":"A/","electrique":"A:",
"copropriete":"A;","honoraires":"A<","charges":"A=","charge":"A>","vendeur":"A?","agence":"A@",
"immobilier":"A^","lot":"A`","lots":"A|","environ":"A~","risques":"Aa","informations":"Ab","georisques":"Ac",
"gouv":"Ad","fr":"Ae","www":"Af","accompagne":"Ag","tous":"Ah","vos":"Ai","projets":"Aj","immobiliers":"Ak",
"depuis":"Al","compose":"Am","expose":"An","auxquels":"Ao","disponibles":"Ap","site":"Aq","bareme":"Ar",
"consultable":"As","visite":"At","travaux":"Au","prevoir":"Av","quelques":"Aw","minutes":"Ax","inclus":"Ay",
"rare":"Az","hopital":"A0","paris":"A1","secteur":"A2","vis":"A3","universite":"A4","cellier":"A5",
"buanderie":"A6","double":"A7","vitrage":"A8","partout":"A9","degagee":"BA","collectif":"BB","ravalement":"BC",
"recent":"BD","toilettes":"BE","independantes":"BF","parquet":"BG","ancien":"BH","jardins":"BI","place":"BJ",
"stationnement":"BK","ouverte":"BL","dressing":"BM","equipee":"BN","donnant":"BO","moulures":"BP",
"cheminee":"BQ","nombreux":"BR","rangements":"BS","etude":"BT","placards":"BU","loggia":"BV","tenue":"BW",
"individuel":"BX","immobiliere":"BY","impose":"BZ","sud":"B!","cabinet":"B#","proximite":"B$","parc":"B&",
"ecoles":"B*","ferme":"B+","produit":"B-","aucun":"B/","exposee":"B:","transports":"B;","autoroute":"B<",
"pres":"B=","sous":"B>","sol":"B?","disponible":"B@","contactez":"B^","organiser":"B`","marche":"B|",
"voir":"B~","rapidement":"Ba","absolument":"Bb","pied":"Bc","tramway":"Bd","pas":"Be","faibles":"Bf","rue":"Bg",
"face":"Bh","rafraichissement":"Bi","ascenseur":"Bj","cinq":"Bk","toutes":"Bl","commodites":"Bm","votre":"Bn",
"propose":"Bo","programme":"Bp","neuf":"Bq","livraison":"Br","prestations":"Bs","qualite":"Bt","frais":"Bu",
"notaire":"Bv","reduits":"Bw","normes":"Bx","re2020":"By","chaque":"Bz","logement":"B0","spacieux":"B1",
"prise":"B2","plein":"B3","charme":"B4","parfait":"B5","etat":"B6","sein":"B7","recherchee":"B8","beaux":"B9",
"volumes":"CA","avons":"CB","plaisir":"CC","presenter":"CD","terrain":"CE","venez":"CF","visiter":"CG",
"charmant":"CH","decouvrir":"CI","tarder":"CJ","exclusivite":"CK","ideal":"CL","investisseur":"CM",
"premier":"CN","achat":"CO","coup":"CP","assure":"CQ","idealement":"CR","renove":"CS","soin":"CT",
"lumineux":"CU","traversant":"CV","atypique":"CW","rez":"CX","chaussee":"CY","france":"CZ","saint":"C!",
"lyon":"C#","1er":"C$","prevue":"C&","piscine":"C*","plat":"C+","location":"C-","grange":"C/","amenager":"C:",
"arbore":"C;","complet":"C<","veranda":"C=","nice":"C>","atelier":"C?","dependance":"C@","faubourg":"C^",
"nord":"C`","toulouse":"C|","particulier":"C~","agences":"Ca","abstenir":"Cb","marseille":"Cc",
"montpellier":"Cd","blanc":"Ce","bordeaux":"Cf","2eme":"Cg","lille":"Ch","3eme":"Ci","carre":"Cj",
"terrasses":"Ck","4eme":"Cl","vieille":"Cm","villeurbanne":"Cn","strasbourg":"Co","nantes":"Cp","rennes":"Cq",
"villa":"Cr","boulogne":"Cs","aix":"Ct","provence":"Cu","5eme":"Cv","toulon":"Cw","grenoble":"Cx",
"clermont":"Cy","ferrand":"Cz","brest":"C0","angers":"C1","montreuil":"C2","reims":"C3","creteil":"C4",
"6eme":"C5","jean":"C6","jaures":"C7","vannes":"C8","bayonne":"C9","sainte":"DA","versailles":"DB",
"limoges":"DC","annecy":"DD","7eme":"DE","dijon":"DF","loire":"DG","nanterre":"DH","rochelle":"DI","tours":"DJ",
"avignon":"DK","metz":"DL","8eme":"DM","9eme":"DN","mais":"DO","sera":"DP","entre":"DQ","vers":"DR","chez":"DS",
"dont":"DT","quoi":"DU","cet":"DV","ces":"DW","leur":"DX","leurs":"DY","notre":"DZ","nos":"D!","elle":"D#",
"ils":"D$","elles":"D&","tout":"D*","toute":"D+","peu":"D-","aussi":"D/","ainsi":"D:","comme":"D;","deja":"D<",
"encore":"D=","ici":"D>","trois":"D?","quatre":"D@","six":"D^","sept":"D`","huit":"D|","dix":"D~","onze":"Da",
"douze":"Db","appartements":"Dc","maisons":"Dd","villas":"De","studio":"Df","studios":"Dg","duplex":"Dh",
"triplex":"Di","loft":"Dj","immeubles":"Dk","terrains":"Dl","parkings":"Dm","garages":"Dn","caves":"Do",
"box":"Dp","local":"Dq","locaux":"Dr","commerce":"Ds","bureau":"Dt","bureaux":"Du","corps":"Dv","longere":"Dw",
"mas":"Dx","bastide":"Dy","chalet":"Dz","pavillon":"D0","propriete":"D1","domaine":"D2","residences":"D3",
"lotissement":"D4","neuve":"D5","ancienne":"D6","salles":"D7","manger":"D8","douche":"D9","cuisines":"EA",
"amenagee":"EB","americaine":"EC","separee":"ED","independante":"EE","kitchenette":"EF","couloir":"EG",
"degagement":"EH","hall":"EI","placard":"EJ","rangement":"EK","grenier":"EL","combles":"EM","mezzanine":"EN",
"balcons":"EO","cour":"EP","jardinet":"EQ","pool":"ER","house":"ES","abri":"ET","etages":"EU","niveau":"EV",
"niveaux":"EW","dernier":"EX","premiere":"EY","deuxieme":"EZ","troisieme":"E!","quatrieme":"E#",
"cinquieme":"E$","sixieme":"E&","gardien":"E*","interphone":"E+","digicode":"E-","visiophone":"E/",
"escalier":"E:","palier":"E;","surfaces":"E<","habitable":"E=","habitables":"E>","total":"E?","totale":"E@",
"metres":"E^","carres":"E`","hectare":"E|","hectares":"E~","ares":"Ea","loi":"Eb","carrez":"Ec","hauteur":"Ed",
"plafond":"Ee","plafonds":"Ef","vendre":"Eg","louer":"Eh","loue":"Ei","louee":"Ej","locatif":"Ek",
"locative":"El","acheter":"Em","acquerir":"En","investissement":"Eo","investisseurs":"Ep","rentabilite":"Eq",
"rendement":"Er","loyer":"Es","loyers":"Et","comprises":"Eu","mensuel":"Ev","mensuelle":"Ew","mensuelles":"Ex",
"annuel":"Ey","annuelle":"Ez","annuelles":"E0","euros":"E1","acquereur":"E2","acquereurs":"E3","locataire":"E4",
"locataires":"E5","proprietaire":"E6","depot":"E7","garantie":"E8","provision":"E9","taxe":"FA","fonciere":"FB",
"procedure":"FC","cours":"FD","syndic":"FE","budget":"FF","previsionnel":"FG","quote":"FH","part":"FI",
"mandat":"FJ","exclusif":"FK","exclusive":"FL","visites":"FM","contact":"FN","contacter":"FO","appeler":"FP",
"appelez":"FQ","telephone":"FR","renseignements":"FS","information":"FT","disponibilite":"FU","immediate":"FV",
"immediatement":"FW","libre":"FX","libres":"FY","occupation":"FZ","situes":"F!","situees":"F#","proches":"F$",
"pieds":"F&","minute":"F*","village":"F+","bourg":"F-","quartiers":"F/","avenue":"F:","boulevard":"F;",
"metro":"F<","tram":"F=","bus":"F>","rer":"F?","transport":"F@","commun":"F^","communs":"F`","ecole":"F|",
"college":"F~","lycee":"Fa","creche":"Fb","aeroport":"Fc","mer":"Fd","plage":"Fe","plages":"Ff","lac":"Fg",
"riviere":"Fh","foret":"Fi","montagne":"Fj","campagne":"Fk","nature":"Fl","vues":"Fm","panoramique":"Fn",
"imprenable":"Fo","calmes":"Fp","ensoleille":"Fq","ensoleillee":"Fr","lumineuse":"Fs","lumineuses":"Ft",
"clair":"Fu","claire":"Fv","ouest":"Fw","exposition":"Fx","expositions":"Fy","orientation":"Fz","oriente":"F0",
"traversante":"F1","triple":"F2","simple":"F3","fenetres":"F4","fenetre":"F5","volets":"F6","roulants":"F7",
"electriques":"F8","portail":"F9","automatique":"GA","alarme":"GB","climatisation":"GC","climatise":"GD",
"reversible":"GE","chaudiere":"GF","fuel":"GG","bois":"GH","electricite":"GI","pompe":"GJ","chaleur":"GK",
"poele":"GL","insert":"GM","radiateurs":"GN","plancher":"GO","chauffant":"GP","individuelle":"GQ","fibre":"GR",
"optique":"GS","isolation":"GT","toiture":"GU","facade":"GV","renover":"GW","renovee":"GX","renovation":"GY",
"refait":"GZ","refaite":"G!","refaits":"G#","recente":"G$","recents":"G&","construction":"G*","construit":"G+",
"construite":"G-","annee":"G/","annees":"G:","bbc":"G;","dpe":"G<","classe":"G=","energie":"G>",
"energetique":"G?","ges":"G@","diagnostic":"G^","diagnostics":"G`","consommation":"G|","emission":"G~",
"performance":"Ga","estimation":"Gb","depenses":"Gc","standard":"Gd","usage":"Ge","indexees":"Gf",
"abonnements":"Gg","compris":"Gh","carrelage":"Gi","pierre":"Gj","pierres":"Gk","poutres":"Gl",
"apparentes":"Gm","charmante":"Gn","caractere":"Go","authentique":"Gp","moderne":"Gq","contemporain":"Gr",
"contemporaine":"Gs","standing":"Gt","haut":"Gu","gamme":"Gv","bon":"Gw","bonne":"Gx","excellent":"Gy",
"excellente":"Gz","entretenu":"G0","entretenue":"G1","soigne":"G2","soignee":"G3","beau":"G4","bel":"G5",
"belle":"G6","belles":"G7","grand":"G8","grande":"G9","grands":"HA","grandes":"HB","petit":"HC","petite":"HD",
"petits":"HE","petites":"HF","spacieuse":"HG","spacieuses":"HH","vaste":"HI","vastes":"HJ","agreable":"HK",
"agreables":"HL","magnifique":"HM","superbe":"HN","exceptionnel":"HO","exceptionnelle":"HP","unique":"HQ",
"ideale":"HR","coeur":"HS","opportunite":"HT","saisir":"HU","possibilite":"HV","possibilites":"HW",
"potentiel":"HX","agrandir":"HY","extension":"HZ","division":"H!","divisible":"H#","amenageable":"H$",
"creer":"H&","constructible":"H*","cloture":"H+","arboree":"H-","pente":"H/","viabilise":"H:",
"raccordable":"H;","egout":"H<","assainissement":"H=","puits":"H>","forage":"H?","dependances":"H@",
"ecurie":"H^","hangar":"H`","voitures":"H|","voiture":"H~","vehicules":"Ha","places":"Hb","moto":"Hc",
"velos":"Hd","poubelles":"He","securise":"Hf","securisee":"Hg","fermee":"Hh","prive":"Hi","privee":"Hj",
"privatif":"Hk","privative":"Hl","privatifs":"Hm","partage":"Hn","composee":"Ho","comprend":"Hp",
"comprenant":"Hq","offre":"Hr","offrant":"Hs","proposee":"Ht","proposons":"Hu","presente":"Hv","beneficie":"Hw",
"beneficiant":"Hx","dispose":"Hy","disposant":"Hz","ouvrant":"H0","donne":"H1","ouvre":"H2","complete":"H3",
"completent":"H4","trouve":"H5","trouverez":"H6","retrouverez":"H7","accueille":"H8","bienvenue":"H9",
"vient":"IA","devenez":"IB","profitez":"IC","vivre":"ID","vie":"IE","famille":"IF","familial":"IG",
"familiale":"IH","couple":"II","retraite":"IJ","primo":"IK","accedant":"IL","accedants":"IM","principale":"IN",
"secondaire":"IO","terre":"IP","colocation":"IQ","etudiant":"IR","etudiants":"IS","meuble":"IT","meublee":"IU",
"meubles":"IV","vide":"IW","vides":"IX","vendu":"IY","vendue":"IZ","occupe":"I!","viager":"I#","bouquet":"I$",
"rente":"I&","succession":"I*","agent":"I+","commercial":"I-","commerciaux":"I/","conseiller":"I:",
"conseillere":"I;","mandataire":"I<","rsac":"I=","rcs":"I>","siret":"I?","carte":"I@","professionnelle":"I^",
"cpi":"I`","titulaire":"I|","inscrit":"I~","inscrite":"Ia","registre":"Ib","numero":"Ic","reference":"Id",
"ref":"Ie","annonce":"If","redigee":"Ig","responsabilite":"Ih","editoriale":"Ii","com":"Ij","http":"Ik",
"https":"Il","nombre":"Im","type":"In","superficie":"Io","etc":"Ip","selon":"Iq","hors":"Ir","ttc":"Is",
"hai":"It","fai":"Iu","tva":"Iv","euro":"Iw","actuellement":"Ix","prevu":"Iy","trimestre":"Iz","semestre":"I0",
"janvier":"I1","fevrier":"I2","mars":"I3","avril":"I4","mai":"I5","juin":"I6","juillet":"I7","aout":"I8",
"septembre":"I9","octobre":"JA","novembre":"JB","decembre":"JC","apartment":"JD","room":"JE","rooms":"JF",
"bedroom":"JG","bedrooms":"JH","bathroom":"JI","bathrooms":"JJ","kitchen":"JK","living":"JL","garden":"JM",
"terrace":"JN","balcony":"JO","sale":"JP","rent":"JQ","price":"JR","area":"JS","view":"JT","sea":"JU",
"city":"JV","near":"JW","with":"JX","for":"JY","from":"JZ","located":"J!","property":"J#","building":"J$",
"floor":"J&","flat":"J*","new":"J+","modern":"J-","renovated":"J/","quiet":"J:","bright":"J;","large":"J<",
"beautiful":"J=","close":"J>","walking":"J?","distance":"J@","station":"J^","school":"J`","shops":"J|",
"heating":"J~","fireplace":"Ja","swimming":"Jb","wohnung":"Jc","haus":"Jd","zimmer":"Je","schlafzimmer":"Jf",
"kuche":"Jg","bad":"Jh","balkon":"Ji","garten":"Jj","keller":"Jk","stellplatz":"Jl","kaufen":"Jm","mieten":"Jn",
"verkauf":"Jo","miete":"Jp","lage":"Jq","ruhige":"Jr","helle":"Js","und":"Jt","mit":"Ju","der":"Jv","die":"Jw",
"das":"Jx","von":"Jy","zum":"Jz","zur":"J0","fur":"J1","ist":"J2","sind":"J3","wohnflache":"J4",
"grundstuck":"J5","baujahr":"J6","heizung":"J7","piso":"J8","casa":"J9","habitaciones":"KA","habitacion":"KB",
"bano":"KC","banos":"KD","cocina":"KE","terraza":"KF","garaje":"KG","venta":"KH","alquiler":"KI","precio":"KJ",
"zona":"KK","centro":"KL","ascensor":"KM","exterior":"KN","reformado":"KO","luminoso":"KP","con":"KQ",
"para":"KR","una":"KS","los":"KT","las":"KU","del":"KV","por":"KW","metros":"KX","planta":"KY","edificio":"KZ",
"piscina":"K!","vistas":"K#","siecle":"K$","eme":"K&","manoir":"K*","historique":"K+","etang":"K-",
"exception":"K/","cœur":"K:","1890":"K;","1891":"K<","1892":"K=","1893":"K>","1894":"K?","1895":"K@",
"1896":"K^","1897":"K`","1898":"K|","1899":"K~","1900":"Ka","1901":"Kb","1902":"Kc","1903":"Kd","1904":"Ke",
"1905":"Kf","1906":"Kg","1907":"Kh","1908":"Ki","1909":"Kj","1910":"Kk","1911":"Kl","1912":"Km","1913":"Kn",
"1914":"Ko","1915":"Kp","1916":"Kq","1917":"Kr","1918":"Ks","1919":"Kt","1920":"Ku","1921":"Kv","1922":"Kw",
"1923":"Kx","1924":"Ky","1925":"Kz","1926":"K0","1927":"K1","1928":"K2","1929":"K3","1930":"K4","1931":"K5",
"1932":"K6","1933":"K7","1934":"K8","1935":"K9","1936":"LA","1937":"LB","1938":"LC","1939":"LD","1940":"LE",
"1941":"LF","1942":"LG","1943":"LH","1944":"LI","1945":"LJ","1946":"LK","1947":"LL","1948":"LM","1949":"LN",
"1950":"LO","1951":"LP","1952":"LQ","1953":"LR","1954":"LS","1955":"LT","1956":"LU","1957":"LV","1958":"LW",
"1959":"LX","1960":"LY","1961":"LZ","1962":"L!","1963":"L#","1964":"L$","1965":"L&","1966":"L*","1967":"L+",
"1968":"L-","1969":"L/","1970":"L:","1971":"L;","1972":"L<","1973":"L=","1974":"L>","1975":"L?","1976":"L@",
"1977":"L^","1978":"L`","1979":"L|","1980":"L~","1981":"La","1982":"Lb","1983":"Lc","1984":"Ld","1985":"Le",
"1986":"Lf","1987":"Lg","1988":"Lh","1989":"Li","1990":"Lj","1991":"Lk","1992":"Ll","1993":"Lm","1994":"Ln",
"1995":"Lo","1996":"Lp","1997":"Lq","1998":"Lr","1999":"Ls","2000":"Lt","2001":"Lu","2002":"Lv","2003":"Lw",
"2004":"Lx","2005":"Ly","2006":"Lz","2007":"L0","2008":"L1","2009":"L2","2010":"L3","2011":"L4","2012":"L5",
"2013":"L6","2014":"L7","2015":"L8","2016":"L9","2017":"MA","2018":"MB","2019":"MC","2020":"MD","2021":"ME",
"2022":"MF","2023":"MG","2024":"MH","2025":"MI","2026":"MJ","2027":"MK","2028":"ML","2029":"MM","2030":"MN"}'::jsonb as codes offset 0) as frequent
where home.property_id = worded.property_id;
create index property_search_description on property_search_words using gin (string_to_array(body_description, ' '))
  where visible;
create index property_search_title on property_search_words using gin (string_to_array(body_title, ' ')) where visible;
analyze property_search;
analyze property_search_words;
