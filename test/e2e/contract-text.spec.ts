import { expect, type Locator, type Page } from '@playwright/test'
import type { WrittenBody } from '#contracts/templates/api.ts'
import { test } from './portal-fixture.ts'
import { bothSides, codeField, giveConsent, scrollThrough, takeCode } from './signing-steps.ts'
import { expectNoOverflow, toast } from './steps.ts'

const title = 'Contrat à lire'
const garnier = { fullName: 'Inès Garnier', email: 'ines.garnier@exemple.fr' }
const phone = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }

const says = (text: string) => ({ type: 'paragraph' as const, content: [{ type: 'text' as const, text }] })
const sentence =
  'Le partenaire recommande les offres du prestataire à des clients qu’il connaît et qui savent qu’ils sont recommandés.'
const article = (number: number): WrittenBody => [
  { type: 'heading', level: 2, content: [{ type: 'text', text: `Article ${number} – Objet` }] },
  says(`${sentence} `.repeat(5).trim()),
  says(`${sentence} `.repeat(4).trim()),
]
const body: WrittenBody = [...[1, 2, 3, 4].flatMap(article), { type: 'tierTable' }, says('Fin du contrat.')]

/** Height of the contract's text on the screen, which is printed at 10.5 points on pages of 595. */
async function letterPx(page: Locator): Promise<number> {
  const { width } = (await page.boundingBox()) ?? { width: 0 }
  return (10.5 * width) / 595
}

/** Two fingers around a point move apart until their distance is `by` times as long. */
async function pinch(page: Page, x: number, y: number, by: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const at = (half: number) => [
    { x: x - half, y, id: 1 },
    { x: x + half, y, id: 2 },
  ]
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(40) })
  for (const share of [0.25, 0.5, 0.75, 1]) {
    const half = 40 * (1 + (by - 1) * share)
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(half) })
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await session.detach()
}

test('on a phone a contract is read as text and signed, and its sealed PDF is a tap away', async ({
  browser,
  emptyWorld: portal,
}) => {
  const { staff, marie, errorTexts } = await bothSides(browser, portal, garnier, phone)
  const post = async (path: string, data: object) => {
    const response = await staff.request.post(`/api${path}`, { data })
    expect([path, response.ok() ? '' : await response.text()]).toEqual([path, ''])
    return response.json()
  }
  const { id: templateId } = await post('/templates', { kind: 'main', name: title, title, body })
  const { me } = await (await marie.request.get('/api/session')).json()
  const { results } = await post(`/templates/${templateId}/assign`, { partnerIds: [me.id] })
  expect(results).toMatchObject([{ problem: null }])
  const view = marie.getByRole('dialog', { name: title })
  const text = view.getByRole('article', { name: title })
  const scroller = view.getByRole('region', { name: 'Document et signature' })

  await test.step('the text has headings, letters of 16 pixels, and nothing to scroll sideways', async () => {
    await marie.goto('/dashboard/contract')
    await marie.getByRole('button', { name: 'Sign Contract Electronically' }).click()
    await expect(text.getByRole('heading', { level: 3, name: title })).toBeVisible()
    await expect(text.getByRole('heading', { level: 4 })).toHaveCount(4)
    await expect(text.getByRole('columnheader')).toHaveText(['Palier', 'Chiffre d’affaires apporté', 'Taux'])
    const sizes = () => text.getByRole('paragraph').evaluateAll((all) => all.map((each) => getComputedStyle(each).fontSize))
    await expect.poll(async () => [...new Set(await sizes())]).toEqual(['16px'])
    await expectNoOverflow(marie)
  })

  await test.step('a jump to the end is not reading; what was scrolled through is', async () => {
    const share = view.getByText('% parcouru')
    const before = (await share.textContent()) ?? ''
    await text.evaluate((element) => element.scrollIntoView({ block: 'end', behavior: 'instant' }))
    await expect(share).not.toHaveText(before)
    await expect(share).not.toHaveText('100 % parcouru')
    await scroller.evaluate((element) => element.scrollTo({ top: 0, behavior: 'instant' }))
    await scrollThrough(scroller, text)
    await expect(view.getByText('100 % parcouru')).toBeVisible()
  })

  await test.step('signed, the evidence names the text and all of its parts', async () => {
    await giveConsent(view)
    const code = await takeCode(view, portal, garnier)
    await codeField(view).fill(code)
    // Printed and sealed first, in processes of their own.
    const sealed = marie.waitForResponse((response) => response.url().endsWith('/sign'), { timeout: 60_000 })
    await codeField(view).press('Enter')
    await sealed
    await toast(marie, 'Contrat signé')
    const { items } = await (await marie.request.get('/api/contracts')).json()
    const { steps } = await (await staff.request.get(`/api/contracts/${items[0].id}/evidence`)).json()
    const opened = (steps as { name: string; text: { shown: number[]; of: number } | null }[]).find(
      ({ name }) => name === 'contract.document_opened',
    )
    expect(opened?.text?.shown).toHaveLength(opened?.text?.of ?? -1)
  })

  await test.step('the sealed PDF fits the width; a tap makes its text readable, another one fits it again', async () => {
    await marie.getByRole('button', { name: `Lire ${title}` }).click()
    await view.getByText('PDF scellé').click()
    const page = view.getByRole('article', { name: /^Page 1 sur/ })
    await expect(page.locator('canvas')).toBeVisible()
    await expectNoOverflow(marie)
    await expect.poll(() => letterPx(page)).toBeLessThan(7)
    await marie.touchscreen.tap(180, 320)
    await expect.poll(() => letterPx(page)).toBeGreaterThanOrEqual(12)
    await expect.poll(() => view.locator('canvas').count()).toBeLessThanOrEqual(2)
    // A finger that comes within 200 ms of a scroll stops it, and does nothing else.
    await expect(async () => {
      await marie.touchscreen.tap(180, 320)
      await expect.poll(() => letterPx(page), { timeout: 3000 }).toBeLessThan(7)
    }).toPass()
  })

  await test.step('two fingers zoom around the point between them', async () => {
    const page = view.getByRole('article', { name: /^Page 1 sur/ })
    const across = async () => {
      const box = await page.boundingBox()
      return box ? (200 - box.x) / box.width : 0
    }
    const [before, width] = [await across(), (await page.boundingBox())?.width ?? 0]
    await pinch(marie, 200, 400, 2)
    await expect.poll(async () => (await page.boundingBox())?.width ?? 0).toBeGreaterThan(width * 1.8)
    await expect.poll(async () => Math.abs((await across()) - before)).toBeLessThan(0.05)
  })

  await test.step('the choice of the form holds for the session', async () => {
    await view.getByRole('button', { name: 'Fermer' }).click()
    await marie.getByRole('button', { name: `Lire ${title}` }).click()
    await expect(view.getByRole('article', { name: /^Page 1 sur/ })).toBeVisible()
  })
  expect(errorTexts).toEqual([])
})
