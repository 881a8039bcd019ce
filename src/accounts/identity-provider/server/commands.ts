import type * as z from 'zod/mini'
import { staff } from '#access/domain/audience.ts'
import { refuseOverwriting } from '#platform/domain/changes.ts'
import { refuseFieldUnless } from '#platform/domain/refusal.ts'
import type { Config } from '#platform/server/config.ts'
import { newId } from '#platform/server/ids.ts'
import { encrypt } from '#platform/server/secrets/encryption.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { identityProviderForm } from '../api.ts'
import { defaultScopes } from '../domain.ts'
import { m } from '../messages/messages.ts'
import type { StoredProvider } from './queries.ts'

type Form = z.output<typeof identityProviderForm>

type Provider = Omit<StoredProvider, 'id' | 'changed_at' | 'role_untold_at'>

const told = (row: Provider) => ({
  name: row.name,
  issuer: row.issuer,
  clientId: row.client_id,
  scopes: row.scopes,
  enabled: row.enabled,
  staffDomains: row.staff_domains,
  staffRole: row.staff_role,
  roleClaim: row.role_claim,
  claimRoles: row.claim_roles,
  partnerDomains: row.partner_domains,
})

/** What is set in a new provider, unless the form says otherwise. */
const blank: Provider = {
  name: '',
  issuer: '',
  client_id: '',
  secret_encrypted: null,
  scopes: defaultScopes,
  enabled: false,
  staff_domains: [],
  staff_role: 'viewer',
  role_claim: '',
  claim_roles: {},
  partner_domains: [],
}

/**
 * Changes a part of the provider, or sets it for the first time. `clientSecret`: undefined keeps it, null removes it. A secret is
 * for the issuer that it was typed for: another one does not get it. Refuses `settings_changed_meanwhile`.
 */
export async function saveProvider(context: TransactionContext, config: Pick<Config, 'secret'>, form: Form): Promise<void> {
  const { tx, now, recordEvent } = context
  const before = await tx.selectFrom('identity_providers').selectAll().orderBy('id').forUpdate().executeTakeFirst()
  const shown = { changedAt: before?.changed_at.toISOString() ?? null }
  refuseOverwriting(shown, { changedAt: form.changedAt }, 'settings_changed_meanwhile')
  const id = before?.id ?? newId()
  const row = merged(before ?? blank, form)
  refuseFieldUnless(row.name, 'name', m.nameMissing())
  refuseFieldUnless(row.issuer, 'issuer', m.issuerMissing())
  refuseFieldUnless(row.client_id, 'clientId', m.clientMissing())
  const secret = secretChange(before, form)
  refuseFieldUnless(secret !== 'missing', 'clientSecret', m.secretForIssuer())
  const encrypted = form.clientSecret ? encrypt(config.secret, 'provider-secret', id, form.clientSecret) : null
  const values = {
    ...row,
    secret_encrypted: secret === 'kept' ? row.secret_encrypted : encrypted,
    claim_roles: JSON.stringify(row.claim_roles),
    changed_at: now,
  }
  await tx
    .insertInto('identity_providers')
    .values({ id, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
  await recordEvent({
    name: 'identity_provider.changed',
    subjectId: null,
    audience: staff,
    before: before ? told(before) : null,
    after: { ...told(row), secret },
  })
}

/** What happens to the secret; it has to be typed again for another issuer. */
function secretChange(before: StoredProvider | undefined, { clientSecret, issuer }: Form) {
  if (clientSecret === null) return 'removed'
  if (clientSecret !== undefined) return 'replaced'
  const isOther = before !== undefined && issuer !== undefined && issuer !== before.issuer
  return isOther && before.secret_encrypted !== null ? 'missing' : 'kept'
}

function merged(before: Provider, form: Form): Provider {
  return {
    name: form.name ?? before.name,
    issuer: form.issuer ?? before.issuer,
    client_id: form.clientId ?? before.client_id,
    secret_encrypted: before.secret_encrypted,
    scopes: form.scopes?.split(/\s+/).join(' ') ?? before.scopes,
    enabled: form.enabled ?? before.enabled,
    staff_domains: [...new Set(form.staffDomains ?? before.staff_domains)],
    staff_role: form.staffRole ?? before.staff_role,
    role_claim: form.roleClaim ?? before.role_claim,
    claim_roles: form.claimRoles
      ? Object.fromEntries(form.claimRoles.map(({ value, role }) => [value, role]))
      : before.claim_roles,
    partner_domains: [...new Set(form.partnerDomains ?? before.partner_domains)],
  }
}
