import { sql } from 'kysely'
import * as z from 'zod/mini'
import { isAtDomain } from '#accounts/identity-provider/domain.ts'
import type { StoredProvider } from '#accounts/identity-provider/server/queries.ts'
import { ownsAddress } from '#accounts/people/server/queries.ts'
import { emailAddress } from '#platform/api/shapes.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import type { OpenIdIdentity } from '#platform/server/openid/openid-client.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { m } from '../messages/messages.ts'

/** Somebody whose address the provider has verified. */
export interface VerifiedIdentity extends OpenIdIdentity {
  readonly email: string
}

/** Who somebody is to the portal that the provider has authenticated. */
export type ProviderPerson =
  /** `isLinked`: whether this account of the provider has signed in as this person before. */
  | { readonly kind: 'account'; readonly userId: string; readonly isLinked: boolean }
  | { readonly kind: 'invited'; readonly userId: string; readonly invitationId: string; readonly fullName: string }
  | { readonly kind: 'newcomer' }

/** A refusal, with the person whom it concerns where there is one. */
export class RefusedPerson extends Refusal {
  userId: string | null = null

  of(userId: string | null): this {
    this.userId = userId
    return this
  }
}

/** Key of the advisory lock; must be the same on all servers. */
const firstSignIns = 7_277_472

const address = emailAddress()

/**
 * The identity with its address in lower case, if that is one as the portal's own forms take it: 'K' may be the sign of Kelvin,
 * whose small letter is another person's. Refuses `provider_address_unverified`.
 */
export function verifiedIdentity({ name }: StoredProvider, identity: OpenIdIdentity): VerifiedIdentity {
  const { email: written, emailVerified } = identity
  if (!written) throw new Refusal('provider_address_unverified', m.providerAddressMissing({ name }))
  const { success, data: email } = z.safeParse(address, written)
  // An address that is typed is cleaned; one that a provider has verified is that one or none.
  if (!success || email !== written) throw new Refusal('provider_address_unverified', m.providerAddressUnfit({ name }))
  if (!emailVerified) throw new Refusal('provider_address_unverified', m.providerAddressUnverified({ name, email }))
  return { ...identity, email: email.toLowerCase() }
}

interface FoundProfile {
  readonly user_id: string
  readonly email: string
  readonly full_name: string
  readonly deleted_at: Date | null
  readonly role: string
  readonly has_account: boolean
}

const profiles = (context: TransactionContext) =>
  context.tx
    .selectFrom('profiles as p')
    .leftJoin('auth.users as u', 'u.id', 'p.user_id')
    .leftJoin('user_roles as r', 'r.user_id', 'p.user_id')
    .select(['p.user_id', 'p.email', 'p.full_name', 'p.deleted_at'])
    .select(sql<string>`coalesce(r.role, 'partner')`.as('role'))
    .select(sql<boolean>`u.id is not null`.as('has_account'))
    .where(ownsAddress)

/**
 * Finds the person: by the account of the provider that has signed in as them before, otherwise by the verified address. Refuses
 * `provider_not_invited`, `provider_not_for_partner`, `provider_other_account` and `provider_account_ended`.
 */
export async function findProviderPerson(
  context: TransactionContext,
  provider: StoredProvider,
  { subject, email }: Pick<VerifiedIdentity, 'subject' | 'email'>,
): Promise<ProviderPerson> {
  const linked = () =>
    profiles(context)
      .innerJoin('provider_accounts as a', 'a.user_id', 'p.user_id')
      .where('a.issuer', '=', provider.issuer)
      .where('a.subject', '=', subject)
      .executeTakeFirst()
  let owner = await linked()
  if (!owner) {
    // Two first sign-ins at once: the second one finds what the first has made.
    await sql`select pg_advisory_xact_lock(${firstSignIns})`.execute(context.tx)
    owner = await linked()
  }
  if (owner && !owner.deleted_at && owner.has_account) {
    checkOffered(provider, owner)
    return { kind: 'account', userId: owner.user_id, isLinked: true }
  }
  const person = await profiles(context).where('p.email', '=', email).where('p.deleted_at', 'is', null).executeTakeFirst()
  if (person) return byAddress(context, provider, person)
  const former = owner ?? (await profiles(context).where('p.email', '=', email).executeTakeFirst())
  if (former) throw new RefusedPerson('provider_account_ended', m.providerAccountEnded({ email })).of(former.user_id)
  if (isAtDomain(email, provider.staff_domains)) return { kind: 'newcomer' }
  throw new Refusal('provider_not_invited', m.providerNotInvited({ email }))
}

async function byAddress(context: TransactionContext, provider: StoredProvider, person: FoundProfile): Promise<ProviderPerson> {
  const { tx, now } = context
  const { user_id: userId, email } = person
  if (person.role !== 'partner' && person.role !== 'admin') {
    throw new Refusal('provider_not_invited', m.providerNotInvited({ email }))
  }
  checkOffered(provider, person)
  if (person.has_account) {
    const other = await tx
      .selectFrom('provider_accounts')
      .select('subject')
      .where('issuer', '=', provider.issuer)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    if (!other && person.role === 'admin' && !isAtDomain(email, provider.staff_domains)) {
      throw new RefusedPerson('provider_not_invited', m.providerNotForStaff({ name: provider.name, email })).of(userId)
    }
    if (!other) return { kind: 'account', userId, isLinked: false }
    throw new RefusedPerson('provider_other_account', m.providerOtherAccount({ name: provider.name, email })).of(userId)
  }
  const invitation = await tx
    .selectFrom('invitations')
    .select('id')
    .where('user_id', '=', userId)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (invitation) return { kind: 'invited', userId, invitationId: invitation.id, fullName: person.full_name }
  throw new RefusedPerson('provider_not_invited', m.providerInvitationOver({ email })).of(userId)
}

/** Partners may use the provider where their address is at a listed domain. Refuses `provider_not_for_partner`. */
function checkOffered(provider: StoredProvider, { role, email, user_id: userId }: FoundProfile): void {
  if (role !== 'partner' || isAtDomain(email, provider.partner_domains)) return
  throw new RefusedPerson('provider_not_for_partner', m.providerNotForPartner({ name: provider.name })).of(userId)
}
