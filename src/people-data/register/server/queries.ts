import { readFields } from '#leads/fields/server/queries.ts'
import { nameIn } from '#platform/domain/names.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { Portal } from '#platform/server/portal.ts'
import { currentSettings } from '#provider/programme/server/identity-queries.ts'
import { daysInForce } from '../domain/periods.ts'
import { activitiesOf, type ProcessingRecord } from '../domain/record.ts'

/** How long everything is kept, as staff chose it, and who confirmed that. */
export const readPeriods = (tx: Tx) => tx.selectFrom('data_periods').selectAll().executeTakeFirstOrThrow()

const hostOf = (url: string) => URL.parse(url)?.host ?? url

/** The record of processing: what the register says, and who outside gets something as the settings are. */
export async function processingRecord(
  tx: Tx,
  { config, personalData }: Pick<Portal, 'config' | 'personalData'>,
): Promise<ProcessingRecord> {
  const [settings, { chosen }, fields, webhooks, providers] = await Promise.all([
    currentSettings(tx),
    readPeriods(tx),
    readFields(tx),
    tx.selectFrom('webhook_endpoints').select('url').where('enabled', '=', true).orderBy('url').execute(),
    tx.selectFrom('identity_providers').select('issuer').where('enabled', '=', true).execute(),
  ])
  const { smtpUrl, s3, tsaUrl, backups } = config
  return {
    provider: { name: settings.providerName, address: settings.address, email: settings.contactEmail },
    activities: activitiesOf(personalData),
    days: daysInForce(chosen),
    fields: fields
      .filter((field) => field.about_person && field.archived_at === null && field.name !== '')
      .map((field) => nameIn(field)),
    recipients: [
      ...(smtpUrl ? [{ kind: 'mail' as const, place: hostOf(smtpUrl) }] : []),
      ...(s3 ? [{ kind: 'bucket' as const, place: `${hostOf(s3.endpoint)}, ${s3.bucket}` }] : []),
      ...(tsaUrl ? [{ kind: 'timestamps' as const, place: hostOf(tsaUrl) }] : []),
      ...[...new Set(webhooks.map(({ url }) => hostOf(url)))].map((place) => ({ kind: 'webhook' as const, place })),
      ...providers.map(({ issuer }) => ({ kind: 'provider' as const, place: hostOf(issuer) })),
      ...(backups ? [{ kind: 'backup' as const, place: backups.command ?? backups.directory }] : []),
    ],
  }
}
