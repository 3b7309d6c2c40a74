/**
 * Queries that people type and the unique code of the intended place, written before the ranking was, from
 * French geography and from complaints about other services. One group per topic; entries are `typed = code`,
 * separated by bars.
 */
const groups = {
  'a town by its name': `
    paris = 75056 | Marseille = 13055 | LYON = 69123 | toulouse = 31555 | Nice = 06088 | nantes = 44109 | Montpellier = 34172
    Strasbourg = 67482 | bordeaux = 33063 | lille = 59350 | rennes = 35238 | Reims = 51454 | Toulon = 83137 | grenoble = 38185
    Dijon = 21231 | Angers = 49007 | Villeurbanne = 69266 | Brest = 29019 | Tours = 37261 | Limoges = 87085 | Metz = 57463
    Caen = 14118 | Nancy = 54395 | Rouen = 76540 | Montreuil = 93048 | Avignon = 84007 | Pau = 64445 | Cannes = 06029
    Calais = 62193 | Colmar = 68066 | Quimper = 29232 | Valence = 26362 | Antony = 92002 | Lorient = 56121 | Vannes = 56260
    Arles = 13004 | Laval = 53130 | Gap = 05061 | Orange = 84087 | Sens = 89387 | Lens = 62498 | Dole = 39198 | Bron = 69029
    Bagneux = 92007 | Massy = 91377 | Chelles = 77108 | Mérignac = 33281 | Rochefort = 17299 | Saint-Omer = 62765
    Moulins = 03190 | Verdun = 55545 | Chaumont = 52121 | Castres = 81065 | Olivet = 45232 | Orly = 94054 | Eu = 76255 | Vif = 38545`,
  'without accents, or with wrong ones': `
    besancon = 25056 | BESANCON = 25056 | nimes = 30189 | beziers = 34032 | angouleme = 16015 | evreux = 27229 | alencon = 61001
    saint etienne = 42218 | saint-etienne = 42218 | orleans = 45234 | chambery = 73065 | creteil = 94028 | epinal = 88160
    montlucon = 03185 | perigueux = 24322 | chateauroux = 36044 | venissieux = 69259 | sevres = 92072 | ales = 30007
    Séte = 34301 | Orlèans = 45234 | marcq en baroeul = 59378 | Marcq-en-Barœul = 59378 | megeve = 74173 | hyeres = 83069`,
  'hyphens, apostrophes and blanks': `
    aix en provence = 13001 | aix-en-provence = 13001 | Aix en-Provence = 13001 | villeneuve d'ascq = 59009
    villeneuve d’ascq = 59009 | villeneuve dascq = 59009 | l'hay les roses = 94038 | l’haÿ-les-roses = 94038 | lhay les roses = 94038
    L HAY LES ROSES = 94038 | la rochelle = 17300 | larochelle = 17300 | le mans = 72181 | lemans = 72181 | le havre = 76351
    val d isere = 73304 | boulogne billancourt = 92012 | boulognebillancourt = 92012 | maisons alfort = 94046
    saintdenis = 97411 | saint - malo = 35288 | (Nantes) = 44109 |   Rennes   = 35238 | pont à mousson = 54431
    mont saint michel = 50353 | lisle adam = 95313 | l isle sur la sorgue = 84054 | clermont  ferrand = 63113 | sables dolonne = 85194`,
  'the article left out': `
    rochelle = 17300 | havre = 76351 | mans = 72181 | baule escoublac = 44055 | ciotat = 13028 | seyne sur mer = 83126 | tampon = 97422
    abymes = 97101 | blanc mesnil = 93007 | perreux sur marne = 94058 | kremlin bicetre = 94043 | lilas = 93045 | raincy = 93062
    sables d'olonne = 85194 | roche sur yon = 85191 | puy en velay = 43157 | cannet = 06030 | teste de buch = 33529`,
  'in the typing': `
    pari = 75056 | mars. = 13055 | marse = 13055 | toul = 54528 | toulo = 31555 | montpel = 34172 | bordea = 33063 | stras = 67482
    grenob = 38185 | talen = 33522 | talenc = 33522 | talence = 33522 | villeurb = 69266 | saint-nazai = 44184 | boulogne-b = 92012
    aix-en-p = 13001 | le hav = 76351 | saint-malo = 35288 | la roch = 17300 | fontainebl = 77186 | versail = 78646
    issy-les = 92040 | levallo = 92044 | neuilly-sur-s = 92051 | asnie = 92004 | courbev = 92026 | nanter = 92050
    champigny = 94017 | vitry sur s = 94081 | noisy le g = 93051 | cherb = 50129 | charlevi = 08105 | chalon sur = 71076 | bayonn = 64102`,
  'the first words of a longer name': `
    neuilly = 92051 | asnieres = 92004 | boulogne = 92012 | aix = 13001 | clermont = 63113 | issy = 92040 | levallois = 92044
    vitry = 94081 | ivry = 94041 | aulnay = 93005 | fontenay = 94033 | saint germain = 78551 | saint ouen = 93070 | evry = 91228
    saint maur = 94068 | epinay = 93031 | noisy = 93051 | rueil = 92063 | villeneuve = 59009 | chalons = 51108 | chalon = 71076
    bourg en = 01053 | la seyne = 83126 | la roche = 85191 | thonon = 74281 | cagnes = 06027 | salon = 13103 | livry = 93046
    corbeil = 91174 | savigny = 91589 | oullins = 69149 | rillieux = 69286 | vaulx = 69256 | caluire = 69034 | bourgoin = 38053
    romans = 26281 | brive = 19031 | mantes = 78361 | charleville = 08105 | cherbourg = 50129 | digne = 04070 | chamonix = 74056
    illkirch = 67218 | trouville = 14715 | villenave = 33550 | la baule escoublac = 44055 | deuil = 95197 | joue = 37122 | pontault = 77373`,
  'short forms': `
    st denis = 97411 | St-Denis = 97411 | st. etienne = 42218 | st nazaire = 44184 | ST MALO = 35288 | ste genevieve des bois = 91549
    st raphael = 83118 | ST RAPHAEL = 83118 | st maur des fosses = 94068 | St Germain en Laye = 78551 | st ouen = 93070
    bx = 33063 | Mars. = 13055 | Boulogne B = 92012 | Aix en Pce = 13001 | aix en prov = 13001 | st remy de pce = 13100
    clermont fd = 63113 | clermont fer = 63113 | tlse = 31555 | neuilly s/ seine = 92051 | neuilly s/seine = 92051
    neuilly/seine = 92051 | neuilly s seine = 92051 | fontenay s/s bois = 94033 | fontenay ss bois = 94033 | vitry s/ seine = 94081
    nogent s/ marne = 94052 | chalon s/ saone = 71076 | boulogne s/ mer = 62160 | issy les mx = 92040 | issy les m = 92040
    villeneuve d'a = 59009 | mt de marsan = 40192 | mt st aignan = 76451 | le mt st michel = 50353 | st martin d'heres = 38421
    v d'ascq = 59009 | chat thierry = 02168 | cht thierry = 02168 | bourg en b = 01053 | nd de bondeville = 76474
    n d de monts = 85164 | levallois p = 92044 | la roche s yon = 85191 | bry s marne = 94015 | epinay s/ seine = 93031
    st jean de la r = 45285 | gd quevilly = 76322 | le gd quevilly = 76322 | pt quevilly = 76498 | vlle d'avray = 92077
    chalons en ch = 51108 | st cyr s loire = 37214 | garges les g = 95268 | mtp = 34172 | villefranche s/ saone = 69264`,
  'a postal code': `
    75001 = 75101 | 75015 = 75115 | 75116 = 75116 | 75016 = 75116 | 69003 = 69383 | 13008 = 13208 | 33000 = 33063 | 31000 = 31555
    59000 = 59350 | 06000 = 06088 | 44000 = 44109 | 34000 = 34172 | 67000 = 67482 | 35000 = 35238 | 29200 = 29019 | 29000 = 29232
    92100 = 92012 | 92200 = 92051 | 94240 = 94038 | 93200 = 93066 | 97400 = 97411 | 20000 = 2A004 | 20200 = 2B033 | 92120 = 92049
    73000 = 73065 | 38000 = 38185 | 21000 = 21231 | 13100 = 13001 | 64100 = 64102 | 64200 = 64122 | 06400 = 06029 | 78000 = 78646`,
  'the code of a whole city, which is no postal code': `
    75000 = 75056 | 69000 = 69123 | 13000 = 13055 | 75000 paris = 75056 | paris 75000 = 75056 | Lyon 69000 = 69123
    13000 Marseille = 13055 | marseille 13000 = 13055`,
  'a code in the typing': `
    750 = 75056 | 7500 = 75056 | 690 = 69123 | 130 = 13055 | 3300 = 33063 | 9210 = 92012 | 440 = 44109 | 5900 = 59350 | 3400 = 34172`,
  'a department by its number': `
    75 = 75 | 13 = 13 | 69 = 69 | 2A = 2A | 2b = 2B | 01 = 01 | 971 = 971 | 974 = 974 | 976 = 976 | 93 = 93 | 33 = 33 | 59 = 59 | 06 = 06`,
  'a department or region by its name': `
    gironde = 33 | finistere = 29 | Seine-Saint-Denis = 93 | seine saint denis = 93 | hauts de seine = 92 | val de marne = 94
    bouches du rhone = 13 | haute savoie = 74 | alpes maritimes = 06 | nord = 59 | Landes = 40 | Var = 83 | morbihan = 56
    yvelines = 78 | essonne = 91 | cote d'or = 21 | puy de dome = 63 | loire atlantique = 44 | charente maritime = 17
    ile de france = R11 | bretagne = R53 | Normandie = R28 | occitanie = R76 | paca = R93 | idf = R11 | corse = R94
    provence alpes cote d'azur = R93 | rhone alpes = R84 | nouvelle aquitaine = R75 | hauts de france = R32 | alsace = R44`,
  'a district': `
    paris 15 = 75115 | Paris 15e = 75115 | Paris 15ème = 75115 | paris 15eme arrondissement = 75115 | PARIS 15 = 75115
    Paris 15e Arrondissement = 75115 | Paris XVe = 75115 | paris xvi = 75116 | paris quinzieme = 75115 | 15e paris = 75115
    paris 1 = 75101 | paris 1er = 75101 | Paris 01 = 75101 | paris 1er arr = 75101 | paris 20 = 75120 | paris 20eme = 75120
    lyon 3 = 69383 | Lyon 3eme = 69383 | lyon 3 eme = 69383 | lyon 2 = 69382 | LYON 06 = 69386 | lyon 7e = 69387 | Lyon 1er = 69381
    marseille 8 = 13208 | marseille 8e = 13208 | marseille 4 = 13204 | Marseille 13e = 13213 | marseille 13 = 13213 | Marseille (13) = 13055 | paris dix-huitieme = 75118
    paris 75015 = 75115 | 75015 paris = 75115 | Paris (75011) = 75111 | lyon 69007 = 69387 | marseille 13008 = 13208
    75008 Paris Cedex 08 = 75108 | paris 16 75016 = 75116`,
  'a name and where it is': `
    saint denis 93 = 93066 | saint-denis (93) = 93066 | saint denis 974 = 97411 | saint denis réunion = 97411 | 93200 saint denis = 93066
    saint denis la reunion = 97411 | saint denis seine saint denis = 93066 | saint pierre martinique = 97225 | saint paul 974 = 97415
    valence 26 = 26362 | valence drome = 26362 | valence 82 = 82186 | vienne isere = 38544 | vienne 38 = 38544 | lyon 69 = 69123
    paris 75 = 75056 | marseille bouches du rhone = 13055 | nantes 44 = 44109 | montreuil 93 = 93048 | montreuil sur mer 62 = 62588
    villeneuve 12 = 12301 | saint martin 978 = 97801 | sainte anne guadeloupe = 97128 | 44 nantes = 44109 | rennes bretagne = 35238
    bordeaux 33000 = 33063 | 33000 bordeaux = 33063 | 33000bordeaux = 33063 | l'haÿ-les-roses (94240) = 94038 | grenoble isère = 38185
    saint louis haut rhin = 68297 | saint louis reunion = 97414 | fontaine 38 = 38169 | paris france = 75056 | eu 76 = 76255
    y 80 = 80829 | nant aveyron = 12168 | mars ardeche = 07151 | lion d'angers = 49176 | ussel correze = 19275 | senlis oise = 60612
    mairie de lyon = 69123 | ville de nantes = 44109 | bordeaux centre = 33063 | lille cedex = 59350`,
  'words in another order, or some left out': `
    ferrand clermont = 63113 | billancourt boulogne = 92012 | billancourt = 92012 | provence aix = 13001 | malmaison = 92063
    ascq = 59009 | escoublac = 44055 | neuilly seine = 92051 | vitry seine = 94081 | fontenay bois = 94033 | gargan = 93046
    saint germain laye = 78551 | bourg bresse = 01053 | chalon saone = 71076 | courcouronnes = 91228
    jallieu = 38053 | bezannes reims = 51058 | gradignan bordeaux = 33192 | montigny bretonneux = 78423`,
  'one typo': `
    marseile = 13055 | Marseillle = 13055 | toulose = 31555 | brodeaux = 33063 | bordaux = 33063 | montpelier = 34172 | nnates = 44109
    strasbour = 67482 | strabourg = 67482 | grenobel = 38185 | parsi = 75056 | renes = 35238 | lilel = 59350 | mulouse = 68224
    perpignant = 66136 | carcassone = 11069 | fontainbleau = 77186 | versaille = 78646 | sarcelle = 95585 | aubervillers = 93001
    genevilliers = 92036 | courbevoi = 92026 | levalois = 92044 | boulonge billancourt = 92012 | saint etiene = 42218
    aix en provance = 13001 | villeneuve d'asq = 59009 | clermond ferrand = 63113 | clermont ferand = 63113 | monteuil = 93048
    saint nazare = 44184 | biaritz = 64122 | bayone = 64102 | chamberry = 73065 | anneci = 74010 | quimpper = 29232 | lorien = 56121
    dunkerke = 59183 | roubais = 59512 | tourcoin = 59599 | valencienne = 59606 | anger = 49007 | le manse = 72181 | pointiers = 86194
    la rochele = 17300 | limoge = 87085 | nanci = 54395 | besanson = 25056 | sain denis = 97411 | villeurbane = 69266
    cergi = 95127 | argentueil = 95018 | champs elysees sur marne = 77083 | rueil malmaisson = 92063 | narbone = 11262 | begles = 33039`,
  'two typos': `
    marsseile = 13055 | strassbourd = 67482 | montpelierr = 34172 | fontainnebleaux = 77186 | boulonge bilancourt = 92012
    aubervilier = 93001 | annecie = 74010 | clermond ferand = 63113 | perpinian = 66136 | carcasonne = 11069 | villeurbanes = 69266`,
  'a name of before, or of elsewhere': `
    annecy le vieux = 74010 | lomme = 59350 | hellemmes = 59350 | chalons sur marne = 51108 | cherbourg octeville = 50129
    equeurdreville = 50129 | courcouronnes = 91228 | le chesnay = 78158 | rocquencourt = 78158 | cran gevrier = 74010
    pierre benite = 69149 | marseilles = 13055 | dunkirk = 59183 | brittany = R53 | olonne sur mer = 85194 | saint hilaire du harcouet = 50484`,
  'a group of municipalities': `
    bordeaux metropole = 243300316 | metropole de lyon = 200046977 | grand lyon = 200046977 | metropole du grand paris = 200054781
    nantes metropole = 244400404 | plaine commune = 200057867 | saint quentin en yvelines = 200058782 | cergy pontoise = 249500109`,
};

export interface RealQuery {
  readonly group: string;
  readonly typed: string;
  readonly uniqueCode: string;
}

export const realQueries: readonly RealQuery[] = Object.entries(groups).flatMap(([group, entries]) =>
  entries
    .split(/[|\n]/)
    .map((entry) => entry.split(' = '))
    .filter((parts) => parts.length === 2)
    .map(([typed = '', code = '']) => ({ group, typed: typed.trim(), uniqueCode: code.trim() })),
);
