import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useMe } from '#platform/web/app/session/session.ts'
import { IconDownload, IconEye } from '#platform/web/ui/icons.ts'
import { PageHeader } from '#platform/web/ui/page/page-header.tsx'
import type { Resource } from '../api/resources.ts'
import { previewOf } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { noteOpened } from './data.ts'
import { ResourceTabs } from './resource-tabs.tsx'

const PreviewDialog = lazy(() => import('./preview-dialog.tsx'))

/** Resources available to the partner. */
export function Component() {
  const { view } = useMe()
  const [previewed, setPreviewed] = useState<Resource | null>(null)
  // Staff who look as a partner open nothing in the partner's name.
  const open = (resource: Resource) => {
    if (!view) noteOpened(resource)
  }
  return (
    <>
      <PageHeader title={m.resources()} lang={m.resources.lang} subtitle={m.resourcesLead()} />
      <ResourceTabs
        actions={(resource) => (
          <>
            <Button
              lang={m.download.lang}
              component="a"
              href={resource.fileUrl}
              variant="default"
              size="sm"
              leftSection={<IconDownload size={16} aria-hidden="true" />}
              aria-label={m.downloadNamed({ title: resource.title })}
              onClick={() => open(resource)}
              onAuxClick={() => open(resource)}
              {...(resource.kind === 'link' ? { target: '_blank', rel: 'noopener noreferrer' } : { download: true })}
            >
              {m.download()}
            </Button>
            {previewOf(resource.mime) && (
              <Button
                variant="subtle"
                size="sm"
                px="xs"
                leftSection={<IconEye size={16} aria-hidden="true" />}
                aria-label={m.previewNamed({ title: resource.title })}
                onClick={() => {
                  setPreviewed(resource)
                  open(resource)
                }}
              >
                {m.preview()}
              </Button>
            )}
          </>
        )}
      />
      <Suspense>{previewed && <PreviewDialog resource={previewed} onClose={() => setPreviewed(null)} />}</Suspense>
    </>
  )
}
