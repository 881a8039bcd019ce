/**
 * Lower case without accents and with straight apostrophes, for comparing text: for French the same as the database's
 * `app.unaccent(lower(...))`, which stays in SQL because indexes and generated columns are built with it.
 */
export function foldText(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replace(/œ/g, 'oe').replace(/æ/g, 'ae').replace(/[‘’]/g, "'")
}
