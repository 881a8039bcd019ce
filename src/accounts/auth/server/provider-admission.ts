import { roleByClaims } from '#accounts/identity-provider/domain.ts'
import type { StoredProvider } from '#accounts/identity-provider/server/queries.ts'
import { toldToPerson } from '#accounts/people/server/queries.ts'
import { staff } from '#platform/domain/audience.ts'
import type { StaffRole } from '#platform/domain/staff-rights.ts'
import { newId } from '#platform/server/ids.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { acceptInvitation, openAccount } from './commands.ts'
import { findProviderPerson, type VerifiedIdentity } from './provider-people.ts'

interface Admission {
  readonly provider: StoredProvider
  readonly identity: VerifiedIdentity
  /** The network address of the browser. */
  readonly address: string
  /** A password that nobody knows, for an account that is made now; null until one is needed. */
  readonly passwordHash: string | null
}

/**
 * Lets in whom the provider has authenticated: a person with an account, somebody who is invited, whose invitation this accepts,
 * or a newcomer at a domain of the staff. Returns null where an account is to be made, which needs a password's hash. Refuses as
 * `findProviderPerson` does.
 */
export async function admit(context: TransactionContext, admission: Admission): Promise<string | null> {
  const { provider, identity, passwordHash } = admission
  const person = await findProviderPerson(context, provider, identity)
  if (person.kind === 'account') {
    if (!person.isLinked) await link(context, admission, person.userId, { made: false })
    await followRole(context, admission, person.userId)
    await context.tx
      .updateTable('provider_accounts')
      .set({ last_used_at: context.now })
      .where('issuer', '=', provider.issuer)
      .where('subject', '=', identity.subject)
      .execute()
    return person.userId
  }
  if (passwordHash === null) return null
  if (person.kind === 'invited') {
    await acceptInvitation(context, { invitationId: person.invitationId, fullName: person.fullName, passwordHash })
    await link(context, admission, person.userId, { made: false })
    return person.userId
  }
  return addNewcomer(context, admission, passwordHash)
}

/** Remembers that this account of the provider is this person's; one of somebody who was deleted becomes theirs. */
async function link(
  { tx, now, recordEvent }: TransactionContext,
  { provider, identity, address }: Admission,
  userId: string,
  { made }: { readonly made: boolean },
): Promise<void> {
  const owner = { user_id: userId, made_account: made, linked_at: now, last_used_at: now }
  await tx
    .insertInto('provider_accounts')
    .values({ issuer: provider.issuer, subject: identity.subject, ...owner })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet(owner))
    .execute()
  await recordEvent({
    name: 'provider_account.linked',
    subjectId: userId,
    audience: staff,
    after: { address, provider: provider.name, made },
  })
}

/** Makes an account of staff for somebody at a domain of the staff. */
async function addNewcomer(context: TransactionContext, admission: Admission, passwordHash: string): Promise<string> {
  const { tx, now } = context
  const { email, claims } = admission.identity
  const userId = newId()
  const fullName = nameOf(admission.identity)
  const staffRole = roleByClaims(rulesOf(admission.provider), claims)
  await tx
    .insertInto('profiles')
    .values({ user_id: userId, full_name: fullName, email, created_at: now, joined_at: now, deleted_at: null })
    .execute()
  await tx.insertInto('user_roles').values({ user_id: userId, role: 'admin', staff_role: staffRole }).execute()
  await openAccount(context, { userId, email, fullName, passwordHash })
  await link(context, admission, userId, { made: true })
  return userId
}

const rulesOf = ({ role_claim, claim_roles, staff_role }: StoredProvider) => ({
  roleClaim: role_claim,
  claimRoles: claim_roles,
  staffRole: staff_role,
})

function nameOf({ name, email }: VerifiedIdentity): string {
  const given = [...(name ?? '')].slice(0, 100).join('')
  return given.length >= 2 ? given : email.slice(0, 100)
}

/**
 * Gives somebody whose account the provider has made the role that it says today. Whoever was invited has a role by hand, and the
 * last administrator stays one.
 */
async function followRole(context: TransactionContext, { provider, identity }: Admission, userId: string): Promise<void> {
  const { tx, recordEvent } = context
  if (provider.role_claim === '') return
  const current = await tx
    .selectFrom('user_roles as r')
    .innerJoin('provider_accounts as a', 'a.user_id', 'r.user_id')
    .select('r.staff_role')
    .where('r.user_id', '=', userId)
    .where('r.role', '=', 'admin')
    .where('a.issuer', '=', provider.issuer)
    .where('a.made_account', '=', true)
    .executeTakeFirst()
  const before = current?.staff_role
  const after = roleByClaims(rulesOf(provider), identity.claims)
  if (!before || before === after) return
  if (before === 'administrator' && (await isLastAdministrator(context, userId))) return
  await tx.updateTable('user_roles').set({ staff_role: after }).where('user_id', '=', userId).execute()
  const roleOf = (staffRole: StaffRole) => ({ role: 'admin' as const, staffRole })
  await recordEvent({
    name: 'role.changed',
    ...(await toldToPerson(tx, userId)),
    before: roleOf(before),
    after: roleOf(after),
  })
}

async function isLastAdministrator({ tx }: TransactionContext, userId: string): Promise<boolean> {
  const other = await tx
    .selectFrom('user_roles as r')
    .innerJoin('profiles as p', 'p.user_id', 'r.user_id')
    .select('r.user_id')
    .where('r.staff_role', '=', 'administrator')
    .where('r.user_id', '<>', userId)
    .where('p.deleted_at', 'is', null)
    .where('p.joined_at', 'is not', null)
    .executeTakeFirst()
  return !other
}
