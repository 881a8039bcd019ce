import { staff } from '#access/domain/audience.ts'
import type { StaffRole } from '#access/domain/staff-rights.ts'
import { roleByClaims } from '#accounts/identity-provider/domain.ts'
import { providerInUse, type StoredProvider } from '#accounts/identity-provider/server/queries.ts'
import { toldToPerson } from '#accounts/people/server/queries.ts'
import { newId } from '#platform/server/ids.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { acceptInvitation, openAccount } from './commands.ts'
import { findProviderPerson, type VerifiedIdentity } from './provider-people.ts'
import { signInExpired } from './provider-sign-ins.ts'

interface Admission {
  readonly provider: StoredProvider
  readonly identity: VerifiedIdentity
  /** The network address of the browser. */
  readonly address: string
  /** A password that nobody knows, for an account that is made now; null until one is needed. */
  readonly passwordHash: string | null
}

/**
 * What the provider has said of somebody with an account: whose it is, and which role they have. Nothing of it counts before they
 * have come in, with their second factor where it is on.
 */
export interface Arrival {
  readonly issuer: string
  readonly subject: string
  readonly email: string
  /** The network address of the browser. */
  readonly address: string
  /** Null where the provider has said nothing of a role. */
  readonly role: StaffRole | null
}

/** Who is let in; `arrival` is null for an account that was made now. */
export interface Admitted {
  readonly userId: string
  readonly arrival: Arrival | null
}

/**
 * Lets in whom the provider has authenticated: a person with an account, somebody who is invited, whose invitation this accepts,
 * or a newcomer at a domain of the staff. Returns null where an account is to be made, which needs a password's hash. Refuses as
 * `findProviderPerson` does.
 */
export async function admit(context: TransactionContext, admission: Admission): Promise<Admitted | null> {
  const { provider, identity, address, passwordHash } = admission
  const { subject, email, claims } = identity
  const person = await findProviderPerson(context, provider, identity)
  if (person.kind === 'account') {
    const role = roleByClaims(rulesOf(provider), claims)
    return { userId: person.userId, arrival: { issuer: provider.issuer, subject, email, address, role } }
  }
  if (passwordHash === null) return null
  const linked = { provider, subject, address }
  if (person.kind === 'invited') {
    await acceptInvitation(context, { invitationId: person.invitationId, fullName: person.fullName, passwordHash })
    await link(context, linked, person.userId, { made: false })
    return { userId: person.userId, arrival: null }
  }
  const userId = await addNewcomer(context, admission, passwordHash)
  await link(context, linked, userId, { made: true })
  return { userId, arrival: null }
}

/**
 * Keeps what the provider has said of somebody who has come in. Returns whether it left out which role they have. Refuses as
 * `findProviderPerson` does, and `provider_sign_in_expired` where something else has become of it meanwhile.
 */
export async function settleArrival(
  context: TransactionContext,
  userId: string,
  { issuer, subject, email, address, role }: Arrival,
): Promise<{ readonly isRoleUntold: boolean }> {
  const provider = await providerInUse(context.tx)
  if (provider?.issuer !== issuer) throw signInExpired()
  const person = await findProviderPerson(context, provider, { subject, email })
  if (person.kind !== 'account' || person.userId !== userId) throw signInExpired()
  if (!person.isLinked) await link(context, { provider, subject, address }, userId, { made: false })
  await context.tx
    .updateTable('provider_accounts')
    .set({ last_used_at: context.now })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute()
  return { isRoleUntold: await followRole(context, provider, { userId, role }) }
}

interface Linked {
  readonly provider: StoredProvider
  readonly subject: string
  readonly address: string
}

/** Remembers that this account of the provider is this person's; one of somebody who was deleted becomes theirs. */
async function link(
  { tx, now, recordEvent }: TransactionContext,
  { provider, subject, address }: Linked,
  userId: string,
  { made }: { readonly made: boolean },
): Promise<void> {
  const owner = { user_id: userId, linked_at: now, last_used_at: now }
  await tx
    .insertInto('provider_accounts')
    .values({ issuer: provider.issuer, subject, ...owner })
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
  const staffRole = roleByClaims(rulesOf(admission.provider), claims) ?? admission.provider.staff_role
  await tx
    .insertInto('profiles')
    .values({ user_id: userId, full_name: fullName, email, created_at: now, joined_at: now, deleted_at: null })
    .execute()
  await tx.insertInto('user_roles').values({ user_id: userId, role: 'admin', staff_role: staffRole, by_provider: true }).execute()
  await openAccount(context, { userId, email, fullName, passwordHash })
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
 * Gives somebody whose role is the provider's the one that it says today; who has one by hand keeps it, and the last
 * administrator stays one. Returns whether the provider has left out which: nobody loses a role by that.
 */
async function followRole(
  context: TransactionContext,
  provider: StoredProvider,
  { userId, role: after }: { readonly userId: string; readonly role: StaffRole | null },
): Promise<boolean> {
  const { tx, now, recordEvent } = context
  if (provider.role_claim === '') return false
  const current = await tx
    .selectFrom('user_roles')
    .select('staff_role')
    .where('user_id', '=', userId)
    .where('role', '=', 'admin')
    .where('by_provider', '=', true)
    .executeTakeFirst()
  const before = current?.staff_role
  if (!before) return false
  const untoldAt = after === null ? now : null
  await tx.updateTable('identity_providers').set({ role_untold_at: untoldAt }).where('id', '=', provider.id).execute()
  if (after === null || before === after) return after === null
  if (before === 'administrator' && (await isLastAdministrator(context, userId))) return false
  await tx.updateTable('user_roles').set({ staff_role: after }).where('user_id', '=', userId).execute()
  const roleOf = (staffRole: StaffRole) => ({ role: 'admin' as const, staffRole })
  await recordEvent({
    name: 'role.changed',
    ...(await toldToPerson(tx, userId)),
    before: roleOf(before),
    after: roleOf(after),
  })
  return false
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
