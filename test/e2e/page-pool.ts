import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import type { PortalProcess } from '../running-portal.ts'

/** A tab that later tests of the worker use again: a new context and tab take twice as long as loading a page in this one. */
interface PooledPage {
  readonly page: Page
  readonly portal: PortalProcess
  /** The person and the options of its context. */
  readonly key: string
  restore(): Promise<void>
}

/** Where tabs wait: of the portal, so that the tab keeps its process, and without scripts, so that it asks for nothing. */
const restingPath = '/favicon.svg'

const sharedPortals = new Set<PortalProcess>()
let idle: PooledPage[] = []
let lent: PooledPage[] = []
let optionsOfTest = ''
/** Contexts with something that cannot be taken back. */
const marked = new WeakSet<BrowserContext>()

/** Runs `work` while pages of this portal are kept from test to test. */
export async function keepingPagesOf(portal: PortalProcess, work: () => Promise<void>): Promise<void> {
  sharedPortals.add(portal)
  await work()
  sharedPortals.delete(portal)
  const own = idle.filter((each) => each.portal === portal)
  idle = idle.filter((each) => !own.includes(each))
  await Promise.all(own.map(({ page }) => page.context().close()))
}

/** Runs one test, whose contexts have these options; then takes pages back, and closes every other context. */
export async function withPages(browser: Browser, options: BrowserContextOptions, test: () => Promise<void>): Promise<void> {
  optionsOfTest = JSON.stringify(options)
  await test()
  const returned = lent.filter(({ page }) => !page.isClosed() && !marked.has(page.context()))
  lent = []
  const kept = new Set([...returned, ...idle].map(({ page }) => page.context()))
  const others = browser.contexts().filter((context) => !kept.has(context))
  await Promise.all([...others.map((context) => context.close()), ...returned.map(rest)])
  idle.push(...returned)
}

/** A tab of this portal and person with these looks: one that waits, or a new one of the context that `make` returns. */
export async function pageOf(
  portal: PortalProcess,
  email: string | null,
  looks: BrowserContextOptions,
  make: () => Promise<BrowserContext>,
): Promise<Page> {
  if (!sharedPortals.has(portal)) return (await make()).newPage()
  const key = JSON.stringify([email, looks, optionsOfTest])
  const waiting = idle.find((each) => each.portal === portal && each.key === key)
  if (waiting) idle = idle.filter((each) => each !== waiting)
  const pooled = waiting ?? (await newPooledPage(portal, key, looks, await make()))
  lent.push(pooled)
  return pooled.page
}

async function newPooledPage(
  portal: PortalProcess,
  key: string,
  { colorScheme = 'light', viewport }: BrowserContextOptions,
  context: BrowserContext,
): Promise<PooledPage> {
  const cookies = await context.cookies()
  const page = await context.newPage()
  const size = viewport ?? page.viewportSize()
  markAfter(context, page, ['addInitScript', 'exposeFunction', 'exposeBinding'])
  markAfter(context, context, [
    'addInitScript',
    'exposeFunction',
    'exposeBinding',
    'newCDPSession',
    'setOffline',
    'grantPermissions',
  ])
  const restore = async () => {
    await context.clearCookies()
    await context.addCookies(cookies)
    await page.emulateMedia({ colorScheme })
    if (size) await page.setViewportSize(size)
  }
  return { page, portal, key, restore }
}

/** Marks the context when one of these methods is called. */
function markAfter(context: BrowserContext, owner: object, names: readonly string[]): void {
  const methods = owner as Record<string, (...given: readonly unknown[]) => unknown>
  for (const name of names) {
    const method = methods[name]
    if (!method) throw new Error(`Playwright has no ${name} any more: see what replaces it, since it may outlive a test`)
    methods[name] = (...given) => {
      marked.add(context)
      return method.apply(owner, [...given])
    }
  }
}

async function rest({ page, restore }: PooledPage): Promise<void> {
  const context = page.context()
  page.removeAllListeners()
  await Promise.all([page, context].map((each) => each.unrouteAll({ behavior: 'ignoreErrors' })))
  await Promise.all(context.pages().map((other) => (other === page ? undefined : other.close())))
  await page.goto(restingPath)
  await page.evaluate(async () => {
    localStorage.clear()
    sessionStorage.clear()
    const workers = await navigator.serviceWorker.getRegistrations()
    await Promise.all(workers.map((worker) => worker.unregister()))
    await Promise.all((await caches.keys()).map((name) => caches.delete(name)))
  })
  await restore()
}
