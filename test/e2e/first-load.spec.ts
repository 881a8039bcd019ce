import type { Browser, Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import type { PortalProcess } from '../running-portal.ts'
import { test } from './portal-fixture.ts'
import { openAs } from './sample-world.ts'

const camille = 'camille.lefevre@exemple.fr'

/** What a browser with an empty cache is sent before a page is there. */
test.describe('a first load', () => {
  /** Files and compressed bytes of script and style, and what was asked of the API, until it is there. */
  async function loaded(
    browser: Browser,
    portal: PortalProcess,
    email: string | null,
    path: string,
    awaited: (page: Page) => Locator,
  ) {
    const page = await openAs(browser, portal, email, '/favicon.svg')
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.setCacheDisabled', { cacheDisabled: true })
    const headers = new Map<string, number>()
    const asked: string[] = []
    let files = 0
    let bytes = 0
    session.on('Network.responseReceived', ({ requestId, response }) => {
      const { pathname, search } = new URL(response.url)
      if (pathname.startsWith('/api/')) asked.push(pathname + search)
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
    const all = { files, bytes, asked: asked.toSorted() }
    await page.context().close()
    return all
  }

  test('the way in is at most 150 kB of script and style, in few files', async ({ browser, sampleWorld }) => {
    const { files, bytes, asked } = await loaded(browser, sampleWorld, null, '/auth', (page) => page.getByLabel('Email'))
    process.stdout.write(`/auth: ${bytes} bytes in ${files} files\n`)
    expect(bytes).toBeLessThan(150_000)
    expect(bytes).toBeGreaterThan(50_000)
    expect(files).toBeLessThanOrEqual(8)
    expect(asked).toEqual(['/api/session', '/api/settings'])
  })

  test('a page of the dashboard comes in few files, and asks for nothing twice', async ({ browser, sampleWorld }) => {
    for (const [path, heading] of [
      ['/dashboard', 'Dashboard'],
      ['/dashboard/leads', 'Leads'],
    ] as const) {
      const { files, bytes, asked } = await loaded(browser, sampleWorld, camille, path, (page) =>
        page.getByRole('heading', { level: 1, name: heading }),
      )
      process.stdout.write(`${path}: ${bytes} bytes in ${files} files\n`)
      expect(bytes).toBeLessThan(280_000)
      expect(files).toBeLessThanOrEqual(22)
      expect(asked).toContain('/api/me/standing')
      expect(asked).toEqual([...new Set(asked)])
    }
  })
})
