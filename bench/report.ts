import type { WorkName } from './options.ts'
import type { Figures } from './rounds.ts'
import { works } from './works.ts'

const whole = (value: number) => Math.round(value).toString()

/**
 * A Markdown table: a row for each work and number of connections, with the portal's share of the others' throughput and the
 * processor time it takes for each unit of theirs, which says more on a busy machine.
 */
export function ratioTable(all: readonly Figures[]): string {
  const others = [...new Set(all.map(({ target }) => target))].filter((target) => !target.startsWith('portal'))
  const head = [
    'Work',
    'Connections',
    ...others.map((each) => `${each} req/s`),
    'portal req/s',
    ...others.map((each) => `portal / ${each}`),
    ...others.map((each) => `CPU portal / ${each}`),
  ]
  const compared = all.filter(({ target }) => target === 'portal' || others.includes(target))
  const rows = groupsOf(compared).map((group) => {
    const of = (target: string) => group.find((each) => each.target === target)?.requestsPerSecond
    const cpuOf = (target: string) =>
      group.filter((each) => each.target === target).map((each) => each.serverCpu + each.databaseCpu)[0]
    const ratio = (one: number | undefined, other: number | undefined) => (one && other ? (one / other).toFixed(2) : '')
    const [first] = group
    return [
      first ? titleOf(first.work) : '',
      String(first?.connections),
      ...others.map((each) => figure(of(each))),
      figure(of('portal')),
      ...others.map((each) => ratio(of('portal'), of(each))),
      ...others.map((each) => ratio(cpuOf('portal'), cpuOf(each))),
    ]
  })
  return rows.length > 0 ? table(head, rows) : ''
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

/**
 * The table of the page of figures, a row for each work with the figures of each number of connections: what the portal answers
 * as a share of what the others do, how long its slow answers take as a multiple of the floor's, and a request's processor time.
 */
export function shareTable(all: readonly Figures[]): string {
  const others = [...new Set(all.map(({ target }) => target))].filter((target) => !target.startsWith('portal'))
  const groups = groupsOf(all).filter((group) => group.some(({ target }) => target === 'portal'))
  const rows = Object.values(Object.groupBy(groups, ([first]) => first?.work ?? '')).map((ofWork = []) => {
    const cell = (share: (portal: Figures, other: Figures) => number, target: string, digits = 2) => {
      const shares = ofWork.flatMap((group) => {
        const [portal, other] = ['portal', target].map((title) => group.find((each) => each.target === title))
        return portal && other ? [share(portal, other).toFixed(digits)] : []
      })
      return shares.join('/')
    }
    const [first] = ofWork.flat()
    return [
      first?.work ?? '',
      ...others.map((other) => cell((portal, its) => portal.requestsPerSecond / its.requestsPerSecond, other)),
      cell((portal, floor) => portal.p95 / floor.p95, 'floor', 1),
      cell(({ serverCpu, databaseCpu }) => (serverCpu + databaseCpu) / 1000, 'portal', 1),
    ]
  })
  return table(['Work', ...others.map((each) => each.replace('floor with ', '')), 'p95', 'CPU ms'], rows)
}

const titleOf = (work: WorkName) => `${work} ${works[work].title}`
const figure = (value: number | undefined) => (value === undefined ? '' : whole(value))

function groupsOf(all: readonly Figures[]): Figures[][] {
  return Object.values(Object.groupBy(all, ({ work, connections }) => `${work} ${connections}`)).flatMap((group) =>
    group ? [group] : [],
  )
}

/** A Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
