import type { ReactNode } from 'react'
import { missingRightMessage, type NeededRight } from '#access/domain/staff-rights.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { useRight } from './rights.ts'

interface WithRightProps {
  readonly right: NeededRight
  /** Says in place of the content why it is not there: once on a page. */
  readonly explained?: boolean
  readonly children: ReactNode
}

/** Shows its children only to users with a right. The server refuses all others, whatever is shown. */
export function WithRight({ right, explained = false, children }: WithRightProps) {
  if (useRight(right)) return children
  if (!explained) return null
  return <SoftText style={{ maxWidth: 360, textWrap: 'balance' }}>{missingRightMessage(right)}</SoftText>
}
