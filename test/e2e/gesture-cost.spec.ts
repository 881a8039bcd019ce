import { expect, type Page } from '@playwright/test'
import { administrator } from '../../demo/content.ts'
import type { PortalProcess } from '../running-portal.ts'
import { test } from './portal-fixture.ts'
import { quiet } from './record-network.ts'
import { contextOf, openAs } from './sample-world.ts'
import { startPortalIn } from './worlds.ts'

const camille = 'camille.lefevre@exemple.fr'
/** Trailing reads of figures would come within their interval. */
const quietMs = 6000

/** The stream connects when it likes, and whatever is opened a minute after the session was read reads it again. */
const byTime = ['/api/live', '/api/session']

interface Cost {
  changes: number
  reads: number
  bytes: number
  readonly addresses: string[]
}

/** Counts a tab's API requests, and the bytes of their answers as transferred, from now on. */
async function count(tab: Page): Promise<Cost> {
  const cost: Cost = { changes: 0, reads: 0, bytes: 0, addresses: [] }
  const session = await tab.context().newCDPSession(tab)
  await session.send('Network.enable')
  const answers = new Set<string>()
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    const { pathname, search } = new URL(request.url)
    if (!pathname.startsWith('/api/') || byTime.includes(pathname)) return
    answers.add(requestId)
    cost.addresses.push(`${request.method} ${pathname}${search}`)
    // What a change would do is asked by a body, and changes nothing.
    if (request.method === 'GET' || /\/(effect|preview)$/.test(pathname)) cost.reads += 1
    else cost.changes += 1
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (answers.has(requestId)) cost.bytes += encodedDataLength
  })
  return cost
}

/** Waits until background work is done: its events make lists stale, too. */
async function workDone({ request }: Page): Promise<void> {
  const open = async () => {
    const { queues } = await (await request.get('/api/system')).json()
    return (queues as { name: string; due: number; running: number }[]).filter(({ due, running }) => due + running > 0)
  }
  await expect.poll(open, { message: 'background work', timeout: 30_000 }).toEqual([])
}

interface Bound {
  readonly changes: number
  readonly reads: number
  readonly bytes: number
}
/** A read of one lead with the sums of its board, compressed, with its headers. */
const oneAnswer = 2500
const board = { changes: 0, reads: 1, bytes: oneAnswer }
/** The answer of a change is all that its tab needs. */
const own = { changes: 1, reads: 0, bytes: oneAnswer }

/** What each gesture may cost each tab. A request more than here has to be argued for. */
const bounds: Readonly<Record<string, Readonly<Record<'acting' | 'other' | 'staff' | 'overview', Bound>>>> = {
  // The form asks once more whether the lead is known.
  create: {
    acting: { changes: 1, reads: 1, bytes: 5000 },
    other: board,
    staff: board,
    // Its figures, its tasks and its charts.
    overview: { changes: 0, reads: 3, bytes: 12_000 },
  },
  // To Signé: the move, and the commission that it brings. On a busy machine the second comes after the first was read.
  move: {
    acting: own,
    other: { ...board, reads: 2 },
    staff: { ...board, reads: 2 },
    overview: { changes: 0, reads: 3, bytes: 12_000 },
  },
  edit: {
    acting: own,
    other: board,
    staff: board,
    overview: { changes: 0, reads: 3, bytes: 12_000 },
  },
  comment: {
    acting: { changes: 1, reads: 0, bytes: 2500 },
    other: { changes: 0, reads: 0, bytes: 0 },
    staff: { changes: 0, reads: 0, bytes: 0 },
    // The overview lists what is unread.
    overview: { changes: 0, reads: 1, bytes: 4000 },
  },
}

/** Nothing but the gestures happens in it. */
let portal: PortalProcess
test.beforeAll(async () => {
  portal = await startPortalIn('sample')
})
test.afterAll(() => portal?.remove())

test('a gesture on a lead costs one change, and each open page no more than a small answer', async ({ browser }) => {
  const tabs = {
    acting: await openAs(browser, portal, camille, '/dashboard/leads'),
    other: await openAs(browser, portal, camille, '/dashboard/leads'),
    staff: await openAs(browser, portal, administrator.email, '/dashboard/admin-leads'),
    overview: await openAs(browser, portal, administrator.email, '/dashboard'),
  }
  const { acting } = tabs
  for (const tab of [acting, tabs.other, tabs.staff]) await expect(tab.getByRole('article').first()).toBeVisible()
  await expect(tabs.overview.getByRole('heading', { name: 'Pipeline by stage' })).toBeVisible()
  await quiet(Object.values(tabs), 2000)
  const card = (tab: Page, column: string, name: string) =>
    tab.getByRole('region', { name: column, exact: true }).getByRole('article', { name, exact: true })
  const onBoards = async (column: string, name: string) => {
    for (const tab of [acting, tabs.other, tabs.staff]) await expect(card(tab, column, name)).toBeVisible()
  }

  const gestures: Record<string, () => Promise<void>> = {
    async create() {
      await acting.getByRole('button', { name: 'Ajouter', exact: true }).click()
      await onBoards('Nouveau', 'Ginette Geste')
    },
    async move() {
      await acting.getByRole('button', { name: 'Actions pour Ginette Geste' }).click()
      await acting.getByRole('menuitem', { name: 'Signé' }).click()
      await onBoards('Signé', 'Ginette Geste')
    },
    async edit() {
      await acting.getByRole('button', { name: 'Enregistrer' }).click()
      await onBoards('Signé', 'Ginette Gestuelle')
    },
    async comment() {
      await acting.getByRole('button', { name: 'Envoyer' }).click()
      await expect(acting.getByRole('dialog').getByText('Un mot de trop ?')).toBeVisible()
    },
  }
  const before: Record<string, () => Promise<void>> = {
    async create() {
      await acting.getByRole('button', { name: 'Add Lead' }).click()
      const form = acting.getByRole('dialog', { name: 'Ajouter un lead' })
      await form.getByLabel('Nom du contact').fill('Ginette Geste')
      await form.getByLabel('Société').fill('Gestes et Cie')
      await form.getByLabel('Email').fill('ginette@gestes.example')
      await form.getByLabel('Montant estimé (€)').fill('1000')
      await form.getByLabel("Type d'offre").selectOption('star')
    },
    async edit() {
      await acting.getByRole('button', { name: 'Actions pour Ginette Geste' }).click()
      await acting.getByRole('menuitem', { name: 'Éditer' }).click()
      await acting.getByRole('dialog', { name: 'Modifier le lead' }).getByLabel('Nom du contact').fill('Ginette Gestuelle')
    },
    async comment() {
      await card(acting, 'Signé', 'Ginette Gestuelle').getByRole('button', { name: 'Voir plus de détails' }).click()
      await acting.getByRole('dialog').getByRole('textbox').fill('Un mot de trop ?')
    },
  }
  for (const [gesture, act] of Object.entries(gestures)) {
    await before[gesture]?.()
    await workDone(tabs.staff)
    await quiet(Object.values(tabs), quietMs)
    const costs = new Map<keyof typeof tabs, Cost>()
    for (const [name, tab] of Object.entries(tabs)) costs.set(name as keyof typeof tabs, await count(tab))
    await act()
    await quiet(Object.values(tabs), quietMs)
    for (const [name, cost] of costs) {
      const { addresses, ...sums } = cost
      process.stdout.write(`${gesture}, ${name}: ${JSON.stringify(sums)}\n`)
      const bound = bounds[gesture]?.[name]
      const what = `${gesture} in ${name}: ${addresses.join(', ')}`
      expect(cost.changes, what).toBe(bound?.changes)
      expect(cost.reads, what).toBeLessThanOrEqual(bound?.reads ?? 0)
      expect(cost.bytes, what).toBeLessThanOrEqual(bound?.bytes ?? 0)
    }
  }
  for (const tab of Object.values(tabs)) await tab.context().close()
})

test('validating and paying a commission costs lists their rows and sums, a board the one lead', async ({ browser }) => {
  const setUp = await contextOf(browser, portal, camille)
  const data = { name: 'Paul Payé', company: 'Payé SARL', email: 'paul@paye.example', offerType: 'star' }
  const lead = await (await setUp.request.post('/api/leads', { data: { ...data, estimatedAmountCents: 250_000 } })).json()
  await setUp.request.post(`/api/leads/${lead.id}/move`, { data: { from: 'nouveau', to: 'signe' } })
  await setUp.close()
  const tabs = {
    acting: await openAs(browser, portal, administrator.email, '/dashboard/admin-commissions?search=paul%20pay'),
    staff: await openAs(browser, portal, administrator.email, '/dashboard/admin-commissions?search=paul%20pay'),
    other: await openAs(browser, portal, camille, '/dashboard/leads'),
  }
  const { acting } = tabs
  const row = acting.getByRole('row').filter({ hasText: 'Paul Payé' })
  await expect(row).toBeVisible()
  await expect(tabs.other.getByRole('article', { name: 'Paul Payé' })).toBeVisible()
  for (const [button, action, reads] of [
    // A partner's tab reads its tasks, too, which are counted at the menu.
    ['Validate', 'Validate', { acting: 4, staff: 3, other: 3 }],
    // Its dialog says what the next payout run would say of it.
    ['Mark as Paid', 'Mark as Paid', { acting: 5, staff: 3, other: 3 }],
  ] as const) {
    await workDone(tabs.staff)
    await quiet(Object.values(tabs), quietMs)
    const costs = new Map<keyof typeof tabs, Cost>()
    for (const [name, tab] of Object.entries(tabs)) costs.set(name as keyof typeof tabs, await count(tab))
    await row.getByRole('button', { name: button }).click()
    await acting.getByRole('dialog').getByRole('button', { name: action }).click()
    await expect(row.getByRole('button', { name: button })).toBeHidden()
    await quiet(Object.values(tabs), quietMs)
    for (const [name, { addresses, ...sums }] of costs) {
      process.stdout.write(`${button}, ${name}: ${JSON.stringify(sums)} ${addresses.join(' ')}\n`)
      expect(sums.changes, addresses.join(', ')).toBe(name === 'acting' ? 1 : 0)
      expect(sums.reads, addresses.join(', ')).toBeLessThanOrEqual(reads[name])
      expect(sums.bytes, name).toBeLessThan(20_000)
    }
  }
  for (const tab of Object.values(tabs)) await tab.context().close()
})
