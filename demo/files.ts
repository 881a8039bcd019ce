import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Actor } from '#access/domain/actor.ts'
import { storeFile } from '#platform/server/files/commands.ts'
import { newId } from '#platform/server/ids.ts'
import type { Portal } from '#platform/server/portal.ts'
import { pdf } from './pdf.ts'

/** Text of the sample contracts, one printed line per entry. */
const articles = [
  'Entre Atelier Loire, 12 quai de la Fosse, 44000 Nantes, et le partenaire.',
  '',
  'Article 1 – Objet',
  'Le partenaire recommande les automatisations d’Atelier Loire à ses contacts',
  'et les enregistre dans l’espace partenaires.',
  '',
  'Article 2 – Commission',
  'Chaque vente issue d’une recommandation ouvre droit à une commission,',
  'au taux du palier du partenaire le jour de la signature du client.',
  '',
  'Article 3 – Paiement',
  'La commission est payée sous 30 jours après l’encaissement du client.',
  '',
  'Article 4 – Durée',
  'L’accord est conclu pour un an et se renouvelle par tacite reconduction.',
]

/** Stores a small PDF as an upload created at the context's time. Returns its id. */
export async function addUploadedFile(
  portal: Portal,
  actor: Actor,
  at: Date,
  purpose: 'contract' | 'resource' | 'partner_document' | 'partner_invoice',
  title: string,
): Promise<string> {
  const content = pdf(title, purpose === 'contract' ? articles : [])
  const id = newId()
  const sha256 = createHash('sha256').update(content).digest('hex')
  const inspection = purpose === 'contract' ? { route: 'A' as const, pages: 1, remarks: [] } : null
  const file = { id, purpose, name: `${title}.pdf`, kind: 'pdf' as const, size: content.length, sha256, inspection }
  await storeFile({ ...portal, clock: { now: () => at } }, actor, file, Readable.from([content]))
  return id
}
