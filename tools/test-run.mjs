// Runs parts of the tests one after the other. It says at the end what failed, what passed at its second try, and how long it
// took.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { environment, root } from './node24.mjs'
import { readOutcome } from './test-outcome.mjs'

const runners = {
  vitest: {
    script: 'node_modules/vitest/vitest.mjs',
    args: (report, seed) => [
      'run',
      '--reporter=default',
      '--reporter=./tools/failures-reporter.mjs',
      '--reporter=json',
      `--outputFile.json=${report}`,
      `--sequence.seed=${seed}`,
    ],
  },
  playwright: { script: 'node_modules/@playwright/test/cli.js', args: (_report, seed) => ['test', `--shuffle=${seed}`] },
}
/** How many of the slowest files are named. */
const slowest = 10

/** A part of the tests: what a runner runs, with further arguments and settings. */
/** @typedef {{ name: string, runner: 'vitest' | 'playwright', args?: string[], env?: Record<string, string> }} Part */

/** A run of some parts, whose reports lie in a folder of their own. */
export class TestRun {
  #node
  #folder
  #seed = Number(process.env.SEED) || 1 + Math.floor(Math.random() * 1_000_000)
  #reports = []
  #times = []
  #isBroken = false

  constructor(node, folder, times = []) {
    this.#node = node
    this.#folder = folder
    this.#times.push(...times)
    mkdirSync(folder, { recursive: true })
  }

  /** Does something else that belongs to the run. */
  timed(title, work) {
    const [started, cpu] = [Date.now(), processorSeconds()]
    const result = work()
    this.#times.push({ title, seconds: (Date.now() - started) / 1000, cpu: processorSeconds() - cpu })
    return result
  }

  /** Runs a part. Returns whether all its tests passed. */
  run({ name, runner, args = [], env = {} }) {
    process.stdout.write(`\n— ${name} (in the order of seed ${this.#seed}: SEED=${this.#seed} repeats it)\n`)
    const report = this.#reportOf(name)
    rmSync(report, { force: true })
    const { script, args: ownArgs } = runners[runner]
    const settings = { REPORT_FILE: report, FAILURES_FILE: report.replace(/\.json$/, '-failures.json'), ...env }
    const { status } = this.timed(name, () =>
      spawnSync(this.#node, [join(root, script), ...ownArgs(report, this.#seed), ...args], {
        cwd: root,
        env: environment(this.#node, settings),
        stdio: 'inherit',
      }),
    )
    const { passed, failed } = readOutcome(report)
    const isGood = status === 0 && passed + failed > 0
    if (!isGood) this.#isBroken = true
    this.#reports.push(report)
    writeFileSync(this.#markOf(name), JSON.stringify({ isGood, time: this.#times.at(-1) }))
    return isGood
  }

  /** Takes over a part that an earlier run has passed, with its reports. Returns whether there is one. */
  takeOver({ name }) {
    const mark = this.#markOf(name)
    const { isGood = false, time } = existsSync(mark) ? JSON.parse(readFileSync(mark, 'utf8')) : {}
    if (!isGood) return false
    process.stdout.write(`\n— ${name}: passed in an earlier run of the same sources\n`)
    this.#reports.push(this.#reportOf(name))
    this.#times.push(time)
    return true
  }

  /** Looks whether the statements of the specification are shown; `mode` as tools/specification.ts has it. */
  checkSpecification(...mode) {
    process.stdout.write('\n— The specification\n')
    const script = ['tools/specification.ts', ...mode, ...this.#reports]
    const { status } = spawnSync(this.#node, script, { cwd: root, stdio: 'inherit' })
    if (status !== 0) this.#isBroken = true
  }

  /** Prints the last lines. Returns the exit code. */
  finish() {
    const outcomes = this.#reports.map(readOutcome)
    const sum = (key) => outcomes.reduce((total, each) => total + each[key], 0)
    const list = (title, texts) => texts.length > 0 && process.stdout.write(`\n— ${title}\n${texts.join('\n\n')}\n`)
    this.#sayWithoutPostgres()
    list(
      `The slowest files, in seconds (all of them: ${join(this.#folder, 'times.txt')})`,
      [this.#keepTimes(outcomes).slice(0, slowest).join('\n')].filter(Boolean),
    )
    process.stdout.write(`\n— How long it took, and processor time\n${timeTable(this.#times)}`)
    list(
      'Flaky: passed at the second try',
      outcomes.flatMap(({ flaky }) => flaky),
    )
    list(
      'What failed',
      outcomes.flatMap(({ failures }) => failures),
    )
    const [passed, failed] = [sum('passed'), this.#isBroken ? Math.max(1, sum('failed')) : sum('failed')]
    process.stdout.write(`\n${passed} passed, ${failed} failed, ${sum('skipped')} skipped\n`)
    return failed > 0 || passed === 0 ? 1 : 0
  }

  #reportOf(name) {
    return join(this.#folder, `${name.replaceAll(' ', '-')}.json`)
  }

  #markOf(name) {
    return this.#reportOf(name).replace(/\.json$/, '-mark.json')
  }

  /** Writes the time that each file took, longest first. Returns the lines. */
  #keepTimes(outcomes) {
    const files = outcomes.flatMap(({ files }) => [...files]).sort(([, one], [, other]) => other - one)
    const lines = files.map(([file, seconds]) => `${seconds.toFixed(1).padStart(7)}  ${file}`)
    writeFileSync(join(this.#folder, 'times.txt'), `${lines.join('\n')}\n`)
    return lines
  }

  #sayWithoutPostgres() {
    const look = "import('./test/postgres.ts').then((all) => process.exit(all.findPostgres() ? 0 : 3))"
    if (spawnSync(this.#node, ['-e', look], { cwd: root }).status !== 3) return
    process.stdout.write(
      '\nNo PostgreSQL was found: everything ran on PGlite alone. Install it (or set POSTGRES_BIN) to test both.\n',
    )
  }
}

/** Processor time of all children that have ended so far, in seconds; 0 where the system has no /proc. */
function processorSeconds() {
  if (!existsSync('/proc/self/stat')) return 0
  const stat = readFileSync('/proc/self/stat', 'utf8')
  // After the name, which may contain blanks: the 16th and 17th field, in hundredths of a second (proc(5), cutime and cstime).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[13]) + Number(fields[14])) / 100
}

function timeTable(times) {
  const sum = (key) => times.reduce((total, each) => total + each[key], 0)
  const all = { title: `in all, on ${availableParallelism()} processors`, seconds: sum('seconds'), cpu: sum('cpu') }
  return [...times, all].map(({ title, seconds, cpu }) => `${minutes(seconds)} ${minutes(cpu)}  ${title}\n`).join('')
}

function minutes(seconds) {
  const whole = Math.round(seconds)
  return `${String(Math.floor(whole / 60)).padStart(4)}:${String(whole % 60).padStart(2, '0')}`
}
