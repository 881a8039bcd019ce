/** A condition's text without one of the conditions that it joins by AND. */
export interface Weaker {
  readonly left: string
  readonly without: string
}

/**
 * The text of a policy, as PostgreSQL writes it, without one of its conditions, for each that an AND joins to others: at
 * its outermost level, in a branch of an OR, and in the WHERE or ON of a query in it. None for a text of a single condition. What
 * stands under a NOT is left alone: without a condition there, the policy would be stricter.
 */
export function withoutEach(text: string): Weaker[] {
  const whole = `(${text})`
  return groupsOf(whole).flatMap(({ begin, end, isNegated }) => {
    const all = splitByAnd(whole.slice(begin, end))
    if (all.length < 2 || isNegated) return []
    return all.map((without, at) => {
      const others = all.filter((_, place) => place !== at)
      return { without, left: whole.slice(0, begin) + others.join(' AND ') + whole.slice(end) }
    })
  })
}

interface Group {
  /** The first letter after the opening parenthesis. */
  readonly begin: number
  /** The closing parenthesis. */
  readonly end: number
  readonly isNegated: boolean
}

/** What stands in parentheses, from the outside to the inside. */
function groupsOf(text: string): Group[] {
  const groups: Group[] = []
  const open: { begin: number; isNegated: boolean }[] = []
  for (const [at, letter] of unquoted(text)) {
    if (letter === '(') {
      const outer = open.at(-1)?.isNegated ?? false
      open.push({ begin: at + 1, isNegated: text.slice(0, at).endsWith('NOT ') ? !outer : outer })
    }
    if (letter === ')') {
      const group = open.pop()
      if (group) groups.push({ ...group, end: at })
    }
  }
  return groups.toSorted((one, other) => one.begin - other.begin)
}

/** The conditions that a text joins by AND outside all parentheses; PostgreSQL writes those around an AND in an OR. */
function splitByAnd(text: string): string[] {
  const parts: string[] = []
  let [depth, begin] = [0, 0]
  for (const [at, letter] of unquoted(text)) {
    if (letter === '(') depth += 1
    if (letter === ')') depth -= 1
    if (depth > 0 || !text.startsWith(' AND ', at)) continue
    parts.push(text.slice(begin, at))
    begin = at + ' AND '.length
  }
  return [...parts, text.slice(begin)]
}

/** The letters outside quotation marks, with their places. */
function* unquoted(text: string): Generator<readonly [number, string]> {
  let isQuoted = false
  for (const [at, letter] of [...text].entries()) {
    if (letter === "'") isQuoted = !isQuoted
    else if (!isQuoted) yield [at, letter]
  }
}
