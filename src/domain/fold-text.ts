/** Lower case without accents, for comparing text: the same as the database's `app.unaccent(lower(...))` for French. */
export function foldText(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replace(/œ/g, 'oe').replace(/æ/g, 'ae')
}
