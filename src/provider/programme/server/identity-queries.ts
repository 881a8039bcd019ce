import { sql } from 'kysely'
import type { Settings } from '#access/api/identity.ts'
import { languageNamed } from '#platform/domain/languages.ts'
import { trimmedNames } from '#platform/domain/names.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { type LegalIdentity, legalIdentityText, registeredAddress } from '../domain.ts'

interface SettingsStats {
  readonly tiers: number
  readonly byTiers: boolean
  readonly lowest: string | null
  readonly highest: string | null
  readonly zone: string
  readonly passkeys: boolean
  readonly languages: boolean
  readonly provider: string | null
}

/** The provider's public identity. */
export async function currentSettings(tx: Tx): Promise<Settings> {
  const row = await tx.selectFrom('settings').selectAll().executeTakeFirstOrThrow()
  // PostgreSQL expects a thousand rows of each function, and would compile a statement about a million before it runs it.
  const { rows } = await sql<LegalIdentity & SettingsStats>`
    select t.tiers, app.pays_by_tiers() as "byTiers", t.lowest_rate as lowest, t.highest_rate as highest, app.time_zone() as zone,
      app.has_passkeys() as passkeys, app.sign_in_provider() as provider,
      app.reads_several_languages() as languages,
      i.legal_name as "legalName", i.legal_form as "legalForm", i.siren, i.building_number as "buildingNumber", i.street,
      i.postcode, i.town, i.country
    from (select * from app.tier_stats() limit 1) t, (select * from app.legal_identity() limit 1) i`.execute(tx)
  const [stats] = rows
  if (!stats) throw new Error('tiers are not counted')
  return {
    providerName: row.provider_name,
    tagline: row.tagline,
    taglines: trimmedNames(row.taglines),
    accentColour: row.accent_colour,
    address: registeredAddress(stats) || row.address,
    contactEmail: row.contact_email,
    legalIdentity: legalIdentityText(stats),
    links: { legal: '', privacy: '', accessibility: '', security: '', ...row.links },
    logoUrl: row.logo_file_id && `/api/settings/logo/${row.logo_file_id}`,
    timeZone: stats.zone,
    language: languageNamed(row.language) ?? 'specified',
    readsSeveralLanguages: stats.languages,
    signInLinks: row.sign_in_links,
    colleagues: row.colleagues,
    passkeys: stats.passkeys,
    signInProvider: stats.provider,
    commission: {
      tiers: stats.tiers,
      byTiers: stats.byTiers,
      lowestRate: stats.lowest === null ? null : Number(stats.lowest),
      highestRate: stats.highest === null ? null : Number(stats.highest),
    },
  }
}

/** The picture beside the provider's name. */
export function findLogo(tx: Tx) {
  return tx.selectFrom('files').innerJoin('settings', 'settings.logo_file_id', 'files.id').selectAll('files').executeTakeFirst()
}
