import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authRoutes } from '#accounts/auth/api/auth.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { databaseKinds } from '#test/databases.ts'
import { type Client, TestApp } from '#test/test-app.ts'

const lead = {
  name: 'Paul',
  company: 'Bernard',
  email: 'paul@bernard.example',
  estimatedAmountCents: 100,
  offerType: 'star' as const,
}

describe.each(databaseKinds())('a session that was read earlier, on %s', (databaseKind) => {
  let app: TestApp
  let marie: Client
  let count = 0

  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    count += 1
    marie = await app.newPartner(`marie${count}@exemple.fr`)
    await readLeads()
  })

  const readLeads = (client = marie) => client.try(leadRoutes.listLeads, { query: {} })
  const addLead = (client = marie) => client.try(leadRoutes.addLead, { body: lead })
  const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => body?.code ?? status
  const both = async () => [codeOf(await readLeads()), codeOf(await addLead())]

  test('is asked of the database with the first statement, in the same round trip', async () => {
    const { traffic } = app.portal.database
    const exchangesOfRead = async () => {
      const before = traffic.exchanges
      await readLeads()
      return traffic.exchanges - before
    }
    // Background jobs, such as the new partner's mail, use the database as well.
    await expect.poll(exchangesOfRead, { interval: 10, timeout: 10_000 }).toBe(1)
  })

  const gestures: readonly [string, () => Promise<unknown>, readonly (string | number)[]][] = [
    ['signing out', () => marie.call(authRoutes.signOut, {}), ['not_signed_in', 'not_signed_in']],
    ['sessions ended by staff', () => endSessions(), ['not_signed_in', 'not_signed_in']],
    ['deletion', () => deletePartner(), ['not_signed_in', 'not_signed_in']],
    ['a revoked contract', () => revoke(), ['contract_not_signed', 'contract_not_signed']],
    ['promotion', () => changeRole('admin'), [200, 'partner_required']],
  ]
  const endSessions = () => app.admin.call(partnerRoutes.endSessions, { params: { id: marie.userId }, query: {} })
  const deletePartner = () => app.admin.call(partnerRoutes.deletePartner, { params: { id: marie.userId }, query: {} })
  const revoke = () =>
    app.admin.call(partnerRoutes.revokePartnerContract, {
      params: { id: marie.userId },
      body: { reason: 'Fin de collaboration' },
    })
  const changeRole = (role: 'admin' | 'partner') => app.changeRole(marie, role)

  test.each(gestures)('is worth nothing after %s', async (_gesture, change, expected) => {
    expect(codeOf(await readLeads())).toBe(200)
    const cookie = marie.cookie
    await change()
    const stale = app.anonymous()
    const with_ = { cookie }
    expect(codeOf(await stale.try(leadRoutes.listLeads, { query: {} }, with_))).toBe(expected[0])
    expect(codeOf(await stale.try(leadRoutes.addLead, { body: lead }, with_))).toBe(expected[1])
  })

  test('unlocks as soon as the contract is signed, and locks again', async () => {
    const jean = await app.newPerson(`jean${count}@exemple.fr`)
    marie = jean
    expect(await both()).toEqual(['contract_not_signed', 'contract_not_signed'])
    await app.assignContract(jean.userId)
    await app.admin.call(partnerRoutes.validatePartnerContract, { params: { id: jean.userId } })
    expect(await both()).toEqual([200, 201])
    await revoke()
    expect(await both()).toEqual(['contract_not_signed', 'contract_not_signed'])
  })

  test('lets nothing through that starts after the answer to a deletion, and adds nothing', async () => {
    let isOver = false
    const late: unknown[] = []
    const busy = Array.from({ length: 4 }, async () => {
      for (let round = 0; round < 40; round += 1) {
        const startedLate = isOver
        const codes = [codeOf(await readLeads()), codeOf(await addLead())]
        if (startedLate) late.push(...codes)
        if (late.length > 20) return
      }
    })
    await readLeads()
    await deletePartner()
    isOver = true
    await Promise.all(busy)
    expect(late.length).toBeGreaterThan(0)
    expect(new Set(late)).toEqual(new Set(['not_signed_in']))
  })
})
