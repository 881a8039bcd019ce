import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { staffRoles } from '#access/domain/staff-rights.ts'
import { paymentRoutes } from '#money/bank-details/api.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { fileKey } from '#platform/server/files/store.ts'
import { sweepFiles } from '#platform/server/files/sweep.ts'
import { leadWithFile } from '#test/lead-files.ts'
import { queueAtRest } from '#test/partner-mail.ts'
import { password, TestApp } from '#test/test-app.ts'
import { erasureRoutes } from '../api.ts'
import { followErasures } from './follow.ts'

let app: TestApp
beforeAll(async () => {
  app = await TestApp.open('pglite')
})
afterAll(() => app.close())

/** The mails that stand in the data directory, as sent. */
const mails = () => {
  const folder = join(app.dataDir, 'mail')
  return readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
}

test('those with the right are told, nobody else of the staff; the mails of an erased account go', async () => {
  for (const role of staffRoles) await app.newStaff(`${role}@acme.example`, role)
  const leaving = await app.newPartner('partie@exemple.fr', 'Partie Ailleurs')
  const { userId } = leaving
  // The invitation is not mailed where it was accepted meanwhile; that bank details are new is.
  const bank = { company: 'Ailleurs', iban: 'FR7630006000011234567890189', address: '1 rue de la Paix, Paris', country: 'France' }
  await leaving.call(paymentRoutes.savePaymentInfo, { body: { ...bank, password } })
  await queueAtRest(app)
  await app.admin.call(partnerRoutes.deletePartner, { params: { id: userId }, query: {} })
  await queueAtRest(app)
  expect(mails().filter((text) => text.includes('partie@exemple.fr')).length).toBeGreaterThan(0)
  const { id } = await app.proven(erasureRoutes.planAccountErasure, { params: { id: userId }, body: { password } })
  app.pass(3 * 86_400_000)
  await followErasures(app.portal)
  await queueAtRest(app)
  expect(id).not.toBe('')
  const told = mails().filter((text) => text.includes('view=3Derasures') || text.includes('view=erasures'))
  const toldRoles = staffRoles.filter((role) =>
    told.some((text) => text.includes(`To: ${role}@acme.example`) || text.includes(`<${role}@acme.example>`)),
  )
  expect(toldRoles).toEqual(['administrator'])
  expect(mails().filter((text) => text.includes('partie@exemple.fr'))).toEqual([])
})

test('a file that was added on the day of an erasure goes with the next sweep', async () => {
  const partner = await app.newPartner('fichier@exemple.fr')
  const { id } = await leadWithFile(partner)
  const stored = await app.portal.database.asActor(system, (tx) =>
    tx.selectFrom('lead_files').select('file_id').where('lead_id', '=', id).executeTakeFirstOrThrow(),
  )
  const key = fileKey({ id: stored.file_id, purpose: 'lead_file' })
  await app.admin.call(erasureRoutes.setErasureDays, { body: { days: 0 } })
  await app.proven(erasureRoutes.planErasure, { body: { leads: [{ id, soleTrader: false }], password } })
  await followErasures(app.portal)
  await sweepFiles(app.portal)
  await expect(app.portal.files.read(key)).rejects.toThrow()
})
