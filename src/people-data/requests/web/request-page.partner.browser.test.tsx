import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { visitorPaths } from '#access/domain/visitor-paths.ts'
import { answer, refuse } from '#test/components/api.ts'
import { openPortal } from '#test/components/open-portal.tsx'
import { sampleOf } from '#test/components/sample-of.ts'
import { toast } from '#test/components/toasts.ts'
import { requestRoutes } from '../api/requests.ts'

const address = `${visitorPaths.privacyRequest}?token=${'a'.repeat(36)}.${'b'.repeat(43)}`

test('a confirmed request says until when the answer comes, and by which way', async () => {
  const request = { ...sampleOf(requestRoutes.openRequest.returns), email: 'lea@personne.example', isProved: true }
  answer(requestRoutes.openRequest, { ...request, dueAt: '2026-12-30T08:00:00.000Z' })
  await openPortal(address, { as: null })
  const status = page.getByRole('status')
  await expect.element(status).toMatchTextContent('30/12/2026')
  await expect.element(status).toMatchTextContent('La réponse arrive par e-mail à lea@personne.example')
})

test('a link that is over leads to another request', async () => {
  refuse(requestRoutes.openRequest, 'Ce lien n’est plus valable', 'link_invalid')
  await openPortal(address, { as: null })
  await page.getByRole('link', { name: 'Faire une nouvelle demande' }).click()
  await expect.element(page.getByRole('button', { name: 'Recevoir le lien' })).toBeVisible()
})

test('an address that is none is not told as a missing field', async () => {
  await openPortal(visitorPaths.privacyRequest, { as: null })
  await page.getByRole('textbox', { name: 'E-mail' }).fill('lea@')
  await page.getByRole('button', { name: 'Recevoir le lien' }).click()
  await toast('Erreur de validation', 'Email invalide')
})

test('once the link is sent, the title that says so has the focus', async () => {
  answer(requestRoutes.askAboutData, undefined)
  await openPortal(visitorPaths.privacyRequest, { as: null })
  await page.getByRole('textbox', { name: 'E-mail' }).fill('lea@personne.example')
  await page.getByRole('button', { name: 'Recevoir le lien' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Consultez votre messagerie' })).toHaveFocus()
})

test('a confirmed request has its title focused, and tells who is on the list of refused contacts', async () => {
  const request = { ...sampleOf(requestRoutes.openRequest.returns), email: 'lea@personne.example', isProved: false }
  answer(requestRoutes.openRequest, request)
  const at = '2026-12-30T08:00:00.000Z'
  const answered = { at, outcome: 'done' as const, report: 'Effacé.' }
  answer(requestRoutes.proveRequest, { ...request, isProved: true, answer: answered, isRefused: true })
  await openPortal(address, { as: null })
  await page.getByRole('button', { name: 'Confirmer ma demande' }).click()
  await expect.element(page.getByText(/Votre contact figure sur la liste/)).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
})
