import type { NavigateFunction } from 'react-router'
import type { Me } from '#access/api/session.ts'
import { type Greeting, saveGreeting, takeGreeting } from '#platform/web/app/session/greeting.ts'
import { enter } from '#platform/web/app/session/session.ts'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { m } from '../messages/messages.ts'

function greet(greeting: Greeting, providerName: string): void {
  if (greeting === 'administratorCreated') toastSuccess(m.administratorCreated(), m.inviteFirstPartner())
  else toastSuccess(m.signedIn, m.welcomeToSpace({ providerName }))
}

/** Opens a page for who has just signed in, and welcomes them in their language. */
export async function welcome(
  me: Me,
  {
    greeting,
    providerName,
    path,
    navigate,
  }: {
    readonly greeting: Greeting
    readonly providerName: string
    readonly path: string
    readonly navigate: NavigateFunction
  },
): Promise<void> {
  if (!enter(me, path)) return saveGreeting(greeting)
  greet(greeting, providerName)
  await navigate(path)
}

/** Says what was kept for this page by the one before. */
export function greetLate(providerName: string): void {
  const greeting = takeGreeting()
  if (greeting) greet(greeting, providerName)
}
