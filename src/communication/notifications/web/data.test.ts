import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import type { NotificationKind } from '../domain/notifications.ts'
import { notificationsQuery, saveNotification } from './data.ts'

/** What the server has, and the answers that it holds back. */
let stored: NotificationKind[] = []
let saves: NotificationKind[][] = []
let delays: Promise<unknown>[] = []

beforeEach(() => {
  queryClient.clear()
  stored = []
  saves = []
  delays = []
  vi.stubGlobal('fetch', async (_: string, { method, body }: RequestInit) => {
    if (method === 'PUT') {
      stored = JSON.parse(String(body)).switchedOff
      saves.push(stored)
    }
    const answer = JSON.stringify({ switchedOff: stored })
    await delays.shift()
    return new Response(answer)
  })
})
afterEach(() => vi.unstubAllGlobals())

const read = () => queryClient.fetchQuery({ ...notificationsQuery, staleTime: 0 })
const shown = () => queryClient.getQueryData(notificationsQuery.queryKey)?.switchedOff

test('two switches pressed one after the other are both saved, each on the answer of the one before', async () => {
  await read()
  await Promise.all([saveNotification('commission_paid', false), saveNotification('tier_reached', false)])
  expect(saves).toEqual([['commission_paid'], ['commission_paid', 'tier_reached']])
  expect(shown()).toEqual(['commission_paid', 'tier_reached'])
  await saveNotification('commission_paid', true)
  expect(stored).toEqual(['tier_reached'])
})

test('an older answer of the list that arrives after a save does not take its place', async () => {
  await read()
  const late = Promise.withResolvers<void>()
  delays = [late.promise]
  const reading = Promise.allSettled([read()])
  await saveNotification('commission_paid', false)
  late.resolve()
  await reading
  // The answer that was held back is read to its end by then.
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect(shown()).toEqual(['commission_paid'])
  await saveNotification('tier_reached', false)
  expect(stored).toEqual(['commission_paid', 'tier_reached'])
})

test('a save that fails leaves the others as they are', async () => {
  await read()
  delays = [Promise.reject(new TypeError('Failed to fetch'))]
  const failed = saveNotification('commission_paid', false)
  const saved = saveNotification('tier_reached', false)
  await expect(failed).rejects.toThrow()
  await saved
  expect(saves.at(-1)).toEqual(['tier_reached'])
})
