import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { visitorPaths } from '#access/domain/visitor-paths.ts'
import { answer, refuse } from '#test/components/api.ts'
import { openPortal } from '#test/components/open-portal.tsx'
import { clientConfirmationRoutes } from '../api.ts'

const token = `${'a'.repeat(36)}.${'b'.repeat(43)}.${'c'.repeat(43)}`
const address = `${visitorPaths.confirmation}?token=${token}`

test('the link that ends the mails says what it does, asks about nothing else, and says once it is done', async () => {
  const sent = answer(clientConfirmationRoutes.answerClientConfirmation, { question: null })
  await openPortal(`${address}&stop`, { as: null })
  await page.viewport(360, 740)
  await expect.element(page.getByRole('heading', { name: 'Ne plus recevoir ces messages' })).toBeVisible()
  await expect.element(page.getByText('Atelier Loire n’écrira plus à cette adresse')).toBeVisible()
  const buttons = page.getByRole('main').getByRole('button')
  expect(buttons.elements().map((each) => each.textContent)).toEqual(['Ne plus m’écrire'])
  expect(sent).toEqual([])
  await buttons.click()
  await expect.element(page.getByRole('heading', { name: 'C’est noté' })).toBeVisible()
  await expect.element(page.getByText('Cette adresse ne recevra plus de message de ce genre.')).toBeVisible()
  expect(sent.map(({ body }) => body)).toEqual([{ token, answer: 'never', name: '' }])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
})

test('a question that is over says so, and still ends the mails', async () => {
  refuse(clientConfirmationRoutes.openClientConfirmation, 'Ce lien a expiré', 'link_invalid')
  answer(clientConfirmationRoutes.answerClientConfirmation, { question: null })
  await openPortal(address, { as: null })
  await expect.element(page.getByRole('heading', { name: 'Cette question n’est plus ouverte' })).toBeVisible()
  await page.getByRole('button', { name: 'Ne plus jamais me demander' }).click()
  await expect.element(page.getByRole('heading', { name: 'C’est noté' })).toBeVisible()
})
