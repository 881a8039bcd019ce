import { reminderRoutes } from '#communication/reminders/api.ts'
import { remindedToast } from '#communication/reminders/web/reminded-text.ts'
import { readAgain } from '#contracts/contracts/web/data.ts'
import { call } from '#platform/web/app/requests/api.ts'

/** Reminds partners of unsigned contracts. Returns what to say of it. */
export async function remindContracts(ids: readonly string[]): Promise<[title: string, text: string]> {
  const done = await call(reminderRoutes.remindContracts, { body: { ids: [...ids] } })
  await readAgain()
  return remindedToast(done)
}
