import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { Me } from '#access/api/session.ts'
import { m } from '../messages/messages.ts'
import classes from './announcements.module.css'
import { unreadQuery } from './data.ts'

const ReadDialog = lazy(() => import('./read-dialog.tsx'))

/** The newest announcement that the partner has not read, in one line, until it is read. */
export default function AnnouncementBar({ me }: { readonly me: Me }) {
  const { data } = useQuery(unreadQuery)
  const [isOpen, setOpen] = useState(false)
  const [newest, ...others] = data?.items ?? []
  if (!newest) return null
  return (
    <>
      <section className={classes.bar} aria-label={m.announcement()}>
        <p className={classes.title}>
          <strong>{newest.title}</strong>
          {others.length > 0 && <span> {m.andOthers({ count: others.length })}</span>}
        </p>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={m.openNamed({ title: newest.title })}
          onClick={() => setOpen(true)}
        >
          {m.open()}
        </Button>
      </section>
      <Suspense>
        {isOpen && <ReadDialog announcement={newest} isView={me.view !== null} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
