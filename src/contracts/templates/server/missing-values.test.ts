import { expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { accountRoutes } from '#accounts/auth/api/account.ts'
import { contractRoutes } from '#contracts/contracts/api/contracts.ts'
import { databaseKinds } from '#test/databases.ts'
import { TestApp } from '#test/test-app.ts'
import { templateRoutes, type WrittenBody } from '../api.ts'

const problem =
  'Values of the contract are missing, so it was not assigned. ' + 'Partner’s company: fill in under the partner’s contact data.'

test.each(databaseKinds())(
  'a document that lacks a value is not assigned, and says where it is filled in, on %s',
  async (kind) => {
    const app = await TestApp.open(kind)
    try {
      const paul = await app.newPartner('paul@exemple.fr', 'Paul Martin')
      const body: WrittenBody = [{ type: 'paragraph', content: [{ type: 'field', field: 'partner_company' }] }]
      const form = { kind: 'amendment' as const, name: 'Société', title: 'Avenant Société', body }
      const { id } = await app.admin.call(templateRoutes.createTemplate, { body: form })
      const assign = async () => {
        const request = { params: { id }, body: { partnerIds: [paul.userId] } }
        return (await app.admin.call(templateRoutes.assignTemplate, request)).results
      }
      const assigned = async () => {
        const { items } = await paul.call(contractRoutes.listContracts, { query: {} })
        return items.filter(({ title }) => title === form.title).length
      }
      const files = () =>
        app.portal.database.asActor(system, async (tx) => (await tx.selectFrom('files').select('id').execute()).length)
      const before = await files()
      expect(await assign()).toEqual([{ partnerId: paul.userId, contractId: null, problem }])
      expect([await files(), await assigned()]).toEqual([before, 0])
      await paul.call(accountRoutes.changeProfile, { body: { fullName: 'Paul Martin', company: 'Martin SARL' } })
      expect((await assign())[0]?.contractId).not.toBeNull()
      expect([await files(), await assigned()]).toEqual([before + 1, 1])
    } finally {
      await app.close()
    }
  },
)
