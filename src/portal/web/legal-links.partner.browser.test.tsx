import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { visitorPaths } from '#access/domain/visitor-paths.ts'
import { beyondTheEdge } from '#test/components/layout.ts'
import { openPortal, visit } from '#test/components/open-portal.tsx'

const links = {
  legal: 'https://acme.example/legal',
  privacy: '',
  accessibility: 'https://acme.example/rgaa',
  security: 'a@b.example',
  director: 'Hélène Marchand',
  host: 'OVH SAS, 2 rue Kellermann, 59100 Roubaix, 1007',
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
  await openPortal(path, { as: null, settings: { links: { ...links, legal: '', accessibility: '' } } })
  await expect.element(page.getByRole('main')).toBeVisible()
  expect(page.getByRole('navigation', { name: 'Informations légales' }).elements()).toHaveLength(0)
})

test('the portal has a legal notice of its own, and says what is measured of its accessibility', async () => {
  const settings = { providerName: 'Acme', legalIdentity: 'Acme SAS, SIREN 732 829 320', contactEmail: 'a@acme.example' }
  await openPortal(visitorPaths.legal, { as: null, settings: { ...settings, links: { ...links, legal: visitorPaths.legal } } })
  const main = page.getByRole('main')
  for (const each of [settings.legalIdentity, settings.contactEmail, links.director, links.host])
    await expect.element(main.getByText(each)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Mentions légales' })).toHaveAttribute('href', visitorPaths.legal)
  visit(visitorPaths.accessibility)
  await expect.element(main.getByText(/aucun audit|personne ne l’a audité/i)).toBeVisible()
  await page.viewport(360, 800)
  await expect.poll(beyondTheEdge).toBe(0)
})
