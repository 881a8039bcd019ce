import { tellOfTerms } from '#communication/notifications/server/terms-commands.ts'
import { isoDay, providerZone } from '#platform/server/provider-calendar.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { paymentSettings, protectionSettings, type TermsSetting, type TermsSettings } from '../domain.ts'

/** Tells everybody how leads are protected and commissions paid now; nothing of protection while leads are not registered. */
export async function tellOfProgramme(context: TransactionContext, before: TermsSettings, after: TermsSettings): Promise<void> {
  const hasChanged = (name: TermsSetting) => before[name] !== after[name]
  const protection = after.registrations ? protectionSettings : (['registrations'] as const)
  const changed = [...protection, ...paymentSettings].filter(hasChanged)
  if (changed.length === 0) return
  const settings: Partial<TermsSettings> = Object.fromEntries(changed.map((name) => [name, after[name]]))
  const firstDay = isoDay(context.now, await providerZone(context.tx))
  await tellOfTerms(context, () => ({ firstDay, about: 'programme', settings }))
}
