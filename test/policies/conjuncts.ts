/**
 * The conditions that a policy's text joins by AND at its outermost level, as PostgreSQL writes it: `((a = b) AND (c IS NULL))`.
 * A text without such an AND is one condition.
 */
export function conjunctsOf(text: string): string[] {
  const inner = unwrapped(text.trim())
  const parts: string[] = []
  let [depth, begin, isQuoted] = [0, 0, false]
  for (let at = 0; at < inner.length; at += 1) {
    const letter = inner[at]
    if (letter === "'") isQuoted = !isQuoted
    if (isQuoted) continue
    if (letter === '(') depth += 1
    if (letter === ')') depth -= 1
    if (depth > 0) continue
    // `a OR b AND c` has one outermost condition.
    if (inner.startsWith(' OR ', at)) return [inner]
    if (!inner.startsWith(' AND ', at)) continue
    parts.push(inner.slice(begin, at))
    begin = at + ' AND '.length
  }
  const all = [...parts, inner.slice(begin)]
  return all.length > 1 ? all.flatMap(conjunctsOf) : all
}

/** Without the parentheses around the whole text. */
function unwrapped(text: string): string {
  if (!text.startsWith('(') || !text.endsWith(')')) return text
  let [depth, isQuoted] = [0, false]
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === "'") isQuoted = !isQuoted
    if (isQuoted) continue
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (depth === 0 && at < text.length - 1) return text
  }
  return unwrapped(text.slice(1, -1).trim())
}

/** The text without one of its conditions, for each of them; none for a text of a single condition. */
export function withoutEach(text: string): { readonly left: string; readonly without: string }[] {
  const all = conjunctsOf(text)
  if (all.length < 2) return []
  return all.map((without, at) => ({
    without,
    left: all
      .filter((_, place) => place !== at)
      .map((part) => `(${part})`)
      .join(' AND '),
  }))
}
