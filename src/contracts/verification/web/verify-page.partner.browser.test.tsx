import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { verifyPath } from '#access/domain/visitor-paths.ts'
import { answer } from '#test/components/api.ts'
import { openPortal } from '#test/components/open-portal.tsx'
import { sampleOf } from '#test/components/sample-of.ts'
import { verificationRoutes } from '../api.ts'

const reference = 'A3F4K7M9P2R5T8WX'
const receipt = {
  reference,
  number: 'REF-2026-000042',
  provider: 'Atelier Loire',
  partner: 'Marie Dupont',
  company: null,
  submitted: '22/11/2026 à 18:50:12 (Europe/Paris)',
  recordSha256: null,
  fileSha256: 'a'.repeat(64),
  madeAt: '2026-11-22T17:55:00.000Z',
  journal: { seq: 7, hash: 'b'.repeat(64), holds: true, closedOn: null, stampedAt: null },
}

test.each([
  [null, 'Un client effacé depuis, apporté à Atelier Loire par Marie Dupont'],
  ['c'.repeat(64), 'Un client sans société, apporté à Atelier Loire par Marie Dupont'],
])('the receipt of a registration (its record: %s) says who was brought', async (recordSha256, text) => {
  answer(verificationRoutes.verifyReference, {
    ...sampleOf(verificationRoutes.verifyReference.returns),
    verdict: 'genuine',
    receipt: { ...receipt, recordSha256 },
  })
  await openPortal(verifyPath(reference), { as: null })
  await expect.element(page.getByRole('status', { name: 'Résultat' }).getByText(text)).toBeVisible()
})
