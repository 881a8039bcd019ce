import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { portalPages } from '#access/api/pages.ts'
import { visitorPages } from '#access/api/visitor-pages.ts'
import { administrator } from '../../demo/content.ts'
import type { PortalProcess } from '../running-portal.ts'
import { hold } from './network.ts'
import { test } from './portal-fixture.ts'
import { readAfter } from './read-after.ts'
import { quiet } from './record-network.ts'
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
    session.on('Network.requestWillBeSent', ({ request }) => {
      const { pathname, search } = new URL(request.url)
      if (pathname.startsWith('/api/')) requests.push(pathname + search)
    })
    session.on('Network.responseReceived', ({ requestId, response }) => {
      const { pathname } = new URL(response.url)
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

  test('a dashboard page loads few files, and requests nothing twice', async ({ browser, sampleWorld }) => {
    for (const [path, heading, maxBytes] of [
      ['/dashboard', 'Dashboard', 245_000],
      ['/dashboard/leads', 'Leads', 265_000],
    ] as const) {
      const { files, bytes, requests } = await loaded(browser, sampleWorld, camille, path, (page) =>
        page.getByRole('heading', { level: 1, name: heading }),
      )
      process.stdout.write(`${path}: ${bytes} bytes in ${files} files\n`)
      expect(bytes).toBeLessThan(maxBytes)
      expect(files).toBeLessThanOrEqual(22)
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
        await hold(page, late, () => new Promise((resolve) => setTimeout(resolve, ms)))
      }
      await page.goto('/dashboard')
      await expect(page.getByRole('region', { name: last })).toBeVisible()
      await expect(page.getByRole('heading', { name: chart })).toBeVisible()
      const shifts = await readAfter(quiet([page], 500), () =>
        page.evaluate(() => (window as unknown as { shifts: number[] }).shifts),
      )
      expect(shifts.reduce((sum, each) => sum + each, 0)).toBeLessThan(0.03)
      await page.context().close()
    }
  })
})
