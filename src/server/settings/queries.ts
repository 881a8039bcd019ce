import type { Settings } from '#contract/settings.ts'
import type { Tx } from '../db/database.ts'

/** The provider's identity, as everybody may read it. */
export async function currentSettings(tx: Tx): Promise<Settings> {
  const row = await tx.selectFrom('settings').selectAll().executeTakeFirstOrThrow()
  return {
    providerName: row.provider_name,
    tagline: row.tagline,
    accentColour: row.accent_colour,
    address: row.address,
    contactEmail: row.contact_email,
    logoUrl: row.logo_file_id && `/api/settings/logo/${row.logo_file_id}`,
  }
}
