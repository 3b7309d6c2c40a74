/** Small letters without accents, so that "metropole" finds "Métropole". */
export const foldText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
