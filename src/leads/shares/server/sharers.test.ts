import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { registrationRoutes } from '#leads/registrations/api/registrations.ts'
import { databaseKinds } from '#test/databases.ts'
import { MergingWorld } from '#test/merging-world.ts'
import { totalsAddUp } from '#test/policies/kept-sums.ts'
import { openWithRegistrations, type RegistrationWorld } from '#test/registration-app.ts'
import type { Client } from '#test/test-app.ts'
import { leadShareRoutes } from '../api.ts'

interface Step {
  readonly kind: 'share' | 'end' | 'handOver' | 'remove' | 'add'
  readonly lead: number
  readonly partner: number
  readonly percent: number
}

const place = fc.nat({ max: 3 })
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom<Step['kind'][]>('share', 'share', 'share', 'end', 'end', 'handOver', 'remove', 'add'),
  lead: fc.nat({ max: 7 }),
  partner: place,
  percent: fc.integer({ min: 1, max: 60 }),
})

describe.each(databaseKinds('full'))('what partners read of leads that are shared on %s', (databaseKind) => {
  let world: RegistrationWorld
  let people = 0
  beforeAll(async () => {
    world = await openWithRegistrations(databaseKind)
    await world.programme({ registrations: false })
  })
  afterAll(() => world.app.close())

  /** By the rows alone, with the owner's rights: their own and those with a share of theirs, with their part. */
  const readable = async ({ userId }: Client) => {
    const { rows } = await world.app.portal.database.asOwner((run) =>
      run(
        `select l.id, case when own.share is not null then own.share
            when exists (select from lead_shares s where s.lead_id = l.id)
              then 10000 - (select sum(s.share) from lead_shares s where s.lead_id = l.id) end::int as part
          from partner_members m join leads l on true
            left join lead_shares own on (own.lead_id, own.partner_id) = (l.id, m.partner_id)
          where m.person_id = $1 and m.until is null and (l.partner_id = m.partner_id or own.share is not null)`,
        [userId],
      ),
    )
    return new Map(rows.map(({ id, part }) => [id as string, part === null ? null : (part as number) / 100]))
  }

  const listed = async (client: Client) => {
    const { items } = await client.call(leadRoutes.listLeads, { query: { limit: 200 } })
    return new Map(items.map(({ id, share }) => [id, share?.percent ?? null]))
  }

  const expectRows = async (partners: readonly Client[], leads: readonly string[]) => {
    for (const partner of partners) {
      const rows = await readable(partner)
      expect(await listed(partner)).toEqual(rows)
      for (const id of leads) {
        const { status } = await partner.try(leadRoutes.getLead, { params: { id } })
        expect(status).toBe(rows.has(id) ? 200 : 404)
      }
    }
  }

  const act = async (partners: readonly Client[], leads: string[], { kind, lead, partner, percent }: Step) => {
    const [id, client] = [leads[lead % leads.length] as string, partners[partner] as Client]
    const { admin } = world.app
    const partnerId = client.userId
    if (kind === 'add') leads.push(await world.add(client))
    if (kind === 'share') await admin.try(leadShareRoutes.shareLead, { params: { id }, body: { partnerId, percent } })
    if (kind === 'end') await admin.try(leadShareRoutes.endLeadShare, { params: { id, partnerId } })
    if (kind === 'handOver')
      await admin.try(registrationRoutes.handOverLead, { params: { id }, body: { partnerId, message: 'Autre secteur' } })
    if (kind === 'remove') await admin.try(leadRoutes.deleteLead, { params: { id } })
  }

  test('are the rows that shares name, after any shares, ends, hand-overs, deletions and a merge', async () => {
    const merging = new MergingWorld(world.app)
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 20 }), fc.tuple(place, place), async (steps, [from, into]) => {
        const partners: Client[] = []
        for (let count = 0; count < 4; count += 1) {
          people += 1
          partners.push(await world.app.newPartner(`part${people}@exemple.fr`))
        }
        const leads: string[] = []
        for (const partner of partners) leads.push(await world.add(partner))
        for (const [index, each] of steps.entries()) {
          await act(partners, leads, each)
          if (index % 4 === 3) await expectRows(partners, leads)
        }
        await expectRows(partners, leads)
        if (from === into) return
        await merging.merge(partners[from] as Client, partners[into] as Client)
        await expectRows(partners, leads)
      }),
      { numRuns: 5, endOnFailure: true },
    )
    for (const addsUp of totalsAddUp) {
      const { rows } = await world.app.portal.database.asOwner((run) => run(addsUp))
      expect(Object.values(rows[0] ?? {}), addsUp).toEqual([true])
    }
  })
})
