import type { PartnerRole } from '#access/domain/actor.ts'
import { newId } from '#platform/server/ids.ts'
import type { Client, TestApp } from './test-app.ts'

const rows = (app: TestApp, statements: readonly (readonly [string, unknown[]])[]) =>
  app.portal.database.asOwner(async (run) => {
    for (const [statement, values] of statements) await run(statement, values)
  })

interface Colleague {
  readonly email: string
  readonly role: PartnerRole
  readonly seesAmounts?: boolean
  readonly fullName?: string
}

/**
 * Signs somebody in who belongs to the company of `owner`. They begin as a partner of their own, whose company somebody else
 * keeps when they move.
 */
export async function joinPartner(
  app: TestApp,
  owner: Pick<Client, 'userId'>,
  { email, role, seesAmounts = false, fullName = 'Nadia Martin' }: Colleague,
): Promise<Client> {
  const client = await app.newPerson(email, 'partner', fullName)
  const [keeper, now] = [newId(), app.now]
  await rows(app, [
    [
      `insert into profiles (user_id, full_name, email, created_at, joined_at, deleted_at)
        values ($1, 'Ancienne société', $2, $3, $3, null)`,
      [keeper, `${keeper}@exemple.fr`, now],
    ],
    [
      "insert into partner_members (partner_id, person_id, role, since) values ($1, $2, 'owner', $3)",
      [client.userId, keeper, now],
    ],
    ['update partners set main_person_id = $2 where id = $1', [client.userId, keeper]],
    ['update partner_members set until = $2 where person_id = $1', [client.userId, now]],
    [
      'insert into partner_members (partner_id, person_id, role, sees_amounts, since) values ($1, $2, $3, $4, $5)',
      [owner.userId, client.userId, role, seesAmounts, now],
    ],
    ['update profiles set deleted_at = $2 where user_id = $1', [keeper, now]],
  ])
  return client
}

/** Gives a colleague another role. */
export const changeRoleOf = (app: TestApp, { userId }: Pick<Client, 'userId'>, role: PartnerRole) =>
  rows(app, [['update partner_members set role = $2 where person_id = $1 and until is null', [userId, role]]])

/** Somebody leaves their partner. */
export const leavePartner = (app: TestApp, { userId }: Pick<Client, 'userId'>) =>
  rows(app, [['update partner_members set until = $2 where person_id = $1 and until is null', [userId, app.now]]])
