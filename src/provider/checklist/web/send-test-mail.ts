import { call } from '#platform/web/app/requests/api.ts'
import { toastFailure, toastFormError, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { setupRoutes } from '../api.ts'
import { m } from '../messages/messages.ts'

/** Sends the caller a mail and says what the mail server answered; then what shows its state is read again. */
export async function sendTestMail(readAgain: () => Promise<unknown>): Promise<void> {
  try {
    const { sentTo, error } = await call(setupRoutes.testMail, {})
    if (error) toastFormError(m.testNotSent(), error)
    else toastSuccess(m.testSent(), m.testSentTo({ sentTo }))
  } catch (error) {
    toastFailure(m.error(), error)
  }
  await readAgain()
}
