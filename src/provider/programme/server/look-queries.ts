import { buffer } from 'node:stream/consumers'
import { system } from '#access/domain/actor.ts'
import type { DocumentLook } from '#money/documents/server/money-document.ts'
import { fileKinds } from '#platform/domain/files.ts'
import { fileKey } from '#platform/server/files/store.ts'
import type { Portal } from '#platform/server/portal.ts'
import { currentSettings, findLogo } from './identity-queries.ts'

/** The provider's look for documents, as it is now. */
export async function documentLook(portal: Pick<Portal, 'database' | 'files'>): Promise<DocumentLook> {
  const [settings, logo] = await portal.database.asActor(system, (tx) => Promise.all([currentSettings(tx), findLogo(tx)]))
  const { providerName, accentColour } = settings
  if (!logo || (logo.kind !== 'png' && logo.kind !== 'jpeg')) return { providerName, accentColour, logo: null }
  const picture = await buffer(await portal.files.read(fileKey(logo)))
  return { providerName, accentColour, logo: { mime: fileKinds[logo.kind].mime, base64: picture.toString('base64') } }
}
