import { useEffect } from 'react'
import type { UnreadPart } from '#communication/lead-news/domain/unread.ts'
import { markRead } from '#communication/lead-news/web/follow-unread.ts'
import { useIsPartUnread } from '#communication/lead-news/web/unread-marks.ts'
import { whenVisible } from '#platform/web/app/when-visible.ts'

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
