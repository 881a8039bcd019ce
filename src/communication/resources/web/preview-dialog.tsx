import { Button, Group } from '@mantine/core'
import { lazy, Suspense, useRef } from 'react'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { IconDownload } from '#platform/web/ui/icons.ts'
import { PageLoading } from '#platform/web/ui/page/states.tsx'
import type { Resource } from '../api/resources.ts'
import { previewOf } from '../domain.ts'
import { m } from '../messages/messages.ts'
import classes from './preview-dialog.module.css'

/** The viewer that contracts are read in; nothing of the file runs in the page. */
const Reader = lazy(() => import('#platform/web/reader/reader.tsx'))

/** A PDF or an image of a resource, in the page. */
export default function PreviewDialog({ resource, onClose }: { readonly resource: Resource; readonly onClose: () => void }) {
  const { title, fileUrl, mime } = resource
  const scroller = useRef<HTMLDivElement>(null)
  const isImage = previewOf(mime) === 'image'
  return (
    <Dialog onClose={onClose} title={title} size="xl" padding="md">
      <div ref={scroller} className={classes.frame}>
        {isImage ? (
          <img src={fileUrl} alt={title} className={classes.image} />
        ) : (
          <Suspense fallback={<PageLoading />}>
            <Reader url={fileUrl} sha256={null} downloadUrl={fileUrl} scroller={scroller} />
          </Suspense>
        )}
      </div>
      {isImage && (
        <Group justify="flex-end" mt="md">
          <Button
            lang={m.download.lang}
            component="a"
            href={fileUrl}
            download
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden="true" />}
          >
            {m.download()}
          </Button>
        </Group>
      )}
    </Dialog>
  )
}
