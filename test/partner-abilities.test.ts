import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { abilitiesOf, eventTopic, partnerAbilities, readsEvent } from '#access/domain/abilities.ts'
import { type Membership, partnerRoles } from '#access/domain/actor.ts'
import { eventNames } from '#portal/api/events.ts'
import { databaseKinds, freshDatabase } from './databases.ts'

const userId = '0190a000-0000-7000-9000-000000000001'
const partnerId = '0190a000-0000-7000-9000-000000000002'
const memberships: readonly Membership[] = partnerRoles.flatMap((role) =>
  [false, true].map((seesAmounts) => ({ id: partnerId, role, seesAmounts })),
)

describe.each(databaseKinds())('what the roles of a partner may on %s', (databaseKind) => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>
  beforeAll(async () => {
    fresh = await freshDatabase(databaseKind)
  })
  afterAll(() => fresh.close())

  test('is the same to the database and to the server', async () => {
    for (const partner of memberships) {
      const rows = await fresh.database.asActor({ kind: 'partner', userId, partner, contractSigned: true }, async (tx) => {
        const asked = sql<{ ability: string; may: boolean }>`
          select ability, app.partner_may(ability) as may from unnest(${[...partnerAbilities]}::text[]) ability`
        return (await asked.execute(tx)).rows
      })
      const may = rows.filter((row) => row.may).map(({ ability }) => ability)
      expect([partner, may.toSorted()]).toEqual([partner, [...abilitiesOf(partner)].toSorted()])
    }
  })

  test('and so is what an event is about', async () => {
    const { rows } = await fresh.database.asOwner((run) =>
      run('select name, app.event_topic(name) as topic from unnest($1::text[]) name', [[...eventNames]]),
    )
    expect(rows).toEqual(eventNames.map((name) => ({ name, topic: eventTopic(name) })))
  })
})

describe('a stream', () => {
  const read = (
    role: Membership['role'],
    name: (typeof eventNames)[number],
    typedBy: string | null = null,
    seesAmounts = false,
  ) => readsEvent({ userId, partner: { id: partnerId, role, seesAmounts } }, { name, actorId: null, subjectId: null, typedBy })

  test('tells an accountant about money and no lead, and a member about their own leads alone', () => {
    expect([read('accountant', 'payout.issued'), read('accountant', 'lead.moved', userId)]).toEqual([true, true])
    expect([read('accountant', 'lead.moved', partnerId), read('manager', 'payment_info.saved')]).toEqual([false, false])
    expect([read('member', 'lead.moved', userId), read('member', 'lead.moved', partnerId)]).toEqual([true, false])
    expect([read('member', 'payout.issued'), read('owner', 'payment_info.saved')]).toEqual([false, true])
  })
  test('tells a member who may see amounts about commissions of their own leads, and no other money', () => {
    const told = (name: (typeof eventNames)[number], typedBy: string | null) => read('member', name, typedBy, true)
    expect([told('commission.validated', userId), read('member', 'commission.validated', userId)]).toEqual([true, false])
    expect([told('commission.validated', partnerId), told('commission.created', null)]).toEqual([false, false])
    expect([told('dispute.opened', userId), told('payout.issued', userId)]).toEqual([false, false])
  })
})
