import { expect } from '@playwright/test'
import { proposedEnd } from '#money/vigilance/domain.ts'
import { administrator } from '../../demo/content.ts'
import { pdf } from '../../demo/pdf.ts'
import { test } from './portal-fixture.ts'
import { openAs } from './sample-world.ts'
import { changeProgramme, toast, visit } from './steps.ts'

test('a partner’s invoice is refused, then accepted, and only then its payout approved', async ({
  browser,
  changedWorld: portal,
}) => {
  const list = '/dashboard/admin-commissions/payouts'
  const staff = await openAs(browser, portal, administrator.email, list)
  const camille = await openAs(browser, portal, 'camille.lefevre@exemple.fr', '/dashboard/commissions/payouts')
  const ask = async (url: string, data?: object) => {
    const answer = await (data ? staff.request.post(`/api${url}`, { data }) : staff.request.get(`/api${url}`))
    expect([url, answer.status()]).toEqual([url, answer.status() < 300 ? answer.status() : await answer.text()])
    return answer.json()
  }
  const user = await (await camille.request.get('/api/me')).json()
  const bonus = { partnerId: user.id, description: 'Salon de Nantes', revenueCents: 100_000, commissionRate: 12 }
  const { id, amountCents } = await ask('/commissions', bonus)
  await ask(`/commissions/${id}/validate`, { amountCents })
  const putBack = await changeProgramme(staff, { acceptanceDays: 14 })
  const payableUntil = '2031-01-01'
  const preview = await ask('/payout-runs/preview', { payableUntil })
  const others = preview.payouts
    .filter(({ partner }: { partner: { id: string } }) => partner.id !== user.id)
    .map(({ partner }: { partner: { id: string } }) => ({ partnerId: partner.id, commissionId: null, reason: 'Plus tard' }))
  const { totals, fingerprint } = await ask('/payout-runs/preview', { payableUntil, exclusions: others })
  const seen = { payouts: totals.payouts, totalCents: totals.totalCents, fingerprint }
  await ask('/payout-runs', { payableUntil, exclusions: others, seen })
  const { items } = await ask(`/payouts?partnerId=${user.id}`)
  const [payout] = items
  await staff.getByRole('link', { name: 'Payout settings' }).click()
  await staff.getByRole('button', { name: 'Edit: Payouts and statements' }).click()
  await staff.getByRole('checkbox', { name: /paid after their invoice is accepted/ }).check()
  await staff.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await toast(staff, 'Settings saved')

  await visit(camille, `/dashboard/commissions/payouts?payout=${payout.id}`)
  const mine = camille.getByRole('dialog').getByRole('region', { name: 'Facture' })
  await camille.getByRole('dialog').getByRole('button', { name: 'Accepter le relevé', exact: true }).click()
  await mine.getByLabel('Numéro de la facture').fill('F-2026-77')
  await mine.getByLabel('Date').fill('2099-01-15')
  await mine.locator('input[type=file]').setInputFiles({ name: 'f77.pdf', mimeType: 'application/pdf', buffer: pdf('Facture') })
  await mine.getByRole('button', { name: 'Envoyer la facture' }).click()
  await toast(camille, 'Erreur de validation', 'Ce jour est encore à venir.')
  await expect(mine.getByText('Ce jour est encore à venir.')).toBeVisible()
  await expect(mine.getByLabel('Numéro de la facture')).toHaveValue('F-2026-77')
  await mine.getByLabel('Date').fill('2026-01-15')
  await mine.getByRole('button', { name: 'Envoyer la facture' }).click()
  await toast(camille, 'Facture envoyée')

  await visit(staff, '/dashboard')
  await staff.getByRole('link', { name: /invoices? to check/ }).click()
  await expect(staff).toHaveURL(/payouts\?invoice=submitted/)
  await staff.getByRole('button', { name: `Details of ${payout.reference}` }).click()
  const theirs = staff.getByRole('dialog').getByRole('region', { name: 'Invoice' })
  await expect(staff.getByText(/waits until the partner’s invoice is accepted/)).toBeVisible()
  await expect(staff.getByRole('dialog').getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await theirs.getByRole('button', { name: 'Refuse invoice F-2026-77' }).click()
  await staff.getByRole('dialog', { name: 'Refuse invoice' }).getByLabel('Reason').fill('Le SIRET manque')
  await staff.getByRole('dialog', { name: 'Refuse invoice' }).getByRole('button', { name: 'Refuse invoice' }).click()
  await toast(staff, 'Invoice refused')
  await expect(mine.getByText('Le SIRET manque')).toBeVisible()
  await mine.getByLabel('Numéro de la facture').fill('F-2026-77')
  await mine.getByLabel('Date').fill('2026-01-15')
  await mine
    .locator('input[type=file]')
    .setInputFiles({ name: 'f77.pdf', mimeType: 'application/pdf', buffer: pdf('Avec SIRET') })
  await mine.getByRole('button', { name: 'Envoyer la facture' }).click()
  await toast(camille, 'Facture envoyée')
  await theirs.getByRole('button', { name: 'Accept invoice F-2026-77' }).click()
  await toast(staff, 'Invoice accepted')
  await staff.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await staff
    .getByRole('dialog', { name: /Approve/ })
    .getByRole('button', { name: /Approve/ })
    .click()
  await expect(theirs.getByText('Invoice accepted')).toBeVisible()
  await expect(mine.getByText('Facture acceptée')).toBeVisible()
  await putBack()
})

test('a document that staff request is uploaded by the partner and verified from the inbox', async ({
  browser,
  changedWorld: portal,
}) => {
  const staff = await openAs(browser, portal, administrator.email, '/dashboard/partners')
  await staff.getByRole('button', { name: 'Request documents' }).click()
  const asking = staff.getByRole('dialog', { name: 'Request document' })
  for (const name of ['Nadia Benali', 'Antoine Girard']) await asking.getByRole('checkbox', { name: new RegExp(name) }).check()
  await asking.getByRole('button', { name: 'Request from 2 partners' }).click()
  await toast(staff, 'Document requested')

  const nadia = await openAs(browser, portal, 'nadia.benali@exemple.fr', '/dashboard/payment-info/documents')
  await nadia.getByRole('button', { name: 'Déposer Attestation de vigilance (URSSAF)' }).click()
  const form = nadia.getByRole('dialog', { name: 'Déposer un justificatif' })
  await form.locator('input[type=file]').setInputFiles({ name: 'urssaf.pdf', mimeType: 'application/pdf', buffer: pdf('URSSAF') })
  const today = new Date().toISOString().slice(0, 10)
  await form.getByLabel('Date du justificatif').fill(today)
  await expect(form.getByLabel('Valable jusqu’au')).toHaveValue(proposedEnd('urssaf', today) ?? '')
  await form.getByLabel('Code de sécurité').fill('A1B2-C3D4')
  await form.getByRole('button', { name: 'Envoyer le justificatif' }).click()
  await toast(nadia, 'Justificatif envoyé')
  await expect(nadia.getByRole('region', { name: 'Justificatifs' }).getByText('À vérifier', { exact: true })).toBeVisible()

  await visit(staff, '/dashboard')
  await staff.getByRole('link', { name: /documents to check/ }).click()
  await expect(staff).toHaveURL(/documents=to_check/)
  await staff.getByRole('button', { name: 'More about Nadia Benali' }).click()
  await staff.getByRole('menuitem', { name: 'Documents' }).click()
  const drawer = staff.getByRole('dialog', { name: 'Documents of Nadia Benali' })
  await expect(drawer.getByText(/security code A1B2-C3D4/)).toBeVisible()
  await drawer.getByRole('button', { name: 'Mark Vigilance certificate (URSSAF) as verified' }).click()
  await toast(staff, 'Document verified')
  await expect(nadia.getByRole('region', { name: 'Justificatifs' }).getByText('Vérifié', { exact: true })).toBeVisible()
})
