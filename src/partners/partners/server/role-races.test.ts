import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseKinds } from '#test/databases.ts'
import { password, TestApp } from '#test/test-app.ts'
import { partnerRoutes } from '../api/partners.ts'

describe.each(databaseKinds())('roles that are changed at once on %s', (databaseKind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
  })
  afterAll(() => app.close())

  test('two administrators who demote each other: one of them does, the other is told why not', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [anne, bruno] = [
        await app.newPerson(`anne${round}@acme.example`, 'admin', 'Anne'),
        await app.newPerson(`bruno${round}@acme.example`, 'admin', 'Bruno'),
      ]
      const demote = (by: typeof anne, whom: typeof anne) =>
        by.try(partnerRoutes.changeRole, { params: { id: whom.userId }, body: { role: 'admin', staffRole: 'viewer', password } })
      const outcomes = await Promise.all([demote(anne, bruno), demote(bruno, anne)])
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 403])
      expect(outcomes.find(({ status }) => status === 403)?.body.code).toBe('right_missing')
    }
  })
})
