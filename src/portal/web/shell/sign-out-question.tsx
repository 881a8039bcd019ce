import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Me } from '#access/api/session.ts'
import { itemsOf } from '#leads/pages/web/queue/queue-storage.ts'
import { signOut } from '#platform/web/app/session/session.ts'
import { toastFailure } from '#platform/web/app/toasts/toasts.ts'
import { m } from '#portal/messages/messages.ts'

const LeaveQuestion = lazy(() => import('#leads/pages/web/queue/leave-question.tsx'))

/** Signs out; asks first where leads of this account wait on the device for the network. */
export function useSignOutQuestion(me: Me): { readonly leave: () => void; readonly question: ReactNode } {
  const [isAsking, setAsking] = useState(false)
  const leave = async () => {
    setAsking(false)
    try {
      await signOut()
    } catch (error) {
      toastFailure(m.error(), error)
    }
  }
  return {
    leave: () => (itemsOf(me.id).length > 0 ? setAsking(true) : void leave()),
    question: (
      <Suspense>
        {isAsking && <LeaveQuestion accountId={me.id} onLeave={() => void leave()} onClose={() => setAsking(false)} />}
      </Suspense>
    ),
  }
}
