/** Loaded at the first start; other countries with `gable geo load`. */
export const HOME_COUNTRY = 'FR';
