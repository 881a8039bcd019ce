// What was measured, as JSON under docs/performance/, and the tables of docs/performance.md that are made from it.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import type { PlansReport } from './plans/plans.ts'
import { slowestTable, summaryOf } from './plans/plans-report.ts'
import { shareTable } from './report.ts'
import type { Figures } from './rounds.ts'
import { root } from './server-process.ts'

const folder = join(root, 'docs/performance')
const page = join(root, 'docs/performance.md')

interface LoadFile {
  readonly leads: number
  readonly machine: string
  readonly figures: readonly Figures[]
}

type PlansFile = PlansReport & { readonly machine: string }

const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}`

/** Keeps the figures. Those of the same work, connections and target are replaced. */
export function keepFigures(leads: number, figures: readonly Figures[]): void {
  const keyOf = ({ work, connections, target }: Figures) => `${work} ${String(connections).padStart(4)} ${target}`
  const file = `load-${leads}.json`
  const earlier = readResult<LoadFile>(file)?.figures.filter((each) => !figures.some((one) => keyOf(one) === keyOf(each))) ?? []
  const all = [...earlier, ...figures].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
  keep(file, { leads, machine, figures: all } satisfies LoadFile)
}

export function keepPlans(report: PlansReport): void {
  keep(`plans-${report.leads}.json`, { ...summaryOf(report), machine } satisfies PlansFile)
}

function keep(file: string, content: object): void {
  mkdirSync(folder, { recursive: true })
  const rounded = (_key: string, value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value
  writeFileSync(join(folder, file), `${JSON.stringify(content, rounded, 1)}\n`)
  writeTables()
}

function readResult<T>(file: string): T | null {
  const path = join(folder, file)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : null
}

function writeTables(): void {
  const load = allResults<LoadFile>('load').flatMap(({ leads, machine: where, figures }) => {
    const shares = shareTable(figures)
    return shares === null ? [] : [`### ${leads.toLocaleString('en')} leads\n\n${where}.\n\n${shares}`]
  })
  const plans = allResults<PlansFile>('plans').map((report) => slowestTable(report))
  const text = between(between(readFileSync(page, 'utf8'), 'load', load.join('\n\n')), 'plans', plans.join('\n\n'))
  writeFileSync(page, text)
}

/** From the smallest world to the largest. */
function allResults<T extends { readonly leads: number }>(kind: string): T[] {
  const files = readdirSync(folder).filter((name) => name.startsWith(`${kind}-`))
  return files.flatMap((name) => readResult<T>(name) ?? []).sort((one, other) => one.leads - other.leads)
}

function between(text: string, name: string, content: string): string {
  const [start, end] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`]
  const [from, to] = [text.indexOf(start), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`docs/performance.md lacks the markers of ${name}`)
  return `${text.slice(0, from + start.length)}\n\n${content}\n\n${text.slice(to)}`
}
