import type { APIRequestContext } from '@playwright/test'
import { expect } from './expect.ts'
import { administrator } from '../../demo/content.ts'
import { test } from './portal-fixture.ts'
import { contextOf } from './sample-world.ts'

const camille = 'camille.lefevre@exemple.fr'
const tabs = 10
const changesPerSecond = 10
const seconds = 12
const gatherMs = 80

type Read = (ids: readonly string[], withFigures: boolean) => Promise<void>

/** A tab that follows the portal: the first message is answered at once, later ones each second, figures every three seconds. */
async function openTab(url: string, cookie: string, read: Read): Promise<{ messages: () => number; close: () => void }> {
  const control = new AbortController()
  const response = await fetch(`${url}/api/live`, { headers: { cookie }, signal: control.signal })
  expect(response.status).toBe(200)
  let messages = 0
  let figuresAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastStart = 0
  const changed = new Set<string>()
  const apply = async () => {
    lastStart = Date.now()
    const withFigures = lastStart - figuresAt >= 3000
    if (withFigures) figuresAt = lastStart
    const ids = [...changed]
    changed.clear()
    await read(ids, withFigures)
    timer = undefined
    if (changed.size > 0) plan()
  }
  const plan = () => {
    timer ??= setTimeout(() => void apply(), Math.max(gatherMs, lastStart + 1000 - Date.now()))
  }
  const follow = async () => {
    for await (const chunk of response.body ?? []) {
      for (const [, data = ''] of Buffer.from(chunk)
        .toString()
        .matchAll(/^data: (.*"subject".*)$/gm)) {
        messages += 1
        changed.add(JSON.parse(data).subject.id)
        plan()
      }
    }
  }
  const following = follow().catch(() => undefined)
  return {
    messages: () => messages,
    close: () => {
      clearTimeout(timer)
      control.abort()
      void following
    },
  }
}

test('ten staff tabs and ten changes a second take less than half a core of the server', async ({
  browser,
  changedWorld: portal,
}) => {
  test.skip(process.platform !== 'linux', 'processor time is read from /proc')
  const partner = await contextOf(browser, portal, camille)
  const staff = await contextOf(browser, portal, administrator.email)
  const cookie = (await staff.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  let reads = 0
  const get = async (request: APIRequestContext, address: string) => {
    reads += 1
    expect((await request.get(address)).status()).toBe(200)
  }
  const board: Read = (ids, withFigures) =>
    get(staff.request, `/api/leads/changed?ids=${ids.join()}${withFigures ? '&sums=yes' : ''}`)
  const overview: Read = async (_, withFigures) => {
    if (withFigures) await Promise.all(['/api/overview', '/api/overview/trends'].map((each) => get(staff.request, each)))
  }
  const open = await Promise.all(
    Array.from({ length: tabs }, (_, tab) => openTab(portal.url, cookie, tab % 2 ? overview : board)),
  )

  const leads: { id: string; status: string }[] = []
  for (let number = 0; number < 20; number += 1) {
    const data = { name: `Onglet ${number}`, company: 'Onglets', email: 'o@onglets.example', offerType: 'star' }
    leads.push(await (await partner.request.post('/api/leads', { data: { ...data, estimatedAmountCents: 1000 } })).json())
  }
  await new Promise((resolve) => setTimeout(resolve, 2000))

  const [cpuBefore, readsBefore, startedAt] = [portal.cpuSeconds(), reads, performance.now()]
  for (let change = 0; change < seconds * changesPerSecond; change += 1) {
    const lead = leads[change % leads.length] as { id: string; status: string }
    const to = lead.status === 'nouveau' ? 'premier_contact' : 'nouveau'
    const moved = await partner.request.post(`/api/leads/${lead.id}/move`, { data: { from: lead.status, to } })
    expect(moved.status()).toBe(200)
    lead.status = to
    const due = startedAt + ((change + 1) * 1000) / changesPerSecond
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
  }
  const elapsed = (performance.now() - startedAt) / 1000
  const cores = (portal.cpuSeconds() - cpuBefore) / elapsed
  process.stdout.write(
    `${tabs} tabs: ${cores.toFixed(2)} cores, ${((reads - readsBefore) / elapsed).toFixed(1)} reads a second\n`,
  )
  expect(elapsed).toBeLessThan(seconds * 1.5)
  for (const tab of open) {
    expect(tab.messages()).toBeGreaterThanOrEqual(seconds * changesPerSecond)
    tab.close()
  }
  expect(cores).toBeLessThan(0.5)
  for (const { id } of leads) await staff.request.delete(`/api/leads/${id}`)
})
