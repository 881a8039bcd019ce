// Takes pictures of the sample world: of every page, or with --readme those of the README, and with --check tells whether these
// still show what their pages do.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'
import { findBrowser } from '#test/browser.ts'
import { PortalProcess } from '#test/running-portal.ts'
import { administrator, password } from '../demo/content.ts'

/** A screenshot: name, page, and the buttons to click first. */
interface Shot {
  readonly name: string
  readonly path: string
  readonly clicks?: readonly (string | RegExp)[]
}

const page = (name: string, path: string): Shot => ({ name, path })
const dialog = (name: string, path: string, ...clicks: (string | RegExp)[]): Shot => ({ name: `dialog-${name}`, path, clicks })
const account = (name: string, entry: string) => dialog(name, '/dashboard', /Compte de/, entry)
const pagesOf = (paths: readonly string[]) => paths.map((path) => page(path, `/dashboard/${path}`))

const people: readonly { readonly who: string; readonly email: string | null; readonly shots: readonly Shot[] }[] = [
  {
    who: 'visitor',
    email: null,
    shots: [
      page('landing', '/'),
      page('auth', '/auth'),
      { name: 'forgotten', path: '/auth', clicks: ['Mot de passe oublié ?'] },
      page('not-found', '/nowhere'),
      page('setup', '/setup'),
      page('invitation-over', '/invitation?token=none'),
      page('reset', '/reset?token=none'),
      page('privacy-request', '/privacy/request'),
    ],
  },
  {
    who: 'admin',
    email: administrator.email,
    shots: [
      page('overview', '/dashboard'),
      ...pagesOf(['partners', 'admin-leads', 'admin-contracts', 'admin-commissions', 'admin-resources', 'imports', 'system']),
      dialog('invite', '/dashboard', 'Invite Partner'),
      dialog('contract', '/dashboard', 'Add Contract'),
      dialog('resource', '/dashboard', 'Add Resource'),
      dialog('lead', '/dashboard/admin-leads', 'Add Lead'),
      dialog('paid', '/dashboard/admin-commissions', 'Mark as Paid'),
      dialog('taken-back', '/dashboard/admin-commissions?status=paye', /^More about/, 'Claw back'),
      dialog('held', '/dashboard/admin-commissions?waits=payment', /^More about/, 'Put on hold'),
      page('settings', '/dashboard/settings'),
      page('settings-money', '/dashboard/settings/money'),
      page('settings-identity', '/dashboard/settings/identity'),
      dialog('settings', '/dashboard/settings/identity', 'Edit: Legal identity'),
    ],
  },
  {
    who: 'partner',
    email: 'camille.lefevre@exemple.fr',
    shots: [
      page('overview', '/dashboard'),
      ...pagesOf(['leads', 'imports', 'commissions', 'status', 'contract', 'resources', 'payment-info']),
      dialog('lead', '/dashboard/leads', 'Add Lead'),
      dialog('lead-details', '/dashboard/leads', 'Voir plus de détails'),
      account('two-factor', 'Double authentification'),
      account('own-data', 'Mes données'),
      page('team', '/dashboard/team'),
    ],
  },
  { who: 'middle-tier', email: 'nadia.benali@exemple.fr', shots: [page('overview', '/dashboard'), ...pagesOf(['status'])] },
  {
    who: 'locked',
    email: 'lea.chevalier@exemple.fr',
    shots: [page('overview', '/dashboard'), page('dialog-restricted', '/dashboard/leads'), ...pagesOf(['contract'])],
  },
]
/** The README's pictures: a window of a page, as large as it is printed. */
interface Picture {
  readonly name: string
  readonly email: string
  readonly path: string
  readonly click?: string | RegExp
  readonly width: number
  readonly height: number
  readonly scale?: number
}

const pictures: readonly Picture[] = [
  { name: 'overview', email: 'camille.lefevre@exemple.fr', path: '/dashboard', width: 1200, height: 750 },
  { name: 'phone', email: 'camille.lefevre@exemple.fr', path: '/dashboard/commissions', width: 390, height: 780, scale: 1.5 },
  { name: 'staff', email: administrator.email, path: '/dashboard', width: 1200, height: 750 },
  {
    name: 'signing',
    email: 'olivier.le.goff@exemple.fr',
    path: '/dashboard/contract',
    click: /^Sign Contract Electronically$/,
    width: 1200,
    height: 750,
  },
]
/** What was to be read on each page when its picture was taken. */
const readWith = join(import.meta.dirname, '../docs/images/shown.json')
type Shown = Readonly<Record<string, readonly string[]>>

const schemes = ['light', 'dark'] as const
const widths = [360, 1440] as const
/** `--only partner-leads`: that page alone. `--url`: of a portal that runs already. `--into`: another folder. */
const { values: options } = parseArgs({
  options: {
    readme: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    only: { type: 'string' },
    url: { type: 'string' },
    into: { type: 'string', default: join(import.meta.dirname, '../screens') },
  },
})
const folder = options.into

const coming = '[role=status]:is([aria-label=Chargement], [aria-label=Loading]), .mantine-Skeleton-root, [aria-busy=true]'

/** Waits until requests and animations are done and the page's height is stable. */
async function settled(view: Page): Promise<void> {
  await view.locator('h1, [role=dialog]').first().waitFor()
  await view.evaluate(() => document.fonts.ready)
  const awaited = view.locator(coming).filter({ visible: true })
  let [length, still] = [-1, 0]
  for (const until = Date.now() + 20_000; still < 4; await view.waitForTimeout(100)) {
    if (Date.now() > until) throw new Error(`still waiting: ${await awaited.first().innerHTML()}`)
    const now = await view.evaluate(() => document.documentElement.scrollHeight)
    still = now === length && (await awaited.count()) === 0 ? still + 1 : 0
    length = now
  }
}

/** Takes a screenshot. Returns errors displayed or thrown by the page. */
async function take(view: Page, shot: Shot, file: string): Promise<string[]> {
  const errors: string[] = []
  const hear = (error: Error) => errors.push(error.message)
  view.on('pageerror', hear)
  await view.goto(shot.path)
  await settled(view)
  for (const name of shot.clicks ?? []) {
    await view.getByRole('button', { name }).or(view.getByRole('menuitem', { name })).first().click()
  }
  if (shot.name.startsWith('dialog-')) await view.getByRole('dialog').first().waitFor()
  if (shot.clicks) await settled(view)
  for (const alert of await view.getByRole('alert').allTextContents()) errors.push(`shows an error: ${alert}`)
  const size = view.viewportSize()
  const height = await view.evaluate(() => document.documentElement.scrollHeight)
  // Enlarges the window to the page, since a stitched screenshot would cut off the side bar.
  if (size && !shot.clicks && height > size.height) await view.setViewportSize({ ...size, height })
  await view.screenshot({ path: file, animations: 'disabled' })
  if (size) await view.setViewportSize(size)
  view.off('pageerror', hear)
  return errors
}

async function takeAll(browser: Browser, baseURL: string): Promise<{ count: number; errors: string[] }> {
  let count = 0
  const errors: string[] = []
  for (const { who, email, shots: all } of people) {
    const shots = all.filter(({ name }) => options.only === undefined || `${who}-${name}` === options.only)
    if (shots.length === 0) continue
    for (const colorScheme of schemes) {
      for (const width of widths) {
        const viewport = { width, height: width < 768 ? 780 : 900 }
        const context = await browser.newContext({
          baseURL,
          viewport,
          colorScheme,
          reducedMotion: 'reduce',
          locale: 'fr-FR',
          timezoneId: 'Europe/Paris',
        })
        context.setDefaultTimeout(20_000)
        if (email) await context.request.post('/api/session', { data: { email, password } })
        const view = await context.newPage()
        for (const shot of shots) {
          const name = `${who}-${shot.name}-${colorScheme}-${width}`
          try {
            const shotErrors = await take(view, shot, join(folder, `${name}.png`))
            errors.push(...shotErrors.map((error) => `${name}: ${error}`))
            count += 1
          } catch (error) {
            errors.push(`${name}: ${(error as Error).message}`)
          }
        }
        await context.close()
      }
    }
  }
  return { count, errors }
}

/** Headings and entries of menus and tabs, which change when a page does, not when its figures do. */
const landmarks = 'h1, h2, h3, nav a, [role=tab]'

async function takePictures(browser: Browser, baseURL: string): Promise<Shown> {
  const shown: Record<string, readonly string[]> = {}
  for (const { name, email, path, click, width, height, scale = 1 } of pictures) {
    const context = await browser.newContext({
      baseURL,
      viewport: { width, height },
      deviceScaleFactor: scale,
      reducedMotion: 'reduce',
      locale: 'fr-FR',
      timezoneId: 'Europe/Paris',
    })
    await context.request.post('/api/session', { data: { email, password } })
    const view = await context.newPage()
    await view.goto(path)
    await settled(view)
    if (click) await view.getByRole('button', { name: click }).first().click()
    await settled(view)
    const texts = await view.locator(landmarks).filter({ visible: true }).allInnerTexts()
    // Without counts and what they are of.
    const words = texts.map((text) => text.replace(/\d.*$/s, '').replace(/\s+/g, ' ').trim())
    shown[name] = words.filter((text) => text !== '')
    if (!options.check) await view.screenshot({ path: join(readWith, '..', `${name}.png`), animations: 'disabled' })
    await context.close()
  }
  return shown
}

/** Says which pictures of the README show former pages. */
async function checkPictures(browser: Browser, baseURL: string): Promise<void> {
  const before = JSON.parse(readFileSync(readWith, 'utf8')) as Shown
  const now = await takePictures(browser, baseURL)
  const old = pictures.filter(({ name }) => JSON.stringify(before[name]) !== JSON.stringify(now[name]))
  for (const { name } of old) {
    process.stdout.write(`docs/images/${name}.png shows a former page: npm run screens -- --readme, then look at it\n`)
    process.stdout.write(`  then: ${before[name]?.join(' · ')}\n  now:  ${now[name]?.join(' · ')}\n`)
  }
  if (old.length > 0) process.exitCode = 1
}

if (!options.readme) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
}
const portal = options.url === undefined ? new PortalProcess({}, ['--demo', '--as-specified']) : null
const browser = await chromium.launch(await findBrowser())
try {
  await portal?.start()
  const url = options.url ?? portal?.url ?? ''
  if (options.readme && options.check) await checkPictures(browser, url)
  else if (options.readme) writeFileSync(readWith, `${JSON.stringify(await takePictures(browser, url), null, 2)}\n`)
  else {
    const { count, errors } = await takeAll(browser, url)
    process.stdout.write(errors.map((error) => `${error}\n`).join(''))
    process.stdout.write(`${count} pictures of ${url} are in ${folder}, ${errors.length} with an error\n`)
    if (errors.length > 0 || count === 0) process.exitCode = 1
  }
} finally {
  await browser.close()
  await portal?.remove()
}
