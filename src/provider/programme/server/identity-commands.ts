import type { Selectable } from 'kysely'
import type * as z from 'zod/mini'
import type { settingsForm } from '#platform/api/identity.ts'
import { everyone } from '#platform/domain/audience.ts'
import { changedMeanwhile, settingsChanged } from '#platform/domain/changes.ts'
import { refuseUnless } from '#platform/domain/refusal.ts'
import type { Settings } from '#platform/server/db/schema.generated.ts'
import { claimUpload } from '#platform/server/files/commands.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { ToldIdentity } from '../domain.ts'
import { currentSettings } from './identity-queries.ts'

/** Updates the provider's identity. `logoUploadId`: undefined keeps the logo, null removes it. */
export async function saveSettings(context: TransactionContext, form: z.output<typeof settingsForm>): Promise<void> {
  const { tx } = context
  const before = await tx.selectFrom('settings').selectAll().forUpdate().executeTakeFirstOrThrow()
  refuseUnless(!changedMeanwhile(await currentSettings(tx), form.expected), 'settings_changed_meanwhile', settingsChanged)
  if (form.logoUploadId) await claimUpload(context, form.logoUploadId, 'logo')
  const after = {
    provider_name: form.providerName ?? before.provider_name,
    tagline: form.tagline ?? before.tagline,
    accent_colour: form.accentColour ?? before.accent_colour,
    address: form.address ?? before.address,
    contact_email: form.contactEmail ?? before.contact_email,
    logo_file_id: form.logoUploadId === undefined ? before.logo_file_id : form.logoUploadId,
  }
  await tx.updateTable('settings').set(after).execute()
  await context.recordEvent({
    name: 'settings.changed',
    subjectId: null,
    audience: everyone,
    before: recordedIdentity(before),
    after: recordedIdentity(after),
  })
}

/** The row as the event tells it. */
function recordedIdentity(row: Omit<Selectable<Settings>, 'id'>): ToldIdentity {
  return {
    providerName: row.provider_name,
    tagline: row.tagline,
    accentColour: row.accent_colour,
    address: row.address,
    contactEmail: row.contact_email,
    logoFileId: row.logo_file_id,
  }
}
