import { redirect } from 'react-router'
import { homePath } from '#access/domain/home-path.ts'
import { queryClient } from '../queries/query-client.ts'
import { meQuery, settingsQuery } from './session.ts'

/** Guest-only loader: signed-in people are redirected to the dashboard. */
export async function guestOnly(): Promise<null> {
  const [me] = await Promise.all([queryClient.fetchQuery(meQuery), queryClient.fetchQuery(settingsQuery)])
  if (me) throw redirect(homePath)
  return null
}
