import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { pagePaths } from '#access/domain/page-paths.ts'
import { answerPartnerLists } from '#test/components/empty-portal.ts'
import { openPortal } from '#test/components/open-portal.tsx'
import { partner } from '#test/components/people.ts'

const toast = page.getByRole('alert').filter({ hasText: 'Erreur de validation' })

/** Whether the toast lies over an element; null while one of them is not there. */
function covers(covered: Locator): boolean | null {
  const [one, other] = [toast.query(), covered.query()].map((each) => each?.getBoundingClientRect())
  if (!one || !other) return null
  const isBeside = one.right <= other.left || other.right <= one.left
  return !isBeside && one.top < other.bottom && other.top < one.bottom
}

test('a toast covers no title or button of a dialog, no focused field and no bar of the page', async () => {
  answerPartnerLists()
  await page.viewport(360, 480)
  await openPortal(pagePaths.leads, { as: partner })
  const add = page.getByRole('button', { name: 'Add Lead', exact: true })
  await add.click()
  const form = page.getByRole('dialog', { name: 'Ajouter un lead' })
  const send = form.getByRole('button', { name: 'Ajouter', exact: true })
  for (const label of ['Nom du contact', 'Montant estimé (€)']) {
    await send.click()
    const field = form.getByLabelText(label).element() as HTMLElement
    field.focus()
    field.scrollIntoView({ block: 'start' })
    await expect.poll(() => covers(form.getByLabelText(label)), { message: label }).toBe(false)
  }
  for (const [width, height] of [
    [360, 780],
    [820, 1180],
    [1440, 900],
  ] as const) {
    await page.viewport(width, height)
    await send.click()
    for (const part of [form.getByRole('heading'), form.getByRole('button', { name: 'Fermer' }), send])
      await expect.poll(() => covers(part), { message: `${width} ${part}` }).toBe(false)
    // It stays while it is pointed at.
    await toast.hover()
    await userEvent.keyboard('{Escape}')
    await expect.element(form).not.toBeInTheDocument()
    for (const name of [/Compte de/, /^Rechercher/, 'Add Lead'])
      await expect.poll(() => covers(page.getByRole('button', { name }).first()), { message: `${width} ${name}` }).toBe(false)
    await add.click()
  }
})
