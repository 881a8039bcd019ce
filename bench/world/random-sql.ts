/** Functions of the connection that fills the world. */
export const randomSql = [
  // From 0 (included) to 1 (excluded): looks random, and is the same in every run.
  `create function pg_temp.roll(n bigint, seed integer) returns double precision language sql immutable
    return ((hashint8extended(n, seed) >> 12) & 4503599627370495)::double precision / 4503599627370496`,
  `create function pg_temp.pick(words text[], n bigint, seed integer) returns text language sql immutable
    return words[1 + floor(pg_temp.roll(n, seed) * cardinality(words))::integer]`,
  // A UUIDv7 of this time: 'kind' keeps the ids of different tables apart.
  `create function pg_temp.id_at(at timestamptz, n bigint, kind integer) returns uuid language sql stable
    return (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(kind), 3, '0')
      || '8' || lpad(to_hex(n), 15, '0'))::uuid`,
]

/** A text array as it is written in SQL. */
export function textArray(words: readonly string[]): string {
  return `array[${words.map((word) => `'${word.replaceAll("'", "''")}'`).join(', ')}]`
}

/** Lower case without accents, for addresses. */
export const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()
