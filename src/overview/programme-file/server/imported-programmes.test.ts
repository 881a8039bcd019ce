import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { LeadFact } from '#money/rules/domain/facts.ts'
import { databaseKinds } from '#test/databases.ts'
import { asFile, asRules } from '#test/programmes/as-file.ts'
import { Oracle } from '#test/programmes/oracle.ts'
import { programmeFiles } from '#test/programmes/programme-files.ts'
import { RuleWorld } from '#test/rule-world.ts'
import { programmeFileRoutes } from '../api/routes.ts'

const sumsOf = (lines: readonly { readonly kind: string; readonly cents: number }[]) => {
  const sums: Record<string, number> = {}
  for (const { kind, cents } of lines) sums[kind] = (sums[kind] ?? 0) + cents
  return sums
}

describe.each(databaseKinds())('a programme that was written elsewhere on %s', (databaseKind) => {
  let world: RuleWorld
  beforeEach(async () => {
    world = await RuleWorld.open(databaseKind)
    await world.receipts.mail.next()
  })
  afterEach(() => world.receipts.mail.close())

  /** Imports a programme as if it were long ago, and answers what compares the partner's commissions with the oracle's. */
  async function imported(name: string) {
    const programme = programmeFiles.find((each) => each.name === name)
    if (!programme) throw new Error(`there is no programme ${name}`)
    const file = asFile(programme)
    const { staff } = world
    await world.longAgo(async () => {
      const { state, obstacles } = await staff.call(programmeFileRoutes.previewProgramme, { body: { file } })
      expect(obstacles).toEqual([])
      const body = { file, state, confirmed: true }
      expect((await staff.try(programmeFileRoutes.importProgramme, { body })).status).toBe(200)
    })
    const exported = await staff.call(programmeFileRoutes.exportProgramme, {})
    expect([exported.offers, exported.rules]).toEqual([file.offers, file.rules])
    const facts: LeadFact[] = []
    const day = world.receipts.today
    return {
      tell: (fact: LeadFact extends infer F ? (F extends LeadFact ? Omit<F, 'day'> : never) : never) => {
        facts.push({ ...fact, day } as LeadFact)
      },
      sign: async (offer: string, revenueCents: number) => {
        const leadId = await world.sign(revenueCents, world.partner, offer)
        const shares = [{ partnerId: world.partner.userId, basisPoints: 10_000 }]
        facts.push({ kind: 'signed', leadId, day, offer, shares, revenueCents })
        return leadId
      },
      compare: async () => {
        const counted = Oracle.recount({ rules: asRules(programme), tiers: [] }, facts)
        const lines = (await world.lines()).map(({ kind, amountCents }) => ({ kind, cents: amountCents }))
        expect(sumsOf(lines)).toEqual(sumsOf(counted))
        await world.check()
        return sumsOf(lines)
      },
    }
  }

  test('heat pumps: signatures of three offers bring a bonus, a client who leaves takes it back', async () => {
    const { sign, tell, compare } = await imported('heat-pumps')
    const ids = [await sign('heat_pump', 1_234_567), await sign('boiler', 450_000), await sign('service', 90_001)]
    expect(await compare()).toEqual({ deal: 37_037 + 4_500, fixed: 80_000 + 15_000, bonus: 50_000 })
    for (const id of ids) {
      expect((await world.validate(id)).status).toBe(200)
      tell({ kind: 'validated', leadId: id })
    }
    const [bonus] = (await world.lines()).filter(({ kind }) => kind === 'bonus')
    expect((await world.validateLine(bonus?.id ?? '')).status).toBe(200)
    const [pump = ''] = ids
    expect((await world.left(pump)).status).toBe(204)
    tell({ kind: 'left', leadId: pump })
    expect(await compare()).toMatchObject({ clawback: -(37_037 + 80_000 + 50_000) })
  })

  test('a recruitment agency: payments of two offers reach the half-yearly bonus, a refund makes it smaller', async () => {
    const { sign, tell, compare } = await imported('recruitment')
    const placement = await sign('placement', 3_000_000)
    const temporary = await sign('temporary', 1_500_000)
    const pay = async (leadId: string, netCents: number, reference: string) => {
      const { body } = await world.receipts.record(leadId, netCents, reference)
      tell({ kind: 'paid', leadId, paymentId: body.payment.id, revenueCents: netCents })
      return body.payment.id
    }
    await pay(placement, 1_500_000, 'F-1')
    await pay(placement, 1_500_000, 'F-2')
    expect(await compare()).toEqual({ payment: 180_000 })
    const third = await pay(temporary, 1_000_001, 'F-3')
    expect(await compare()).toEqual({ payment: 180_000 + 80_000, bonus: 75_000 })
    expect((await world.receipts.refund(third, 250_000, 'A-1')).status).toBe(201)
    tell({ kind: 'refunded', leadId: temporary, paymentId: third, revenueCents: 250_000 })
    expect(await compare()).toMatchObject({ clawback: -(20_000 + 7_500) })
  })
})
