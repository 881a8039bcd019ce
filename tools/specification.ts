// Checks the tests named in docs/specification.md. With --sources: they exist. With reports of a run of everything: each ran and
// passed. With --some and reports of a run of some: each exists, and those which ran passed.
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

/** A reference to a test: file, then group, test or step titles. */
type NamedTest = { readonly name: string; readonly file: string; readonly titles: readonly string[] }
export type Statement = { readonly line: number; readonly text: string; readonly tests: readonly NamedTest[] }
/** A test or step that ran, with its titles. */
export type Ran = { readonly file: string; readonly path: readonly string[]; readonly passed: boolean }
type VitestResult = { name: string; assertionResults: { ancestorTitles: string[]; title: string; status: string }[] }
type Step = { title: string; error?: unknown; steps?: Step[] }
type Spec = { title: string; tests: { status: string; results: { status: string; steps?: Step[] }[] }[] }
type Suite = { title: string; specs?: Spec[]; suites?: Suite[] }
type PlaywrightReport = { config: { rootDir: string }; suites: (Suite & { file: string })[] }

const root = fileURLToPath(new URL('..', import.meta.url))
/** Placeholders in titles: %s of parametrised tests, ${…} of templates. */
const open = /%[sdifjoO%]|\$\{[^}]*\}|\$\w+/

/** The statements of the document, without the section 'Not yet', whose rows have no tests. */
export function statementsOf(markdown: string): Statement[] {
  let pending = false
  return markdown.split('\n').flatMap((line, index) => {
    if (line.startsWith('#')) pending = /^#+ Not yet/.test(line)
    if (pending || !line.startsWith('|') || /^\|[\s:|-]+$/.test(line)) return []
    const cells = line.replace(/^\||\|\s*$/g, '').split(/(?<!\\)\|/)
    const last = cells.pop()?.trim() ?? ''
    if (last === 'Shown by') return []
    const tests = [...last.matchAll(/`([^`]+)`/g)].map(([, name = '']) => {
      const [file = '', ...titles] = name.split(' › ')
      return { name, file, titles }
    })
    return [{ line: index + 1, text: cells.at(-1)?.trim() ?? '', tests }]
  })
}

export function ranIn(report: { testResults: VitestResult[] } | PlaywrightReport): Ran[] {
  if ('testResults' in report) {
    return report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ ancestorTitles, title, status }) => {
        return { file: relative(root, name), path: [...ancestorTitles, title], passed: status === 'passed' }
      }),
    )
  }
  const folder = relative(root, report.config.rootDir)
  return report.suites.flatMap((suite) => inSuite(join(folder, suite.file), [], suite))
}

function inSuite(file: string, path: readonly string[], suite: Suite): Ran[] {
  const own = (suite.specs ?? []).flatMap(({ title, tests }) =>
    tests.flatMap((test) => {
      const result = test.results.at(-1)
      // A flaky test passed at its second try: it did run, and the run says so at its end.
      const passed = result?.status === 'passed' && (test.status === 'expected' || test.status === 'flaky')
      return [{ file, path: [...path, title], passed }, ...inSteps(file, [...path, title], result?.steps)]
    }),
  )
  return [...own, ...(suite.suites ?? []).flatMap((each) => inSuite(file, [...path, each.title], each))]
}

function inSteps(file: string, path: readonly string[], steps: readonly Step[] = []): Ran[] {
  return steps.flatMap(({ title, error, steps: inner }) => {
    return [{ file, path: [...path, title], passed: error === undefined }, ...inSteps(file, [...path, title], inner)]
  })
}

/** Whether the path contains the titles in order. */
function leadsTo(titles: readonly string[], path: readonly string[]): boolean {
  let from = 0
  return titles.every((title) => {
    const parts = title.split(open).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    const pattern = new RegExp(`^${parts.join('.*')}$`, 's')
    from = path.findIndex((each, index) => index >= from && pattern.test(each)) + 1
    return from > 0
  })
}

function errorsIn(statements: readonly Statement[], wrong: (test: NamedTest) => string | null): string[] {
  return statements.flatMap(({ line, text, tests }) => {
    const messages =
      tests.length === 0 ? [`no test shows "${text}"`] : tests.map((test) => wrong(test) && `${test.name} ${wrong(test)}`)
    return messages.flatMap((message) => (message ? [`docs/specification.md:${line}: ${message}`] : []))
  })
}

/** What is wrong with a test after a run, or null. */
function wrongAfter({ file, titles }: NamedTest, ran: readonly Ran[]): 'did not run' | 'did not pass' | null {
  const tests = ran.filter((each) => titles.length > 0 && each.file === file && leadsTo(titles, each.path))
  return tests.length === 0 ? 'did not run' : tests.every((each) => each.passed) ? null : 'did not pass'
}

/** What is wrong with the source of a test, or null. */
function wrongInSource({ file, titles }: NamedTest, folder: string): string | null {
  const path = join(folder, file)
  if (titles.length === 0 || !existsSync(path)) return 'is no test'
  const text = readFileSync(path, 'utf8')
  // A title is named whole, as the check after a run asks: in quotes, or before what a template adds.
  const isQuoted = (title: string) => ["'", '"', '`'].some((quote) => text.includes(quote + title + quote))
  return titles.every((title) => isQuoted(title) || text.includes(`\`${title}\${`)) ? null : 'has no such title'
}

/** Errors after a run of everything: statements without a test, or with one that is unknown, failed or skipped. */
export function errorsAfter(statements: readonly Statement[], ran: readonly Ran[]): string[] {
  return errorsIn(statements, (test) => wrongAfter(test, ran))
}

/** Errors after a run of some tests: statements without a test, with one that failed, or with one that no source has. */
export function errorsAfterSome(statements: readonly Statement[], ran: readonly Ran[], folder = root): string[] {
  return errorsIn(statements, (test) => {
    const wrong = wrongAfter(test, ran)
    return wrong === 'did not run' ? wrongInSource(test, folder) : wrong
  })
}

/** Errors found without a run: missing files or titles. */
export function errorsInSources(statements: readonly Statement[], folder = root): string[] {
  return errorsIn(statements, (test) => wrongInSource(test, folder))
}

if (import.meta.main) {
  const statements = statementsOf(readFileSync(join(root, 'docs/specification.md'), 'utf8'))
  const { values: mode, positionals: reports } = parseArgs({
    options: { sources: { type: 'boolean' }, some: { type: 'boolean' } },
    allowPositionals: true,
  })
  const ran = () => reports.flatMap((path) => (existsSync(path) ? ranIn(JSON.parse(readFileSync(path, 'utf8'))) : []))
  const found = () => (mode.some ? errorsAfterSome : errorsAfter)(statements, ran())
  const allErrors = mode.sources ? errorsInSources(statements) : found()
  process.stdout.write(allErrors.map((error) => `${error}\n`).join(''))
  const without = new Set(allErrors.map((error) => error.split(': ')[0])).size
  process.stdout.write(`${statements.length} statements of the specification, ${without} of them not shown by a test\n`)
  process.exitCode = allErrors.length > 0 || statements.length === 0 ? 1 : 0
}
