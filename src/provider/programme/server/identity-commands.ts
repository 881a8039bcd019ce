import type * as z from 'zod/mini'
import type { Settings, settingsForm } from '#access/api/identity.ts'
import { everyone } from '#access/domain/audience.ts'
import { refuseOverwriting } from '#platform/domain/changes.ts'
import { sameNames } from '#platform/domain/names.ts'
import { refuseFieldUnless } from '#platform/domain/refusal.ts'
import { claimUpload } from '#platform/server/files/commands.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { firstTaglines, registeredAddress, type ToldIdentity } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { currentSettings } from './identity-queries.ts'
import { registeredIdentity } from './present.ts'
import { programmeSettings } from './queries.ts'

/** Updates the provider's identity. `logoUploadId`: undefined keeps the logo, null removes it. */
export async function saveSettings(context: TransactionContext, form: z.output<typeof settingsForm>): Promise<void> {
  const { tx } = context
  const before = await tx.selectFrom('settings').selectAll().forUpdate().executeTakeFirstOrThrow()
  const shown = await currentSettings(tx)
  refuseOverwriting(shown, form.expected, 'settings_changed_meanwhile')
  // A typed address is what people read only while the registered one is not complete.
  const address = form.address === undefined || form.address === shown.address ? before.address : form.address
  const programme = await programmeSettings(tx)
  const isDerived = registeredAddress(registeredIdentity(programme)) !== ''
  refuseFieldUnless(!isDerived || address === before.address, 'address', m.derivedAddress())
  if (form.logoUploadId) await claimUpload(context, form.logoUploadId, 'logo')
  const first = firstTaglines()
  const isFirst = before.tagline === first.fr && sameNames({ ...first, ...before.taglines }, first)
  const replacesFirst = isFirst && form.tagline !== undefined && form.tagline !== before.tagline
  const taglines = form.taglines ?? (replacesFirst ? {} : before.taglines)
  const after = {
    provider_name: form.providerName ?? before.provider_name,
    tagline: form.tagline ?? before.tagline,
    taglines: JSON.stringify(taglines),
    accent_colour: form.accentColour ?? before.accent_colour,
    address,
    links: JSON.stringify(form.links ?? before.links),
    contact_email: form.contactEmail ?? before.contact_email,
    language: form.language ?? before.language,
    sign_in_links: form.signInLinks ?? before.sign_in_links,
    colleagues: form.colleagues ?? before.colleagues,
    logo_file_id: form.logoUploadId === undefined ? before.logo_file_id : form.logoUploadId,
  }
  await tx.updateTable('settings').set(after).execute()
  await recordIdentity(context, { settings: shown, logoFileId: before.logo_file_id })
}

interface IdentityBefore {
  readonly settings: Settings
  readonly logoFileId: string | null
}

/** Tells everybody who the provider is now. */
export async function recordIdentity({ tx, recordEvent }: TransactionContext, before: IdentityBefore): Promise<void> {
  const { logo_file_id } = await tx.selectFrom('settings').select('logo_file_id').executeTakeFirstOrThrow()
  await recordEvent({
    name: 'settings.changed',
    subjectId: null,
    audience: everyone,
    before: recordedIdentity(before.settings, before.logoFileId),
    after: recordedIdentity(await currentSettings(tx), logo_file_id),
  })
}

/** The identity as the event tells it. */
const recordedIdentity = (settings: Settings, logoFileId: string | null): ToldIdentity => ({
  providerName: settings.providerName,
  tagline: settings.tagline,
  taglines: settings.taglines,
  accentColour: settings.accentColour,
  address: settings.address,
  contactEmail: settings.contactEmail,
  links: settings.links,
  language: settings.language,
  signInLinks: settings.signInLinks,
  colleagues: settings.colleagues,
  logoFileId,
})
