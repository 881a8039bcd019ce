import { expect } from 'vitest'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { overviewRoutes } from '#overview/api.ts'
import type { HttpClient } from './http-client.ts'
import { plainLead } from './lead-samples.ts'
import type { PortalProcess } from './running-portal.ts'

const tabs = 10
const changesPerSecond = 10
const seconds = 12
const gatherMs = 80

type Read = (ids: readonly string[], withFigures: boolean) => Promise<void>

/** A tab that follows the portal: the first message is answered at once, later ones each second, figures every three seconds. */
async function openTab({ origin, cookie }: HttpClient, read: Read): Promise<{ messages: () => number; close: () => void }> {
  const control = new AbortController()
  const response = await fetch(`${origin}/api/live`, { headers: { cookie }, signal: control.signal })
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

/**
 * Ten tabs of staff, boards and overviews in turn, follow ten moves a second by a partner; each hears of every one. Returns the
 * processors that the portal took for it, and the tabs' reads a second.
 */
export async function followMoves(portal: PortalProcess, staff: HttpClient, partner: HttpClient) {
  let reads = 0
  const board: Read = async (ids) => {
    reads += 1
    await staff.call(leadRoutes.changedLeads, { query: { ids: ids.join() } })
  }
  const overview: Read = async (_, withFigures) => {
    if (!withFigures) return
    reads += 2
    await Promise.all([staff.call(overviewRoutes.getOverview, {}), staff.call(overviewRoutes.getTrends, {})])
  }
  const open = await Promise.all(Array.from({ length: tabs }, (_, tab) => openTab(staff, tab % 2 ? overview : board)))

  const leads: { readonly id: string; status: 'nouveau' | 'premier_contact' }[] = []
  for (let number = 0; number < 20; number += 1) {
    const body = { ...plainLead, name: `Onglet ${number}`, company: 'Onglets', email: 'o@onglets.example' }
    const { id } = await partner.call(leadRoutes.addLead, { body })
    leads.push({ id, status: 'nouveau' })
  }
  await new Promise((resolve) => setTimeout(resolve, 2000))

  const [cpuBefore, readsBefore, startedAt] = [portal.cpuSeconds(), reads, performance.now()]
  for (let change = 0; change < seconds * changesPerSecond; change += 1) {
    const lead = leads[change % leads.length] as (typeof leads)[number]
    const to = lead.status === 'nouveau' ? 'premier_contact' : 'nouveau'
    await partner.call(leadRoutes.moveLead, { params: { id: lead.id }, body: { from: lead.status, to } })
    lead.status = to
    const due = startedAt + ((change + 1) * 1000) / changesPerSecond
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
  }
  const elapsed = (performance.now() - startedAt) / 1000
  const outcome = { cores: (portal.cpuSeconds() - cpuBefore) / elapsed, readsPerSecond: (reads - readsBefore) / elapsed }
  expect(elapsed).toBeLessThan(seconds * 1.5)
  for (const tab of open) {
    expect(tab.messages()).toBeGreaterThanOrEqual(seconds * changesPerSecond)
    tab.close()
  }
  return outcome
}
