import { useEffect } from 'react'
import type { UnreadPart } from '#domain/unread.ts'
import { markRead } from '#web/app/follow-unread.ts'
import { useIsPartUnread } from '#web/app/unread-marks.ts'
import { whenVisible } from '#web/app/when-visible.ts'

/** Takes the mark of a lead's messages, or of the rest, away while they are on the screen: nothing else counts as read. */
export function useReadOnScreen(leadId: string, part: UnreadPart, isShown: boolean): void {
  const isUnread = useIsPartUnread(leadId, part)
  useEffect(() => {
    if (!isUnread || !isShown) return
    let isOver = false
    whenVisible(() => {
      if (!isOver) markRead(leadId, part)
    })
    return () => {
      isOver = true
    }
  }, [isUnread, isShown, leadId, part])
}
