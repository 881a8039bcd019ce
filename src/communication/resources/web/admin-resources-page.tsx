import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { WithRight } from '#access/web/with-right.tsx'
import { useKeptOpen } from '#platform/web/app/kept-open.ts'
import { useOpenedByAddress } from '#platform/web/app/opened-by-address.ts'
import { announced } from '#platform/web/app/toasts/toasts.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { IconDownload, IconExternalLink, IconPlus } from '#platform/web/ui/icons.ts'
import { PageHeader } from '#platform/web/ui/page/page-header.tsx'
import type { Resource } from '../api/resources.ts'
import { m } from '../messages/messages.ts'
import { AddResourceDialog } from './add-resource-dialog.tsx'
import { deleteResource } from './data.ts'
import { ResourceTabs } from './resource-tabs.tsx'

const EditResourceDialog = lazy(() => import('./edit-resource-dialog.tsx'))

/** Management of resources. */
export function Component() {
  const [adding, setAdding] = useKeptOpen<true>('resources', () => 'resource')
  useOpenedByAddress('resource', 'resources', () => setAdding(true))
  const [edited, setEdited] = useState<Resource | null>(null)
  const [doomed, setDoomed] = useState<Resource | null>(null)
  return (
    <>
      <PageHeader title={m.resourcesManagement()} lang={m.resourcesManagement.lang} subtitle={m.managementLead()}>
        <WithRight right="resources" explained>
          <Button
            lang={m.addResource.lang}
            leftSection={<IconPlus size={18} aria-hidden="true" />}
            onClick={() => setAdding(true)}
          >
            {m.addResource()}
          </Button>
        </WithRight>
      </PageHeader>
      <ResourceTabs
        actions={(resource) => {
          const opens = resource.fileUrl.startsWith('http')
          const Icon = opens ? IconExternalLink : IconDownload
          return (
            <>
              <Button
                component="a"
                href={resource.fileUrl}
                variant="default"
                size="sm"
                leftSection={<Icon size={16} aria-hidden="true" />}
                {...(opens ? { target: '_blank', rel: 'noopener noreferrer' } : { download: true })}
              >
                {opens ? m.openLink() : m.download()}
              </Button>
              {resource.can.edit && (
                <Button
                  variant="subtle"
                  size="sm"
                  px="xs"
                  aria-label={m.editNamed({ title: resource.title })}
                  onClick={() => setEdited(resource)}
                >
                  {m.edit()}
                </Button>
              )}
              {resource.can.delete && (
                <Button
                  variant="subtle"
                  color="gray"
                  className="quiet-danger"
                  size="sm"
                  px="xs"
                  onClick={() => setDoomed(resource)}
                >
                  {m.remove()}
                </Button>
              )}
            </>
          )
        }}
      />
      {adding && <AddResourceDialog onClose={() => setAdding(null)} />}
      <Suspense>{edited && <EditResourceDialog resource={edited} onClose={() => setEdited(null)} />}</Suspense>
      <ConfirmDialog
        opened={doomed !== null}
        title={m.deleteResource()}
        text={m.deleteText({ title: doomed?.title ?? '' })}
        action="Delete"
        danger
        onClose={() => setDoomed(null)}
        onConfirm={async () => doomed && announced(deleteResource(doomed.id), m.resourceDeleted)}
      />
    </>
  )
}
