import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import type { RefusalCode } from '#platform/domain/refusal.ts'
import { refusals } from '#portal/domain/refusals.ts'

/** Queued responses, and the keys received. */
const answers: (() => Promise<Response>)[] = []
const requests: { key: string | null; url: string }[] = []
const store = new Map<string, string>()

const ok = async () => Response.json({})
const refused = (code: RefusalCode) => async () =>
  Response.json(
    { code, status: refusals[code], detail: code, fields: [], facts: {} },
    { status: refusals[code], headers: { 'content-type': 'application/problem+json' } },
  )
const cut = async () => Promise.reject(new TypeError('Failed to fetch'))
const half = async () => new Response('{"id":')
const proxy = async () => new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } })

/** A reloaded page: fresh modules, same session storage. */
const page = async () => {
  vi.resetModules()
  return (await import('./api.ts')).call
}
let call: Awaited<ReturnType<typeof page>>

beforeEach(async () => {
  answers.length = 0
  requests.length = 0
  store.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => store.get(name) ?? null,
    setItem: (name: string, text: string) => void store.set(name, text),
    removeItem: (name: string) => void store.delete(name),
  })
  vi.stubGlobal('fetch', (url: string, init: { headers: Headers }) => {
    requests.push({ url, key: init.headers.get('idempotency-key') })
    return (answers.shift() ?? ok)()
  })
  call = await page()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const id = '01900000-0000-7000-8000-000000000000'
const lead = { name: 'Paul', company: 'Bernard', email: 'p@b.fr', estimatedAmountCents: 100, offerType: 'star' as const }
const add = (name = 'Paul') => call(leadRoutes.addLead, { body: { ...lead, name } })
const move = (to: 'refuse' | 'signe' = 'refuse') => call(leadRoutes.moveLead, { params: { id }, body: { from: 'nouveau', to } })
const keys = () => requests.map(({ key }) => key)
const failing = async (answer: () => Promise<Response>, work: () => Promise<unknown>) => {
  answers.push(answer)
  await expect(work()).rejects.toThrow()
}

test.each([
  ['the network fails', cut],
  ['the answer is cut off', half],
  ['a proxy answers', proxy],
  ['the server does not know', refused('outcome_unknown')],
  ['the server is busy', refused('database_busy')],
  ['the server fails', refused('internal')],
  ['the server shuts down', refused('shutting_down')],
  ['the session has ended', refused('not_signed_in')],
  ['the contract was revoked', refused('contract_not_signed')],
])('when %s, the same change is sent with the same key', async (_, answer) => {
  for (const change of [add, move]) {
    requests.length = 0
    await failing(answer, () => change())
    await failing(refused('database_busy'), () => change())
    await change()
    await change()
    const [first, second, third, afterwards] = keys()
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect([second, third]).toEqual([first, first])
    expect(afterwards).not.toBe(first)
  }
})

test('a refused change gets a new key', async () => {
  await failing(refused('lead_moved_meanwhile'), move)
  await failing(refused('invalid_input'), move)
  await move()
  expect(new Set(keys()).size).toBe(3)
})

test('while the first attempt is pending, the second waits for its response under the same key', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  answers.push(cut, refused('idempotency_in_progress'), refused('idempotency_in_progress'))
  await expect(add()).rejects.toThrow()
  const again = add()
  await vi.runAllTimersAsync()
  await again
  expect(keys()).toEqual(Array(4).fill(keys()[0]))
})

test('a missing response times out, and the outcome stays unknown', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const silent = (_: string, { headers, signal }: { headers: Headers; signal: AbortSignal }) => {
    requests.push({ url: _, key: headers.get('idempotency-key') })
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  }
  const answering = fetch
  vi.stubGlobal('fetch', silent)
  const failed = expect(add()).rejects.toMatchObject({ code: 'network' })
  await vi.runAllTimersAsync()
  await failed
  vi.stubGlobal('fetch', answering)
  await add()
  expect(new Set(keys()).size).toBe(1)
})

test('a possibly added lead stays in doubt when another is added or moved, and after a reload', async () => {
  await failing(cut, () => add('Paul'))
  await add('Jeanne')
  await move()
  call = await page()
  await add('Paul')
  expect(keys()[3]).toBe(keys()[0])
  expect([...store.values()].join()).not.toContain('Paul')
})

test('repeating a move after another one gets a new key, and so does adding a lead after a removal', async () => {
  await failing(cut, () => move('signe'))
  await move('refuse')
  await move('signe')
  await failing(cut, () => add())
  await call(leadRoutes.deleteLead, { params: { id } })
  await add()
  expect(new Set(keys()).size).toBe(6)
  expect(store.size).toBe(0)
})
