import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commissionList } from '../../src/money/commissions/api/commissions.ts'
import type { BenchPerson } from '../people.ts'
import { readPlans } from './explain-log.ts'
import { plannedRequests } from './requests.ts'

const person = (kind: BenchPerson['kind']): BenchPerson => ({ kind, id: '01900000-0000-7000-8000-000000000001', cookie: '' })
const people = { admin: person('admin'), partners: [person('partner')], moveable: [], signable: [] }

test('each sort of a list is asked in both directions, alone and with each filter, and for its second page', async () => {
  const { requests } = await plannedRequests(people, [], async () => 'some-id')
  const sortRequests = requests.filter(({ route, person: { kind } }) => route === '/commissions' && kind === 'admin')
  for (const sort of commissionList.sorts.flatMap((each) => [each, `-${each}`])) {
    const paths = sortRequests.filter(({ path }) => path.includes(`sort=${sort}`) && !path.includes(`sort=${sort}-`))
    expect(paths.some(({ secondPage }) => secondPage)).toBe(true)
    expect(paths.some(({ path }) => path === `/api/commissions?status=valide&sort=${sort}`)).toBe(true)
  }
})

test('a route about a record that is not there is named instead of left out', async () => {
  const { requests, withoutRecord } = await plannedRequests(people, [], async () => null)
  expect(withoutRecord).toContain('/leads/:id (partner)')
  expect(requests.some(({ path }) => path.includes(':id'))).toBe(false)
})

test('a world with fields that staff have added is asked by each of its filters, alone and with each sort', async () => {
  const { requests } = await plannedRequests(people, ['region:c3'], async () => 'some-id')
  const filtered = requests.filter(({ path }) => path.includes('fieldValues=region%3Ac3')).map(({ route }) => route)
  for (const route of ['/leads', '/leads/summary', '/leads/board', '/leads.csv']) expect(filtered).toContain(route)
})

test('a partner is not asked for what partners may not read', async () => {
  const { requests } = await plannedRequests(people, [], async () => 'some-id')
  const ofPartner = requests.filter((each) => each.person.kind === 'partner')
  expect(ofPartner.some(({ path }) => path.includes('duplicates=') || path.startsWith('/api/partners'))).toBe(false)
})

test('plans of the log say what was read whole; the job queue is left out, and what is still being written', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plans-'))
  const log = join(folder, 'postgres.log')
  const entry = (text: string, plan: object) => {
    const json = JSON.stringify({ 'Query Text': text, Plan: plan }, null, 1).replaceAll('\n', '\n\t')
    return `~~ LOG:  duration: 1.500 ms  plan:\n\t${json}\n`
  }
  const scan = { 'Node Type': 'Seq Scan', 'Relation Name': 'leads', 'Actual Loops': 1 }
  const notRun = { 'Node Type': 'Seq Scan', 'Relation Name': 'events', 'Actual Loops': 0 }
  const plan = { 'Node Type': 'Aggregate', 'Shared Hit Blocks': 5, 'Shared Read Blocks': 2, Plans: [scan, notRun] }
  try {
    const earlier = '~~ LOG:  something else\n'
    const whole = earlier + entry('select count(*)\n  from leads', plan) + entry('select 1 from pgboss.job', scan)
    const unfinished = entry('select 2 from leads', plan)
    for (const end of [0, 20, 60, unfinished.length - 2]) {
      writeFileSync(log, whole + unfinished.slice(0, end))
      expect(readPlans(log, earlier.length)).toEqual([
        { text: 'select count(*) from leads', ms: 1.5, pages: 7, scanned: ['leads'] },
      ])
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})
