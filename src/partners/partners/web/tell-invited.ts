import { mayDo } from '#access/web/rights.ts'
import type { Words } from '#platform/domain/languages.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { mailNote } from '#platform/web/app/session/mail-note.tsx'
import { meQuery } from '#platform/web/app/session/session.ts'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { partnerRoutes } from '../api/partners.ts'
import { m } from '../messages/messages.ts'

interface Told {
  readonly title: Words
  /** The title where no mail leaves, if it says something else than that the invitation is ready. */
  readonly titleWithoutMail?: Words
  /** Where the invitation went, by mail. */
  readonly text: string
  /** Whose link staff may hand over. */
  readonly personId?: string | undefined
}

/** Says that somebody was invited: where no mail leaves, with the link for whoever may hand it over. */
export async function tellInvited({ title, titleWithoutMail, text, personId }: Told): Promise<void> {
  const note = mailNote()
  if (!note) return toastSuccess(title, text)
  const ready = titleWithoutMail ?? m.invitationReady()
  const me = queryClient.getQueryData(meQuery.queryKey)
  if (personId && me && mayDo(me, 'team')) {
    try {
      const { link } = await call(partnerRoutes.invitationLink, { params: { id: personId } })
      return toastSuccess(ready, m.noMailCopyLink(), link)
    } catch {
      // An invitation of an address that has an account elsewhere has no link.
    }
  }
  toastSuccess(ready, note)
}
