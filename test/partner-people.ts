import type { PartnerRole } from '#platform/domain/actor.ts'
import type { Client, TestApp } from './test-app.ts'

interface Colleague {
  readonly email: string
  readonly role: PartnerRole
  readonly seesAmounts?: boolean
  readonly fullName?: string
}

/** Somebody who joins a partner, signed in: the partner of one person that they began as stays behind without an owner. */
export async function joinPartner(
  app: TestApp,
  partner: Pick<Client, 'userId'>,
  { email, role, seesAmounts = false, fullName = 'Nadia Martin' }: Colleague,
): Promise<Client> {
  const colleague = await app.newPerson(email, 'partner', fullName)
  await app.portal.database.asOwner(async (run) => {
    await run('alter table partner_members disable trigger keep_an_owner', [])
    await run('update partner_members set partner_id = $1, role = $2, sees_amounts = $3 where person_id = $4', [
      ...[partner.userId, role, seesAmounts, colleague.userId],
    ])
    await run('alter table partner_members enable trigger keep_an_owner', [])
  })
  return colleague
}

/** Somebody leaves their partner. */
export async function leavePartner(app: TestApp, { userId }: Client): Promise<void> {
  await app.portal.database.asOwner((run) =>
    run("update partner_members set until = now() + interval '1 hour' where person_id = $1 and until is null", [userId]),
  )
}
