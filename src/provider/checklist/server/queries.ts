import { sql } from 'kysely'
import type { Config } from '#platform/server/config.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { SetupChecklist } from '../api.ts'
import { mailErrorText, noMailServer, type SetupStep, setupSteps } from '../domain.ts'

const exists = (what: ReturnType<typeof sql>) => sql<boolean>`exists (${what})`

/** Steps are done if the records show it; only those without a record are stored. Without a mail server, mail was not tried. */
export async function setupChecklist(tx: Tx, { smtpUrl }: Pick<Config, 'smtpUrl'>): Promise<SetupChecklist> {
  const row = await tx
    .selectFrom('setup_checklist as c')
    .innerJoin('settings as s', (join) => join.onTrue())
    .select([
      'c.tiers_seen_at',
      'c.mail_tested_at',
      'c.mail_error',
      'c.dismissed_at',
      sql<boolean>`s.contact_email <> '' and (s.address <> ''
        or (select i.street <> '' and i.postcode <> '' and i.town <> '' from app.legal_identity() i))`.as('identity'),
      exists(sql`select from contract_templates where not to_review union all select from contracts`).as('template'),
      exists(sql`select from user_roles where role = 'partner'`).as('invitation'),
      exists(sql`select from partner_tiers where archived_at is null`).as('has_tiers'),
    ])
    .executeTakeFirstOrThrow()
  const mailError = row.mail_error && mailErrorText(row.mail_error)
  const done: Readonly<Record<SetupStep, boolean>> = {
    identity: row.identity,
    mail: smtpUrl !== null && row.mail_tested_at !== null && row.mail_error === null,
    tiers: row.tiers_seen_at !== null || !row.has_tiers,
    template: row.template,
    invitation: row.invitation,
  }
  return {
    isOpen: row.dismissed_at === null && setupSteps.some((step) => !done[step]),
    steps: setupSteps.map((step) => ({ step, done: done[step] })),
    mailTrouble: smtpUrl === null ? mailErrorText(noMailServer) : mailError,
    mailTest: row.mail_tested_at && { at: row.mail_tested_at.toISOString(), error: mailError },
  }
}
