import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, expect, type Page, type TestInfo } from '@playwright/test'
import { pagePaths } from '#access/domain/page-paths.ts'
import { m as auth } from '#accounts/auth/messages/messages.ts'
import { m as documents } from '#money/documents/messages/messages.ts'
import { m as overview } from '#overview/messages/messages.ts'
import { dayText } from '#platform/domain/day-text.ts'
import { type Language, languages, type WrittenLanguage, writtenIn } from '#platform/domain/languages.ts'
import { defaultTimeZone } from '#platform/domain/time-zones.ts'
import { m as platform } from '#platform/messages/messages.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import { m as portalMessages } from '#portal/messages/messages.ts'
import { administrator, password } from '../../demo/content.ts'
import { leadStatusLabels } from '../default-stages.ts'
import { pdfText } from '../pdf-text.ts'
import { findPostgres } from '../postgres.ts'
import type { PortalProcess } from '../running-portal.ts'
import * as steps from './invited-to-paid-steps.ts'
import { MoneyPortal } from './money-world.ts'
import { test } from './portal-fixture.ts'
import { camille, pagesOfSides, partnerPages, staffPages } from './portal-pages.ts'
import { ReadTexts, readIn, type ShownText, seen, textWith } from './read-texts.ts'
import { openAs } from './sample-world.ts'
import { beyondTheEdge, shown } from './steps.ts'

interface Side {
  readonly email: string
  /** The language of texts that the specification does not quote, as long as no other one is chosen. */
  readonly side: WrittenLanguage
  readonly pages: readonly string[]
}

const sides: readonly Side[] = [
  {
    email: administrator.email,
    side: 'en',
    pages: staffPages,
  },
  {
    email: camille,
    side: 'fr',
    pages: partnerPages,
  },
]

const sampleSources = readdirSync('demo').map((name) => readFileSync(join('demo', name), 'utf8'))
const sampleTexts = seen(sampleSources.join('\n'))
/** Texts of the sample world with a name in them: `Contrat de partenariat ${company}`. */
const samplePatterns = sampleSources
  .flatMap((code) => [...code.matchAll(/`(\p{Lu}\p{L}+ [^`\n]*\$\{[^`\n]*)`/gu)].map(([, text = '']) => text))
  .map((text) => textWith(text.split(/\$\{[^}]*\}/)))

/** The provider's own names: those of the stages. */
const ownNames = new Set<string>(Object.values(leadStatusLabels))

/** Whether a text was written in the sample world or by the provider, in the language of whoever wrote it. */
const isSampleText = (text: string) =>
  ownNames.has(text) || sampleTexts.includes(text) || samplePatterns.some((pattern) => pattern.test(text))

/** Sets the language of the person whose page it is; null: as the portal. */
async function choose({ request }: Page, language: Language | null): Promise<void> {
  const answer = await request.put('/api/me/language', { data: { language } })
  expect([language, answer.status()]).toEqual([language, 200])
}

/** All texts of a page: what is written on it, what is said of its parts, and its title. */
function textsOf(page: Page): Promise<ShownText[]> {
  return page.evaluate(() => {
    const found: { text: string; lang?: string }[] = []
    const add = (written: string | null, place: { lang?: string } = {}) => {
      const text = (written ?? '').replace(/\s+/g, ' ').trim()
      if (/\p{L}{2}/u.test(text)) found.push({ text, ...place })
    }
    add(document.title)
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      const element = node.parentElement
      if (!element?.checkVisibility() || element.closest('script, style, noscript')) continue
      add(node.textContent, { lang: element.closest('[lang]')?.getAttribute('lang') ?? '' })
    }
    for (const attribute of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description']) {
      for (const element of document.querySelectorAll(`[${attribute}]`)) {
        if (element.checkVisibility()) add(element.getAttribute(attribute))
      }
    }
    return found
  })
}

interface Finding extends ShownText {
  readonly path: string
  readonly languages: readonly WrittenLanguage[]
}

/** Attaches the texts of pages that are the portal's own, each once a page, with the languages that they are said in. */
function attach(info: TestInfo, texts: readonly Finding[]): Promise<void> {
  const lines = new Set(texts.map(({ path, text, languages: said, lang }) => [path, text, said.join(' or '), lang].join('\t')))
  return info.attach('texts', { body: [...lines].join('\n'), contentType: 'text/tab-separated-values' })
}

/** The page of a partner and its history, for staff. */
async function pagesOfPartner({ request }: Page): Promise<string[]> {
  const { partners } = await (await request.get('/api/partners/names')).json()
  const { id } = partners.find(({ name }: { name: string }) => name === 'Camille Lefèvre')
  return [pagePaths.partner, pagePaths.partnerHistory].map((path) => path.replace(':partnerId', id))
}

async function openInLanguage(browser: Browser, portal: PortalProcess, email: string, language: Language): Promise<Page> {
  const page = await openAs(browser, portal, email, '/favicon.svg', { ownSession: true })
  await choose(page, language === 'specified' ? null : language)
  return page
}

test.afterEach(() => void readIn('specified'))

test.describe('every page of staff and partner says its own texts in one language', () => {
  for (const { email, side, pages } of sides) {
    for (const language of languages) {
      test(`${email}, ${language}`, async ({ browser, changedWorld: portal }, info) => {
        const reading = readIn(language, side)
        const texts = await ReadTexts.of(reading)
        const page = await openInLanguage(browser, portal, email, language)
        const errors: string[] = []
        const found: Finding[] = []
        try {
          for (const path of [...pages, ...(email === camille ? [] : await pagesOfPartner(page))]) {
            await page.goto(path)
            await shown(page)
            await expect(page.locator('html')).toHaveAttribute('lang', writtenIn(reading))
            for (const each of await textsOf(page)) {
              const said = texts.languagesOf(each.text)
              if (said.length > 0) found.push({ ...each, path, languages: said })
              const error = texts.errorOf(each, isSampleText)
              if (error) errors.push(`${path}: “${each.text}” ${error}`)
            }
          }
        } finally {
          await choose(page, null)
        }
        await attach(info, found)
        expect(new Set(found.map(({ path }) => path)).size).toBeGreaterThan(pages.length - 1)
        expect([...new Set(errors)]).toEqual([])
      })
    }
  }
})

// Contracts and statements are printed and sealed meanwhile, in processes of their own.
test.describe('from the invitation to the paid statement in French and in English', () => {
  test.skip(!findPostgres(), 'this machine has no PostgreSQL')
  test.use({ actionTimeout: 60_000 })
  for (const [language, name] of [
    ['fr', 'Français'],
    ['en', 'English'],
  ] as const) {
    test(`in ${name}: every button, toast, mail and document says one language`, async ({ browser }, info) => {
      const texts = await ReadTexts.of(readIn(language))
      const world = await MoneyPortal.open(browser, { withPartner: false })
      try {
        await steps.setUpIn(await world.as(browser, 'staff', '/favicon.ico'), language)
        const before = steps.mailFilesOf(world.portal)
        const staff = await world.as(browser, 'staff', pagePaths.home)
        await expect(staff.locator('html')).toHaveAttribute('lang', language)
        await test.step('staff invite a partner', () => steps.invite(staff))
        const partner = await test.step('the partner reads the invitation and comes in', () =>
          steps.acceptInvitation(browser, world, { name, language }))
        await test.step('the partner signs', () => steps.sign(browser, world, partner))
        await test.step('the partner brings a lead', () => steps.addLead(partner))
        await test.step('staff accept it', () => steps.acceptLead(staff))
        await test.step('it is won', () => steps.win(partner))
        await test.step('staff validate the commission', () => steps.validate(staff))
        await test.step('staff issue the run', () => steps.issueRun(staff))
        const statement = await test.step('the partner accepts the statement', () => steps.acceptStatement(partner))
        await test.step('staff approve the run and mark it as paid', () => steps.payRun(staff))
        await test.step('the partner sees what is paid', () => steps.seePaid(partner))

        await test.step('the PDF of the statement is in the language', async () => {
          const text = await pdfText(await (await partner.request.get(statement.address)).body())
          expect(text).toContain(documents.statement())
          expect(text).toContain(documents.lineValidated({ day: dayText(isoDay(new Date(), defaultTimeZone)) }))
          expect(text.split('\n').filter((line) => texts.foreignLanguage(seen(line)))).toEqual([])
        })
        await test.step('the mails are in the language', async () => {
          const { providerName } = await (await partner.request.get('/api/settings')).json()
          const sent = () => steps.mailsIn(steps.mailFilesOf(world.portal).filter((file) => !before.includes(file)))
          const subjects = async () => (await sent()).map(({ subject }) => subject)
          const wanted = steps.subjectsOnTheWay(providerName, statement.reference).map(seen)
          await expect.poll(subjects, { timeout: 60_000 }).toEqual(expect.arrayContaining(wanted))
          const mails = await sent()
          await info.attach('mails', { body: mails.map(({ subject }) => subject).join('\n'), contentType: 'text/plain' })
          expect(mails.filter(({ html }) => !html.includes(`<html lang="${language}">`))).toEqual([])
          const lines = mails.flatMap(({ subject, text }) => [subject, ...text.split('\n')].map(seen))
          expect(lines.filter((line) => texts.foreignLanguage(line))).toEqual([])
        })
      } finally {
        await world.remove()
      }
    })
  }
})

test('dialogs and toasts of staff say what is quoted in French as French', async ({ browser, changedWorld: portal }) => {
  const partner = await openAs(browser, portal, camille, '/favicon.svg', { ownSession: true })
  const data = { name: 'Ada Quoted', company: 'Quoted Ltd', email: 'ada@quoted.example', offerType: 'star' }
  const added = await partner.request.post('/api/leads', { data: { ...data, estimatedAmountCents: 100_000 } })
  expect(added.ok()).toBe(true)
  const page = await openAs(browser, portal, administrator.email, `${pagePaths.adminLeads}?search=quoted`)
  await page.getByRole('button', { name: 'Actions for Ada Quoted' }).click()
  await page.getByRole('menuitem', { name: 'Perdu' }).click()
  const why = page.getByRole('dialog', { name: 'Why is this lead lost?' })
  const lose = why.getByRole('button', { name: 'Déplacer vers Perdu' })
  await expect(lose.locator('[lang="fr"]')).toHaveText('Déplacer vers Perdu')
  await lose.click()
  await expect(page.getByRole('alert').locator('[lang="fr"]', { hasText: 'Erreur de validation' })).toBeVisible()
  // What is not quoted is the page's.
  await expect(why.getByText('Please choose a reason')).toBeVisible()
  await expect(why.locator('[lang]', { hasText: 'Please choose a reason' })).toHaveCount(0)
})

/** Lengthens each text of the page by four tenths, as another language may. */
function lengthen(page: Page): Promise<void> {
  return page.evaluate(() => {
    const kept = globalThis as unknown as { lengthened?: WeakSet<Node> }
    kept.lengthened ??= new WeakSet()
    const filler = ' encore des mots plus longs'.repeat(60)
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      const text = node.textContent ?? ''
      if (kept.lengthened.has(node) || !/\p{L}{2}/u.test(text) || node.parentElement?.closest('script, style, noscript')) continue
      node.textContent = text + filler.slice(0, Math.ceil(text.trim().length * 0.4))
      kept.lengthened.add(node)
    }
  })
}

test.describe('texts 40 % longer do not break a page', () => {
  for (const [email, paths] of Object.entries(pagesOfSides)) {
    test(`${email}: nothing scrolls sideways on a phone of 360 pixels and on a desktop`, async ({
      browser,
      sampleWorld: portal,
    }) => {
      const page = await openAs(browser, portal, email, '/favicon.svg')
      const broken: string[] = []
      for (const path of paths) {
        for (const width of [360, 1440]) {
          // A table measures its columns again when its width changes.
          await page.setViewportSize({ width: width - 20, height: 900 })
          await page.goto(path)
          await shown(page)
          await lengthen(page)
          await page.setViewportSize({ width, height: 900 })
          const fits = expect.poll(() => beyondTheEdge(page), { timeout: 10_000 }).toBe(0)
          await fits.catch(async () => broken.push(`${path} at ${width}: ${await beyondTheEdge(page)} px`))
        }
      }
      expect(broken).toEqual([])
    })
  }
})

test('the language is chosen in the account menu, on the page of the sign-in, and given back to the portal', async ({
  browser,
  changedWorld: portal,
}) => {
  const sophie = { email: 'sophie.moreau@exemple.fr', fullName: 'Sophie Moreau' }
  const another = await openAs(browser, portal, sophie.email, '/favicon.svg', { ownSession: true })
  const page = await openAs(browser, portal, sophie.email, '/dashboard', { ownSession: true })
  const root = page.locator('html')
  const openMenu = async () => {
    await page.getByRole('button', { name: portalMessages.accountOf({ name: sophie.fullName }) }).click()
    await expect(page.getByRole('menu')).toBeVisible()
  }
  const choice = (name: string) => page.getByRole('menuitemradio', { name, exact: true })
  const asPortal = () => choice(portalMessages.languageOfPortal({ language: platform.languageOriginal() }))
  try {
    await test.step('English in the menu loads the page in English', async () => {
      readIn('specified')
      await expect(root).toHaveAttribute('data-reading', 'specified-fr')
      await openMenu()
      await expect(asPortal()).toBeChecked()
      await choice('English').click()
      await expect(root).toHaveAttribute('data-reading', 'en')
      readIn('en')
      await expect(page.getByRole('heading', { name: overview.dashboard(), exact: true })).toBeVisible()
      await openMenu()
      await expect(choice('English')).toBeChecked()
      await page.keyboard.press('Escape')
    })

    await test.step('it stays after signing out, until a link of the sign-in says another one', async () => {
      await page.getByRole('button', { name: portalMessages.logout(), exact: true }).click()
      await expect(page.getByRole('button', { name: portalMessages.logout(), exact: true })).toHaveCount(0)
      await page.goto('/auth')
      await expect(root).toHaveAttribute('lang', 'en')
      await expect(page.getByRole('heading', { name: auth.signInTitle(), exact: true })).toBeVisible()
      const links = page.getByRole('navigation', { name: platform.language() })
      await expect(links.getByRole('link', { name: 'English' })).toHaveAttribute('aria-current', 'true')
      await links.getByRole('link', { name: 'Français' }).click()
      await expect(root).toHaveAttribute('lang', 'fr')
      readIn('fr')
      await expect(page.getByRole('heading', { name: auth.signInTitle(), exact: true })).toBeVisible()
      await page.goto('/auth')
      await expect(root).toHaveAttribute('data-reading', 'fr')
    })

    await test.step('whoever signs in reads their own language, and as the portal again if they want', async () => {
      await page.getByLabel(auth.email(), { exact: true }).fill(sophie.email)
      await page.getByLabel(auth.password(), { exact: true }).fill(password)
      await page.getByRole('button', { name: auth.signIn(), exact: true }).click()
      await expect(root).toHaveAttribute('data-reading', 'en')
      readIn('en')
      await openMenu()
      await asPortal().click()
      await expect(root).toHaveAttribute('data-reading', 'specified-fr')
      readIn('specified')
      await openMenu()
      await expect(asPortal()).toBeChecked()
    })
  } finally {
    await choose(another, null)
  }
})
