import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { staffRoles } from '#access/domain/staff-rights.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
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

test('those with the right to people’s data are told, nobody else of the staff; the mails of an erased account go', async () => {
  for (const role of staffRoles) await app.newStaff(`${role}@acme.example`, role)
  const { userId } = await app.newPartner('partie@exemple.fr', 'Partie Ailleurs')
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
