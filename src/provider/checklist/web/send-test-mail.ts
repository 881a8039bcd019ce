import { call } from '#platform/web/app/requests/api.ts'
import { toastFailure, toastFault, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { setupRoutes } from '../api.ts'

/** Sends the caller a mail and says what the mail server answered; then what shows its state is read again. */
export async function sendTestMail(readAgain: () => Promise<unknown>): Promise<void> {
  try {
    const { sentTo, error } = await call(setupRoutes.testMail, {})
    if (error) toastFault('The test mail was not sent', error)
    else toastSuccess('Test mail sent', `Look whether it arrives at ${sentTo}`)
  } catch (error) {
    toastFailure('Error', error)
  }
  await readAgain()
}
