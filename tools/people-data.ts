import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  isAboutPeople,
  isKeptPeriod,
  namedColumns,
  type TableEntries,
  type Treatment,
  treatedColumns,
  words,
} from '#access/domain/personal-data.ts'
import {
  browserStorage,
  databaseCopies,
  dataFolders,
  fileKinds,
  jobKinds,
  type KindEntry,
  mailKindsOf,
} from '#people-data/register/domain/kinds.ts'

const root = join(import.meta.dirname, '..')

/** Every column, as 'leads.email', with the schema where it is not 'public'; the queue's own and months of events left out. */
export const allColumns = `
  select case table_schema when 'public' then '' else table_schema || '.' end || table_name || '.' || column_name as name
  from information_schema.columns join information_schema.tables using (table_schema, table_name)
  where table_schema in ('public', 'auth', 'passerelle') and table_type = 'BASE TABLE' order by 1`

/** What the register of personal data and the database do not have in common, a sentence each. */
export function unlikeDatabase(columns: readonly string[], entries: TableEntries): readonly string[] {
  const told = new Set(Object.entries(entries).flatMap(([table, entry]) => namedColumns(entry).map((name) => `${table}.${name}`)))
  const there = new Set(columns)
  return [
    ...columns
      .filter((name) => !told.has(name))
      .map((name) => `${name} has no entry: its slice's personal-data.ts says whose it is`),
    ...[...told].filter((name) => !there.has(name)).map((name) => `${name} has an entry, and there is no such column`),
  ]
}

/**
 * Columns of JSON about people whose keys are not told, and which are not values of custom fields. What goes with its row and is
 * shown to nobody need not be told by its keys.
 */
export const shapeless = (entries: TableEntries, jsonColumns: readonly string[]): readonly string[] =>
  Object.entries(entries).flatMap(([table, entry]) => {
    if (!isAboutPeople(entry)) return []
    const named = [...treatedColumns(entry)].flatMap(([name, { erase, show }]) =>
      jsonColumns.includes(`${table}.${name}`) && (erase !== 'delete' || show !== 'no') ? [name] : [],
    )
    return named.filter((name) => name !== 'fields' && !entry.json?.[name]).map((name) => `${table}.${name}`)
  })

/** Tables that are kept for a period which does not say from when on it counts, so that nothing lets go of them. */
export const withoutSince = (entries: TableEntries): readonly string[] =>
  Object.entries(entries).flatMap(([table, entry]) => {
    if (!isAboutPeople(entry)) return []
    const periods = new Set([entry, ...treatedColumns(entry).values()].map(({ period }) => period).filter(isKeptPeriod))
    return periods.size === Number(entry.since !== undefined) ? [] : [table]
  })

/** Columns of JSON in which staff could take out what is said of somebody, which only a text lets them. */
export const undecidable = (entries: TableEntries, jsonColumns: readonly string[]): readonly string[] =>
  Object.entries(entries).flatMap(([table, entry]) => {
    const decided = isAboutPeople(entry)
      ? [...treatedColumns(entry)].flatMap(([name, { erase }]) => (erase === 'decide' ? [name] : []))
      : []
    const goes = isAboutPeople(entry) && entry.erase === 'delete'
    return [...decided, ...(goes ? [] : words(entry.mentions ?? ''))]
      .map((name) => `${table}.${name}`)
      .filter((name) => jsonColumns.includes(name))
  })

const sourcesOf = (pattern: string): ReadonlyMap<string, string> =>
  new Map(
    globSync(pattern, { cwd: join(root, 'src') })
      .filter((file) => !file.includes('.test.'))
      .map((file) => [file, readFileSync(join(root, 'src', file), 'utf8')]),
  )

const unlike = (told: Iterable<string>, found: Iterable<string>): readonly string[] => {
  const [entries, there] = [new Set(told), new Set(found)]
  return [...[...entries].filter((name) => !there.has(name)), ...[...there].filter((name) => !entries.has(name))].sort()
}

/** Sources that write what a browser keeps and have no entry, and entries without such a source. */
export const unlikeBrowser = (sources = sourcesOf('**/web/**/*.{ts,tsx}')): readonly string[] =>
  unlike(
    Object.keys(browserStorage),
    [...sources]
      .filter(([, text]) => /\b(localStorage|sessionStorage|indexedDB|caches)\b\.?/.test(withoutComments(text)))
      .map(([file]) => file),
  )
const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')

/** Names below DATA_DIR that the server says and have no entry. */
export const unlikeFolders = (sources = sourcesOf('**/server/**/*.ts')): readonly string[] => {
  const said = [...sources.values()].flatMap((text) =>
    [...text.matchAll(/join\([^()]*\b[dD]ataDir, '([^']+)'/g)].map(([, name = '']) => name),
  )
  return [...new Set(said)].filter((name) => !Object.hasOwn(dataFolders, name))
}

/** Fields that sources give to the log. */
export const fieldsGivenToLog = (sources = sourcesOf('**/server/**/*.ts')): readonly string[] => {
  const lines = [...sources.values()].flatMap((text) =>
    [...text.matchAll(/\blog\.(?:trace|debug|info|warn|error|fatal)\(\s*\{((?:[^{}]|\{[^{}]*\})*)\}/g)].map(
      ([, fields = '']) => fields,
    ),
  )
  const names = lines.flatMap((fields) => [...fields.matchAll(/(?:^|,)\s*(\w+)\s*(?=[:,]|$)/g)].map(([, name = '']) => name))
  return [...new Set(names)].sort()
}

const code = (text: string) => `\`${text}\``
const told = ({ of, period, erase }: Pick<Treatment, 'of' | 'period' | 'erase'>) =>
  `${[of].flat().join(', ')} | ${period} | ${erase}`
const tableOf = (title: string, first: string, kinds: Readonly<Record<string, KindEntry | null>>) =>
  [
    `## ${title}`,
    '',
    `| ${first} | of | period | erasure |`,
    '|---|---|---|---|',
    ...Object.entries(kinds).map(([name, entry]) => `| \`${name}\` | ${entry ? told(entry) : 'nobody | |'} |`),
  ].join('\n')

/** docs/people-data.md: everything that is kept, as the slices say it. */
export function registerPage(entries: TableEntries): string {
  const rows = Object.entries(entries)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([table, entry]) => {
      if (!isAboutPeople(entry))
        return entry.mentions ? [`| \`${table}\` | may name anybody | | decide | no | \`${entry.mentions}\` |`] : []
      const groups = Map.groupBy(treatedColumns(entry), ([, how]) => {
        const law = how.law ? ` (${how.law})` : ''
        return `${told(how)}${law} | ${how.show}`
      })
      const lines = [...groups].map(
        ([how, columns]) => `| \`${table}\` | ${how} | ${columns.map(([name]) => code(name)).join(' ')} |`,
      )
      return lines.length > 0 ? lines : [`| \`${table}\` | ${told(entry)} | ${entry.show} | |`]
    })
  const factual = Object.entries(entries).filter(([, entry]) => !isAboutPeople(entry) && !entry.mentions)
  return `${[
    '# Personal data',
    `Written by 'npm run db:types' from what the slices say of their tables (\`personal-data.ts\`): do not edit. It says of whom
each column is, how long it is kept (\`people-data/register/domain/periods.ts\`), what an erasure does with it and
what the archive of a person shows. Columns that are not named are ids, times, states and amounts. The words are those of
\`access/domain/personal-data.ts\`; why it is so: [209](decisions/0209-the-register-of-personal-data.md).`,
    ['## Tables', '', '| table | of | period | erasure | shown | columns |', '|---|---|---|---|---|---|', ...rows].join('\n'),
    `About nobody: ${factual.map(([table]) => `\`${table}\``).join(', ')}.`,
    tableOf('Files, by their purpose', 'purpose', fileKinds),
    tableOf('Mails, by their kind', 'kind', mailKindsOf),
    tableOf('Jobs', 'job', jobKinds),
    tableOf('Browsers', 'source', browserStorage),
    tableOf('DATA_DIR and backups', 'folder', dataFolders),
    tableOf('Copies inside the database', 'where', databaseCopies),
  ].join('\n\n')}\n`
}
