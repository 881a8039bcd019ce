import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { portalPages } from '#platform/api/pages.ts'
import { visitorPages } from '#platform/api/visitor-pages.ts'
import { administrator } from '../../demo/content.ts'
import type { PortalProcess } from '../running-portal.ts'
import { test } from './portal-fixture.ts'
import { openAs } from './sample-world.ts'

/** Must equal the preloaded URL: the browser would request any other one again. */
const board = '/api/leads/board?columns=all&limit=13'
const camille = 'camille.lefevre@exemple.fr'

/** What a browser with an empty cache downloads before the page is shown. */
test.describe('a first load', () => {
  /** Files and compressed bytes of script and style, and API requests, until the page is shown. */
  async function loaded(
    browser: Browser,
    portal: PortalProcess,
    email: string | null,
    path: string,
    awaited: (page: Page) => Locator,
  ) {
    const page = await openAs(browser, portal, email, '/favicon.svg')
    // Charts below the fold load when the browser is idle: on a slow machine that would be before the page is seen here.
    await page.addInitScript(() => {
      window.requestIdleCallback = () => 0
    })
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.setCacheDisabled', { cacheDisabled: true })
    const headers = new Map<string, number>()
    const requests: string[] = []
    let files = 0
    let bytes = 0
    const scripts: string[] = []
    session.on('Network.responseReceived', ({ requestId, response }) => {
      const { pathname, search } = new URL(response.url)
      if (pathname.startsWith('/api/')) requests.push(pathname + search)
      if (/\.js$/.test(pathname)) scripts.push(response.url)
      if (/\.(js|css)$/.test(pathname)) headers.set(requestId, response.encodedDataLength)
    })
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const ofHeaders = headers.get(requestId)
      if (ofHeaders === undefined) return
      files += 1
      bytes += encodedDataLength - ofHeaders
    })
    await page.goto(path)
    await expect(awaited(page)).toBeVisible()
    const texts = await Promise.all(scripts.map(async (each) => (await page.request.get(each)).text()))
    const all = { files, bytes, requests: requests.toSorted(), script: texts.join('\n') }
    await page.context().close()
    return all
  }

  test('the sign-in page is at most 165 kB of script and style, and names no page of the portal', async ({
    browser,
    sampleWorld,
  }) => {
    const { files, bytes, requests, script } = await loaded(browser, sampleWorld, null, '/auth', (page) =>
      page.getByLabel('E-mail'),
    )
    process.stdout.write(`/auth: ${bytes} bytes in ${files} files\n`)
    expect(bytes).toBeLessThan(165_000)
    expect(bytes).toBeGreaterThan(50_000)
    expect(files).toBeLessThanOrEqual(6)
    expect(requests).toEqual(['/api/session', '/api/settings'])
    // Another page of the portal costs visitors nothing: none is named in what they load.
    for (const { path } of visitorPages) expect(script).toContain(`\`${path}\``)
    for (const { path, module } of portalPages) {
      if (path !== '/dashboard') expect(script).not.toContain(path)
      expect(script).not.toContain(module.replace(/^.*\/|\.tsx$/g, ''))
    }
  })

  test('moving a card costs the acting tab one request, and every other tab that shows it at most two', async ({
    browser,
    sampleWorld,
  }) => {
    const tabs = {
      acting: await openAs(browser, sampleWorld, camille, '/dashboard/leads'),
      second: await openAs(browser, sampleWorld, camille, '/dashboard/leads'),
      staff: await openAs(browser, sampleWorld, administrator.email, '/dashboard/admin-leads'),
    }
    const data = { company: 'Comptée', email: 'lea@comptee.example', offerType: 'star', estimatedAmountCents: 100 }
    await tabs.acting.request.post('/api/leads', { data: { ...data, name: 'Léa Comptée' } })
    const card = (tab: Page, column: string) => tab.getByRole('region', { name: column, exact: true }).getByText('Léa Comptée')
    const requestsByName: Record<string, string[]> = {}
    let lastAt = Date.now()
    for (const [name, tab] of Object.entries(tabs)) {
      await expect(card(tab, 'Nouveau')).toBeVisible()
      const requests: string[] = []
      requestsByName[name] = requests
      tab.on('request', (request) => {
        if (!request.url().includes('/api/') || request.url().includes('/api/live')) return
        lastAt = Date.now()
        requests.push(request.method())
      })
    }
    // What follows the new lead: figures and marks come after three seconds.
    await expect.poll(() => Date.now() - lastAt, { timeout: 60_000 }).toBeGreaterThan(4000)
    for (const requests of Object.values(requestsByName)) requests.length = 0
    await tabs.acting.getByRole('button', { name: 'Actions pour Léa Comptée' }).click()
    await tabs.acting.getByRole('menuitem', { name: 'Signé' }).click()
    for (const tab of Object.values(tabs)) await expect(card(tab, 'Signé')).toBeVisible()
    // Superfluous requests would follow within the batching time of the live stream.
    await tabs.acting.waitForTimeout(1000)
    expect(requestsByName.acting).toEqual(['POST'])
    for (const name of ['second', 'staff']) {
      expect(new Set(requestsByName[name])).toEqual(new Set(['GET']))
      expect(requestsByName[name]?.length, name).toBeLessThanOrEqual(2)
    }
    for (const tab of Object.values(tabs)) await tab.context().close()
  })

  test('a dashboard page loads few files, and requests nothing twice', async ({ browser, sampleWorld }) => {
    for (const [path, heading, most] of [
      ['/dashboard', 'Dashboard', 245_000],
      ['/dashboard/leads', 'Leads', 265_000],
    ] as const) {
      const { files, bytes, requests } = await loaded(browser, sampleWorld, camille, path, (page) =>
        page.getByRole('heading', { level: 1, name: heading }),
      )
      process.stdout.write(`${path}: ${bytes} bytes in ${files} files\n`)
      expect(bytes).toBeLessThan(most)
      expect(files).toBeLessThanOrEqual(21)
      expect(requests).toContain('/api/me/standing')
      expect(requests).toEqual([...new Set(requests)])
      expect(requests.filter((each) => each.startsWith('/api/leads/'))).toEqual(path === '/dashboard/leads' ? [board] : [])
    }
  })

  test('an overview whose answers and modules come late pushes nothing down', async ({ browser, sampleWorld }) => {
    for (const [email, width, last, chart] of [
      [administrator.email, 412, 'Set up your portal', 'Pipeline by stage'],
      [camille, 1440, 'Current Status', 'Pipeline par étape'],
    ] as const) {
      const page = await openAs(browser, sampleWorld, email, '/favicon.svg')
      await page.setViewportSize({ width, height: 820 })
      await page.addInitScript(() => {
        const shifts: number[] = []
        Object.assign(window, { shifts })
        new PerformanceObserver((list) => {
          for (const each of list.getEntries()) shifts.push((each as PerformanceEntry & { value: number }).value)
        }).observe({ type: 'layout-shift', buffered: true })
      })
      for (const [late, ms] of [
        ['**/api/overview', 300],
        ['**/api/setup-checklist', 600],
        ['**/setup-checklist-*.js', 300],
      ] as const) {
        await page.route(late, async (route) => {
          await new Promise((resolve) => setTimeout(resolve, ms))
          await route.continue()
        })
      }
      await page.goto('/dashboard')
      await expect(page.getByRole('region', { name: last })).toBeVisible()
      await expect(page.getByRole('heading', { name: chart })).toBeVisible()
      const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
      expect(shifts.reduce((sum, each) => sum + each, 0)).toBeLessThan(0.03)
      await page.context().close()
    }
  })
})
