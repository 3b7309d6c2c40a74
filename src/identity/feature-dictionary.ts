/** What the values of most features have in common. Frozen: stored features are read with it; a better one gets a new format. */
const VALUES = [
  '["precise","neighbourhood","floor"],["otherText"],"NEW","RENT","HOUSE","LAND","PARKING","COMMERCIAL"],{"parkin',
  'g":1}],"T-GN",[],[],false,true,[250000,242500],["-GK",{"parking":0}],["bedrooms","equippedKitchen","year"],176',
  '7307769746,"75001","75",[2.35,48.85],"rue de la ","immobilier","agence ","69386","69",true,42,3,2,1,4,1970,120',
  '0,900,230,20,"D","C",[1966489005182,"immo","SELL","FLAT","',
].join('');

/** As of documents: the codes of 1,500 features of a made world (ZDICT_finalizeDictionary of zstd 1.5.4, level 3). */
const CODES = [
  'N6Qw7AUAAAAzEMDSNAczMAMzMAMzwGLHJjK9dIfevvxtNjURQmj4//ft//+44gAmpZQyyZRJ3kidAXABowAwODBGiRkcAQAABKALD87TUYJzgE',
  'TLIFioAAIAAAAQAAAAAAAAAAAAAADE5UKCw+IkYYHB4gECiVwWkEhkMXUNBwAAAAEAAAAEAAAACAAAAA==',
].join('');

export const FEATURE_DICTIONARY = Buffer.concat([Buffer.from(CODES, 'base64'), Buffer.from(VALUES)]);
