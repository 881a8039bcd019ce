import { type BrowserContext, expect, type Page } from '@playwright/test'
import { password } from '../../demo/content.ts'
import { findBrowser } from '../browser.ts'
import { freePort } from '../postgres.ts'
import type { PortalProcess } from '../running-portal.ts'
import { addLeadByApi, apiOf } from './colleagues.ts'
import { test } from './portal-fixture.ts'
import { contextOf } from './sample-world.ts'
import { startPortalIn } from './worlds.ts'

const camille = 'camille.lefevre@exemple.fr'
const sophie = 'sophie.moreau@exemple.fr'
/** By a name of one's own network and without TLS a browser has no Web Locks. */
const host = 'portail.test'
const launch = await findBrowser()
test.use({ launchOptions: { ...launch, args: [...launch.args, `--host-resolver-rules=MAP ${host} 127.0.0.1`] } })

/** Over HTTP/1.1 a browser has six connections to the portal, for all its tabs. */
test.describe('many tabs of one browser', () => {
  let portal: PortalProcess
  let metrics: string
  test.beforeAll(async () => {
    const port = await freePort()
    metrics = `http://127.0.0.1:${port}/metrics`
    portal = await startPortalIn('sample', undefined, { METRICS_PORT: String(port) })
  })
  test.afterAll(() => portal?.remove())

  const streams = async () => Number(/^passerelle_live_streams (\d+)/m.exec(await (await fetch(metrics)).text())?.[1])
  const address = (path: string) => portal.url.replace('localhost', host) + path
  const leads = () => address('/dashboard/leads')
  const signIn = async (page: Page, email: string) => {
    await page.goto(address('/auth'))
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Mot de passe', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Se connecter' }).click()
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  }
  /** The page and its board are there: neither waits for a connection. */
  const open = async (page: Page) => {
    await page.goto(leads(), { waitUntil: 'commit', timeout: 15_000 })
    await expect(page.getByRole('article').first()).toBeVisible()
    return page
  }
  const openAnother = async (context: BrowserContext) => open(await context.newPage())
  const askedAt = (page: Page, path = '/api/session') =>
    page.evaluate(
      (to) => fetch(to, { cache: 'no-store', signal: AbortSignal.timeout(10_000) }).then(({ status }) => status, String),
      path,
    )
  let count = 0
  /** Somebody adds a lead of hers in another browser, which these pages show. */
  const seen = async (browser: Parameters<typeof contextOf>[0], pages: readonly Page[], email = camille) => {
    const context = await contextOf(browser, portal, email)
    count += 1
    const name = `Onglet ${count}`
    await addLeadByApi(apiOf(context.request), name, { name })
    await context.close()
    for (const page of pages) await expect(page.getByRole('article', { name })).toBeVisible()
    return name
  }

  test('eight side by side, by http: one stream, each is answered and follows, whichever goes', async ({ browser }) => {
    const context = await browser.newContext()
    const streaming: Page[] = []
    context.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/live') streaming.push(request.frame().page())
    })
    const first = await context.newPage()
    await signIn(first, camille)
    await expect.poll(() => first.evaluate(() => [isSecureContext, 'locks' in navigator])).toEqual([false, false])
    let pages = [await open(first)]
    for (let tab = 2; tab <= 8; tab += 1) pages.push(await openAnother(context))
    await expect.poll(() => Promise.all(pages.map((page) => askedAt(page)))).toEqual(pages.map(() => 200))
    await expect.poll(streams).toBe(1)
    await seen(browser, pages)
    const leader = () => streaming.at(-1) as Page
    const withoutLeader = () => pages.filter((page) => page !== leader())

    await test.step('closing the tab that has the stream', async () => {
      pages = withoutLeader()
      await leader().close()
      await seen(browser, pages)
      await expect.poll(streams).toBe(1)
    })
    await test.step('loading it anew', async () => {
      await open(leader())
      await seen(browser, pages)
      await expect.poll(streams).toBe(1)
    })
    await test.step('it hangs, and comes back', async () => {
      const hung = leader()
      const isBack = hung.evaluate(() => {
        for (const until = Date.now() + 12_000; Date.now() < until; );
      })
      await seen(
        browser,
        pages.filter((page) => page !== hung),
      )
      expect(leader()).not.toBe(hung)
      await isBack
      await expect.poll(streams).toBe(1)
      await seen(browser, pages)
    })
    await test.step('it crashes', async () => {
      const crashed = leader()
      pages = withoutLeader()
      const session = await context.newCDPSession(crashed)
      const over = crashed.waitForEvent('crash')
      session.send('Page.crash').catch(() => undefined)
      await over
      await seen(browser, pages)
      await expect.poll(streams).toBe(1)
    })
    await context.close()
    await expect.poll(streams).toBe(0)
  })

  test('tabs in the background that nobody has seen have no stream, and follow once they are seen', async ({ browser }) => {
    const context = await browser.newContext()
    const first = await context.newPage()
    await signIn(first, camille)
    await open(first)
    const unseen: Page[] = []
    for (let tab = 1; tab <= 7; tab += 1) {
      const page = await context.newPage()
      // The browser of the tests shows every page as visible.
      await page.addInitScript(() => {
        Object.defineProperty(document, 'visibilityState', { get: () => (document.title.startsWith('!') ? 'visible' : 'hidden') })
      })
      unseen.push(await open(page))
    }
    await expect.poll(() => askedAt(first)).toBe(200)
    await expect.poll(streams).toBe(1)
    const missed = await seen(browser, [first])
    await first.close()
    await expect.poll(streams).toBe(0)
    const [seenAtLast] = unseen as [Page]
    await seenAtLast.evaluate(() => {
      document.title = `!${document.title}`
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await expect(seenAtLast.getByRole('article', { name: missed })).toBeVisible()
    await seen(browser, [seenAtLast])
    expect(await streams()).toBe(1)
    await context.close()
  })

  test('another person in the same browser gets nothing of the former one’s, nor the other way round', async ({ browser }) => {
    const context = await browser.newContext()
    const first = await context.newPage()
    await signIn(first, camille)
    await open(first)
    const me = async () =>
      (await (
        await first.evaluate(() => fetch('/api/session').then((answer) => answer.json()))
      ).me) as { session: string }
    const { session } = await me()
    // A page that does not notice that the session has ended, and goes on listening.
    const stale = await context.newPage()
    await stale.goto(address('/favicon.svg'))
    await stale.evaluate((name) => {
      const told: unknown[] = []
      Object.assign(window, { told })
      new BroadcastChannel(name).onmessage = ({ data }) => told.push(data)
    }, `passerelle.live.${session}`)
    const told = () => stale.evaluate(() => (window as unknown as { told: { kind: string }[] }).told.splice(0))
    await seen(browser, [first])
    await expect.poll(async () => (await told()).some(({ kind }) => kind === 'frame')).toBe(true)
    await first.getByRole('button', { name: 'Déconnexion' }).click()
    await expect(first).toHaveURL(/\/auth$/)
    await expect.poll(streams).toBe(0)
    await signIn(first, sophie)
    await open(first)
    await told()
    const ofCamille = await seen(browser, [])
    await seen(browser, [first], sophie)
    await expect(first.getByRole('article', { name: ofCamille })).toHaveCount(0)
    await expect.poll(told).toEqual([])
    await expect.poll(async () => (await me()).session).not.toBe(session)
    await expect.poll(() => askedAt(stale, `/api/live?session=${session}`)).toBe(401)
    await expect.poll(streams).toBe(1)
    await context.close()
  })
})
