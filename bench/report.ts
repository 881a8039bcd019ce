import type { Figures } from './rounds.ts'
import { works } from './works.ts'

const whole = (value: number) => Math.round(value).toString()
const cpuOf = ({ serverCpu, databaseCpu }: Figures) => serverCpu + databaseCpu

/**
 * The table that decides, a row for each work that the floor does, with the figures of each number of connections: what portal
 * and PostGraphile answer as a share of what the floor does, the floor's processor time for a request as a share of the portal's,
 * and the portal's p99 as a multiple of the floor's. The processor time itself, server + PostgreSQL in microseconds, is that of
 * the fewest connections. Null where the floor was not measured.
 */
export function shareTable(all: readonly Figures[]): string | null {
  const measured = all.filter(({ target }) => target === 'floor').map(({ work }) => work)
  const rows = [...new Set(measured)].sort().map((work) => {
    const ofWork = all.filter((each) => each.work === work).sort((one, other) => one.connections - other.connections)
    const floors = ofWork.filter(({ target }) => target === 'floor')
    const beside = (title: string, text: (its: Figures, floor: Figures) => string) =>
      floors.flatMap((floor) => {
        const its = ofWork.find(({ target, connections }) => target === title && connections === floor.connections)
        return its ? [text(its, floor)] : []
      })
    const share = (its: Figures, floor: Figures) => (its.requestsPerSecond / floor.requestsPerSecond).toFixed(2)
    const cpuShare = (its: Figures, floor: Figures) => (cpuOf(floor) / cpuOf(its)).toFixed(2)
    const cpu = ({ serverCpu, databaseCpu }: Figures) => `${whole(serverCpu)} + ${whole(databaseCpu)}`
    return [
      `${work} ${works[work].title}`,
      ...['portal', 'PostGraphile'].map((title) => beside(title, share).join('/')),
      beside('portal', cpuShare).join('/'),
      beside('portal', (its, floor) => (its.p99 / floor.p99).toFixed(1)).join('/'),
      ...['portal', 'PostGraphile', 'floor'].map((title) => beside(title, cpu)[0] ?? ''),
    ]
  })
  const head = ['Work', 'portal', 'PostGraphile', 'portal by CPU', 'p99', 'CPU µs, portal', 'PostGraphile', 'floor']
  return rows.length > 0 ? table(head, rows) : null
}

/** A Markdown table: a row for each target, with latencies and processor time. */
export function figuresTable(all: readonly Figures[]): string {
  const head = [
    'Work',
    'Connections',
    'Target',
    'req/s',
    'p50 ms',
    'p95 ms',
    'p99 ms',
    'Longest stall ms',
    'CPU server µs',
    'CPU PostgreSQL µs',
  ]
  const rows = all.map(({ work, connections, target, requestsPerSecond, p50, p95, p99, stall, serverCpu, databaseCpu }) => [
    work,
    String(connections),
    target,
    whole(requestsPerSecond),
    p50.toFixed(1),
    p95.toFixed(1),
    p99.toFixed(1),
    whole(stall),
    whole(serverCpu),
    whole(databaseCpu),
  ])
  return table(head, rows)
}

/** A Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
