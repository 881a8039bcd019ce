/** A column of a subquery's own table that is named without its alias, though others are named with it. */
export interface BareColumn {
  readonly table: string
  readonly column: string
  readonly subquery: string
}

/** The columns of each table, by `docs/schema.sql`. */
export function columnsOfTables(schema: string): ReadonlyMap<string, ReadonlySet<string>> {
  const tables = schema.matchAll(/^CREATE TABLE (\w+) \(\n([\s\S]*?)\n\)/gm)
  return new Map(
    Array.from(tables, ([, table = '', lines = '']) => [
      table,
      new Set(lines.split('\n').flatMap((line) => /^ {2}([a-z]\w*) /.exec(line)?.[1] ?? [])),
    ]),
  )
}

/** The text from an opening parenthesis to its closing one, without both. */
function inParentheses(text: string, from: number): string {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (depth === 0) return text.slice(from + 1, at)
  }
  return ''
}

/** Leaves out what is no name of a column: values, parameters, casts, names of results, and further subqueries. */
function namesOnly(subquery: string): string {
  let text = subquery
  for (let nested = text.search(/\(\s*select\b/); nested >= 0; nested = text.search(/\(\s*select\b/)) {
    const inner = inParentheses(text, nested)
    text = `${text.slice(0, nested)} ${text.slice(nested + inner.length + 2)}`
  }
  return text
    .replace(/\$\{[^{}]*\}/g, ' ')
    .replace(/'[^']*'/g, ' ')
    .replace(/::\w+/g, ' ')
    .replace(/\bas \w+/g, ' ')
    .replace(/\busing \([^)]*\)|\bextract\(\w+ from/g, ' ')
    .replace(/\b(from|join) \w+( \w+)?/g, ' ')
}

/**
 * Columns that a subquery names without the alias that it gives their table and uses for others. PostgreSQL looks such a name up
 * in the subquery first: a column of the statement around it that has the same name is never meant.
 */
export function bareColumns(source: string, columns: ReadonlyMap<string, ReadonlySet<string>>): BareColumn[] {
  const subqueries = Array.from(source.matchAll(/\(\s*select\b/g), ({ index }) => inParentheses(source, index))
  return subqueries
    .flatMap((subquery) => subquery.split(/\bunion(?: all)?\b/))
    .flatMap((subquery) => {
      const names = namesOnly(subquery)
      const sources = Array.from(subquery.matchAll(/\b(?:from|join) (\w+) (?:as )?(\w+)/g))
      return sources.flatMap(([, table = '', alias = '']) => {
        const own = columns.get(table)
        if (!own || !new RegExp(`\\b${alias}\\.\\w`).test(names)) return []
        const bare = Array.from(names.matchAll(/(?<![\w.])([a-z]\w*)(?![\w.(])/g), ([, name = '']) => name)
        return bare.filter((name) => own.has(name)).map((column) => ({ table, column, subquery }))
      })
    })
}
