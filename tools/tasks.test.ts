import { spawnSync } from 'node:child_process'
import {
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isFullRun } from '../test/full-run.ts'

const root = join(import.meta.dirname, '..')
const results = join(root, 'test-results')
const key = 'secondPhone'

/** Neither sources, nor read by what runs in the copy. */
const left = ['node_modules', 'dist', 'data', 'data-demo', '.git', '.cache', 'test-results', 'screens']

interface Step {
  readonly file: string
  /** The beginning of the line before which the block stands; null for a new file. */
  readonly before: string | null
  readonly block: string
}

/** A section's steps: '1. `file`, before `line`. Why.' or '1. `folder/`, the new file `name`. Why.', each with a block. */
function stepsOf(title: string): Step[] {
  const [, section = ''] = readFileSync(join(root, 'docs/tasks.md'), 'utf8').split(`## … ${title}\n`)
  const [own = ''] = section.split('\n## ')
  return own
    .split(/^(?=\d+\. )/m)
    .slice(1)
    .map((step) => {
      const [, file = '', how = '', name = ''] = /^\d+\. `([^`]+)`, (before|the new file) `([^`]+)`\./.exec(step) ?? []
      const [, block = ''] = /```\w+\n([\s\S]*?)```/.exec(step) ?? []
      const text = block.replace(/^ {3}/gm, '').trim()
      return how === 'before' ? { file, before: name, block: text } : { file: `${file}${name}`, before: null, block: text }
    })
}

/** Hard links: as quick as symbolic ones, and programs find the packages inside the copy. */
function linkTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) linkTree(source, target)
    else if (entry.isFile()) linkSync(source, target)
    else symlinkSync(readlinkSync(source), target)
  }
}

function apply(tree: string, { file, before, block }: Step): void {
  const path = join(tree, file)
  if (before === null) return writeFileSync(path, `${block}\n`, { flag: 'wx' })
  const lines = readFileSync(path, 'utf8').split('\n')
  const [at, ...others] = lines.flatMap((line, index) => (line.trimStart().startsWith(before) ? [index] : []))
  if (at === undefined || others.length > 0) throw new Error(`${file} has not one line that begins with ${before}`)
  const indent = /^ */.exec(lines[at] ?? '')?.[0] ?? ''
  lines.splice(at, 0, ...block.split('\n').map((line) => `${indent}${line}`))
  writeFileSync(path, lines.join('\n'))
}

describe.runIf(isFullRun)('a field that is added as docs/tasks.md says', () => {
  let tree: string
  beforeAll(() => {
    mkdirSync(results, { recursive: true })
    tree = mkdtempSync(join(results, 'tasks-'))
    for (const name of readdirSync(root))
      if (!left.includes(name)) cpSync(join(root, name), join(tree, name), { recursive: true })
    linkTree(join(root, 'node_modules'), join(tree, 'node_modules'))
    for (const step of stepsOf('add a field to a lead')) apply(tree, step)
  })
  afterAll(() => rmSync(tree, { recursive: true, force: true }))

  /** What a program of the copy prints; throws with it if it fails. */
  function run(program: string, ...args: string[]): string {
    const env = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^(VITEST|FULL_RUN|TEST_|NODE_ENV)/.test(name)),
    )
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { cwd: tree, env, encoding: 'utf8' })
    if (status !== 0)
      throw new Error(`${program} ${args.join(' ')} ends with ${status}:\n${stdout.slice(-4000)}${stderr.slice(-2000)}`)
    return stdout
  }

  test('takes eight files and a migration', () => {
    const steps = stepsOf('add a field to a lead')
    expect(steps.map(({ file }) => file)).toHaveLength(9)
    expect(steps.filter(({ before }) => before === null).map(({ file }) => file)).toEqual(['migrations/9999_second_phone.sql'])
  })

  test('works in forms, files, history, conflicts and search, with a stage, and in the file of a programme', () => {
    run('tools/run.mjs', 'tools/db-types.ts')
    run('tools/run.mjs', 'tools/openapi.ts')
    run('node_modules/@typescript/native/bin/tsc', '-p', 'tools/types/tests.json', '--checkers', '1')
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=verbose'] as const
    const rules = run(...vitest, '--project=unit', 'src/leads', 'src/portal/api', 'tools/people-data')
    expect(rules).toContain('lead-fields.test.ts')
    const server = run(
      ...vitest,
      '--project=server',
      'src/leads',
      'src/overview/programme-file',
      'lists/csv-export',
      'test/policies',
    )
    for (const shown of ['can be edited alone, and the history shows', 'is asked for by a stage that needs it'])
      expect(server).toContain(`${key} ${shown}`)
    const pages = run(...vitest, '--project=components*', 'form/lead-form', 'web/conflict')
    expect(pages).toContain('an input for each field that every lead has')
    expect(pages).toContain('is marked, in each field that every lead has')
  }, 1_200_000)
})
