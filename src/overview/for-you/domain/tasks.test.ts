import { expect, test } from 'vitest'
import { taskAddress, taskKinds } from './task-kinds.ts'
import { groupTasks, lateBy, type Task } from './tasks.ts'

const now = new Date('2026-11-26T12:00:00Z')
const task = (kind: Task['kind'], more: Partial<Task> = {}): Task => ({
  kind,
  turn: 'yours',
  count: 1,
  cents: 0,
  since: null,
  lateFrom: null,
  late: { count: 0, cents: 0 },
  ...more,
})
const late = (days: number) => ({
  lateFrom: new Date(now.getTime() - days * 86_400_000).toISOString(),
  late: { count: 1, cents: 0 },
})

test('what is late comes first, of that what was lost, then the longest; the rest by euros', () => {
  const groups = groupTasks(
    [
      task('possibleDuplicates'),
      task('commissionsToValidate', { cents: 500 }),
      task('disputesOpen', { cents: 9_000 }),
      task('registrationsToAnswer', late(4)),
      task('contractsToCountersign', late(9)),
      task('payoutsReturned', late(1)),
    ],
    now,
  )
  expect(groups.map(({ tasks }) => tasks[0]?.kind)).toEqual([
    ...(['payoutsReturned', 'contractsToCountersign', 'registrationsToAnswer', 'disputesOpen'] as const),
    ...(['commissionsToValidate', 'possibleDuplicates'] as const),
  ])
})

test('tasks of one page are one row, at the place of its most urgent one', () => {
  const groups = groupTasks([task('disputesOpen'), task('payoutsToSend', { cents: 5 }), task('payoutsReturned', late(1))], now)
  expect(groups.map(({ tasks }) => tasks.map(({ kind }) => kind))).toEqual([
    ['payoutsReturned', 'payoutsToSend'],
    ['disputesOpen'],
  ])
})

test('a deadline that has not come is not late, and what waits longer than its days is', () => {
  expect(lateBy(task('payoutsToSend', { lateFrom: '2026-11-27T00:00:00Z' }), now)).toBe(0)
  expect(lateBy(task('payoutsToSend', late(2)), now)).toBe(2 * 86_400_000)
})

test('a row of one opens its record, any other the list with the filter', () => {
  const yours = { turn: 'yours', onlyId: null } as const
  expect(taskAddress(taskKinds.payoutsReturned, { ...yours, onlyId: 'p1' })).toBe(
    '/dashboard/admin-commissions/payouts?payout=p1',
  )
  expect(taskAddress(taskKinds.payoutsReturned, yours)).toBe('/dashboard/admin-commissions/payouts?state=rejected')
  const withoutContract = taskAddress(taskKinds.partnersWithoutContract, { ...yours, onlyId: 'm1' })
  expect(withoutContract).toBe('/dashboard/partners?state=active&contract=none')
})

test('what four eyes part leads to the rows of whose turn it is', () => {
  const address = (turn: Task['turn']) => taskAddress(taskKinds.payoutsToApprove, { turn, onlyId: null })
  expect(address('yours')).toMatch(/\?waits=approval$/)
  expect(address('colleagues')).toMatch(/\?waits=second$/)
})
