import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { WithRight } from '#platform/web/app/session/with-right.tsx'
import type { YearOverview } from '../api.ts'
import { m } from '../messages/messages.ts'
import { askedByDefault } from './asked-by-default.ts'

const RequestDataDialog = lazy(() => import('./request-data-dialog.tsx'))

/** Asks all partners for what the declaration lacks about them; without any that lack something it is not there. */
export function RequestDataButton({ data: { year, lines } }: { readonly data: YearOverview }) {
  const [isOpen, setOpen] = useState(false)
  const askable = lines.filter(({ canBeAsked }) => canBeAsked)
  if (askable.length === 0) return null
  const { length } = askedByDefault(lines, new Date())
  const label = length === 0 ? m.askAgain() : m.askPartners({ count: length })
  return (
    <WithRight right="money">
      <Button variant={length === 0 ? 'default' : 'filled'} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Suspense>{isOpen && <RequestDataDialog year={year} lines={lines} onClose={() => setOpen(false)} />}</Suspense>
    </WithRight>
  )
}
