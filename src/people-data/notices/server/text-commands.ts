import { isDeepStrictEqual } from 'node:util'
import { system } from '#access/domain/actor.ts'
import { processingRecord } from '#people-data/register/server/queries.ts'
import { documentReading, inLanguageOf, writtenLanguages } from '#platform/domain/languages.ts'
import type { BackgroundHandlers } from '#platform/server/events/event-record.ts'
import { newId } from '#platform/server/ids.ts'
import type { Portal } from '#platform/server/portal.ts'
import { type TransactionContext, withTransaction } from '#platform/server/transaction.ts'
import { currentSettings } from '#provider/programme/server/identity-queries.ts'
import { noticeSections } from '../domain/notice-sections.ts'
import { noticeAudiences } from '../domain/notices.ts'

/**
 * Keeps what each audience is told, as a further version where it is no longer what was kept last: after a start, since another
 * version or configuration may say something else, and after each change of what the texts say.
 */
export const keepNoticeTexts = (portal: Portal): Promise<void> =>
  withTransaction(portal, system, (context) => keepTexts(context, portal))

async function keepTexts({ tx, now }: TransactionContext, portal: Portal): Promise<void> {
  const [settings, { days, recipients }, kept] = await Promise.all([
    currentSettings(tx),
    processingRecord(tx, portal),
    tx
      .selectFrom('notice_texts')
      .distinctOn(['audience', 'language'])
      .select(['audience', 'language', 'version', 'sections'])
      .orderBy('audience')
      .orderBy('language')
      .orderBy('version', 'desc')
      .execute(),
  ])
  const facts = { ...settings, days, recipients: [...new Set(recipients.map(({ kind }) => kind))] }
  const rows = writtenLanguages.flatMap((language) =>
    inLanguageOf(documentReading(language), () =>
      noticeAudiences.flatMap((audience) => {
        const last = kept.find((each) => each.audience === audience && each.language === language)
        const sections = noticeSections(audience, facts)
        if (isDeepStrictEqual(last?.sections, sections)) return []
        const version = (last?.version ?? 0) + 1
        return { id: newId(), audience, language, version, sections: JSON.stringify(sections), since: now }
      }),
    ),
  )
  if (rows.length === 0) return
  // Another server has kept the same meanwhile.
  await tx
    .insertInto('notice_texts')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Each of these events changes what the texts say. */
export const noticeBackgroundHandlers: BackgroundHandlers = {
  'settings.changed': (_, portal) => keepNoticeTexts(portal),
  'programme.changed': (_, portal) => keepNoticeTexts(portal),
  'period.chosen': (_, portal) => keepNoticeTexts(portal),
}
