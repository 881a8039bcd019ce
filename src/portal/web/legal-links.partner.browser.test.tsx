import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { visitorPaths } from '#access/domain/visitor-paths.ts'
import { openPortal } from '#test/components/open-portal.tsx'

const links = {
  legal: 'https://acme.example/legal',
  privacy: '',
  accessibility: 'https://acme.example/rgaa',
  security: 'a@b.example',
}
const publicPages = [visitorPaths.landing, visitorPaths.signIn, visitorPaths.verify, '/nowhere']

test.each(publicPages)('what the law wants is linked to on %s, where it is set', async (path) => {
  await openPortal(path, { as: null, settings: { links } })
  const list = page.getByRole('navigation', { name: 'Informations légales' })
  await expect.element(list.getByRole('link', { name: 'Mentions légales' })).toHaveAttribute('href', links.legal)
  await expect.element(list.getByRole('link', { name: 'Accessibilité' })).toHaveAttribute('href', links.accessibility)
  expect(list.getByRole('link').elements()).toHaveLength(2)
})

test.each(publicPages)('nothing is added to %s before it is set', async (path) => {
  await openPortal(path, { as: null, settings: { links: { legal: '', privacy: '', accessibility: '', security: '' } } })
  await expect.element(page.getByRole('main')).toBeVisible()
  expect(page.getByRole('navigation', { name: 'Informations légales' }).elements()).toHaveLength(0)
})
