type Value = string | number

/**
 * Few rows with one value of each factor, in which any two values of different factors that `allows` together meet at least once
 * (a covering array of strength two). The same factors always give the same rows. Each value has to be allowed with some value of
 * every other factor.
 */
export function pairwise<Row extends Record<string, Value>>(
  factors: { readonly [Name in keyof Row]: readonly Row[Name][] },
  allows: (part: Partial<Row>) => boolean = () => true,
): Row[] {
  const names: readonly (keyof Row & string)[] = Object.keys(factors)
  const missing = new Map<string, Partial<Row>>()
  const keyOf = (part: Partial<Row>, one: keyof Row & string, other: keyof Row & string) =>
    JSON.stringify([one, part[one], other, part[other]])
  for (const [index, one] of names.entries()) {
    for (const other of names.slice(index + 1)) {
      for (const [left, right] of factors[one].flatMap((first) => factors[other].map((second) => [first, second]))) {
        const pair = { [one]: left, [other]: right } as Partial<Row>
        if (allows(pair)) missing.set(keyOf(pair, one, other), pair)
      }
    }
  }
  const uses = new Map<string, number>()
  /** The pairs that a row has not met before, each with its key. */
  const newPairs = (row: Partial<Row>) =>
    names.flatMap((one, index) => names.slice(index + 1).map((other) => keyOf(row, one, other))).filter((key) => missing.has(key))
  const rows: Row[] = []
  for (let [row] = missing.values(); row; [row] = missing.values()) {
    for (const name of names.filter((each) => row?.[each] === undefined)) {
      const parts = factors[name].map((value) => ({ ...row, [name]: value }) as Partial<Row>).filter(allows)
      const usesOf = (part: Partial<Row>) => uses.get(`${name} ${part[name]}`) ?? 0
      // Values that are worth the same take turns: the one that was used least goes first.
      const [best] = parts.toSorted((a, b) => newPairs(b).length - newPairs(a).length || usesOf(a) - usesOf(b))
      if (!best) throw new Error(`no ${name} goes with ${JSON.stringify(row)}`)
      row = best
    }
    for (const key of newPairs(row)) missing.delete(key)
    for (const name of names) uses.set(`${name} ${row[name]}`, (uses.get(`${name} ${row[name]}`) ?? 0) + 1)
    rows.push(row as Row)
  }
  return rows
}
