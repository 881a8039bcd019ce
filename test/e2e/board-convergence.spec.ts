import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { administrator } from '../../demo/content.ts'
import { test } from './portal-fixture.ts'
import { quiet } from './record-network.ts'
import { contextOf, openAs } from './sample-world.ts'

const camille = 'camille.lefevre@exemple.fr'
const statuses = ['nouveau', 'premier_contact', 'call_effectue', 'signe', 'refuse'] as const
/** More than the first page of a column, so that some cards are beyond what is loaded. */
const leadsBefore = 65
const changes = 70

/** A repeatable sequence of numbers from 0 to 1 (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

interface AddedLead {
  readonly id: string
  status: (typeof statuses)[number]
}

async function add({ request }: { request: APIRequestContext }, number: number): Promise<AddedLead> {
  const data = {
    name: `${number % 3 === 0 ? 'Élodie' : 'Bruno'} Convergence ${number}`,
    company: `Ruche ${number}`,
    email: `ruche${number}@convergence.example`,
    offerType: 'star',
    estimatedAmountCents: 1000 + number,
  }
  const response = await request.post('/api/leads', { data })
  expect(response.status()).toBe(201)
  return { id: (await response.json()).id, status: 'nouveau' }
}

/** What a board says: the figures above it, and each column with its sums, its cards and what they show. */
const boardText = (page: Page) =>
  page
    .locator('main')
    .evaluate((main) => [...main.querySelectorAll('.figure, article')].map((each) => (each as HTMLElement).innerText))

test('after random changes by two people, every open board shows what a reload shows', async ({
  browser,
  changedWorld: portal,
}) => {
  const partner = await contextOf(browser, portal, camille)
  const staff = await contextOf(browser, portal, administrator.email)
  const leads: AddedLead[] = []
  let number = 0
  while (number < leadsBefore) leads.push(await add(partner, number++))
  const tabs: Record<string, Page> = {
    'the partner’s board': await openAs(browser, portal, camille, '/dashboard/leads'),
    'the partner’s search': await openAs(browser, portal, camille, '/dashboard/leads?search=elodie'),
    'the board of staff': await openAs(browser, portal, administrator.email, '/dashboard/admin-leads'),
    'a search of staff': await openAs(browser, portal, administrator.email, '/dashboard/admin-leads?search=elodie%20conv'),
    'one partner’s leads': await openAs(
      browser,
      portal,
      administrator.email,
      `/dashboard/admin-leads?partner=${await idOf(partner)}`,
    ),
  }
  for (const tab of Object.values(tabs)) await expect(tab.getByRole('article').first()).toBeVisible()

  const random = randomNumbers(20_261_122)
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
  for (let turn = 0; turn < changes; turn += 1) {
    const { request } = pick([partner, staff])
    const kind = random()
    const lead = pick(leads)
    if (kind < 0.5) {
      const to = pick(statuses.filter((each) => each !== lead.status))
      const moved = await request.post(`/api/leads/${lead.id}/move`, { data: { from: lead.status, to } })
      expect(moved.status()).toBe(200)
      lead.status = to
    } else if (kind < 0.7) {
      // A change of name takes leads into the search and out of it.
      const name = `${pick(['Élodie', 'Bruno'])} Convergence ${turn}`
      const edited = await request.patch(`/api/leads/${lead.id}`, { data: { name, estimatedAmountCents: 5000 + turn } })
      expect(edited.status()).toBe(200)
    } else if (kind < 0.85) leads.push(await add(partner, number++))
    else {
      expect((await request.delete(`/api/leads/${lead.id}`)).status()).toBe(204)
      leads.splice(leads.indexOf(lead), 1)
    }
    await new Promise((resolve) => setTimeout(resolve, random() * 120))
  }
  // What comes last has to be right, too: sums follow at their own pace.
  await quiet(Object.values(tabs), 4000)
  for (const [what, tab] of Object.entries(tabs)) {
    const fresh = await tab.context().newPage()
    await fresh.goto(tab.url())
    await expect(fresh.getByRole('article').first()).toBeVisible()
    // Read again together: a busy machine follows later.
    await expect(async () => expect(await boardText(tab), what).toEqual(await boardText(fresh))).toPass({ timeout: 30_000 })
    await tab.context().close()
  }
  for (const { id } of leads) await staff.request.delete(`/api/leads/${id}`)
})

async function idOf({ request }: { request: APIRequestContext }): Promise<string> {
  return (await (await request.get('/api/session')).json()).me.id
}
