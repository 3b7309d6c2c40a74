/** Complete out of the box; others on request with `gable geo load`. */
export const HOME_COUNTRY = 'FR';
