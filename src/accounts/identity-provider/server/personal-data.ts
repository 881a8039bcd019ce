import { nobody, type TableEntries } from '#access/domain/personal-data.ts'

export const identityProviderData: TableEntries = {
  identity_providers:
    nobody(`id name issuer client_id secret_encrypted scopes enabled staff_domains staff_role role_claim claim_roles
      partner_domains changed_at role_untold_at`),
}
