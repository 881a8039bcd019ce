import type * as z from 'zod/mini'
import type { settingsForm } from '#api/settings.ts'
import { claimUpload } from '../files/commands.ts'
import type { TransactionContext } from '../transaction.ts'

/** Updates the provider's identity. `logoUploadId`: undefined keeps the logo, null removes it. */
export async function saveSettings(context: TransactionContext, form: z.output<typeof settingsForm>): Promise<void> {
  const { tx } = context
  const before = await tx.selectFrom('settings').selectAll().forUpdate().executeTakeFirstOrThrow()
  if (form.logoUploadId) await claimUpload(context, form.logoUploadId, 'logo')
  const after = {
    provider_name: form.providerName,
    tagline: form.tagline,
    accent_colour: form.accentColour,
    address: form.address,
    contact_email: form.contactEmail,
    logo_file_id: form.logoUploadId === undefined ? before.logo_file_id : form.logoUploadId,
  }
  await tx.updateTable('settings').set(after).execute()
  await context.recordEvent({
    name: 'settings.changed',
    subjectId: null,
    audience: { kind: 'everyone' },
    before: { ...before },
    after,
  })
}
