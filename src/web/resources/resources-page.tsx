import { Button } from '@mantine/core'
import { IconDownload } from '../ui/icons.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { ResourceTabs } from './resource-tabs.tsx'

/** Resources available to the partner. */
export function Component() {
  return (
    <>
      <PageHeader title="Resources" subtitle="Documents, visuals and tools for your work" />
      <ResourceTabs
        actions={({ kind, fileUrl, title }) => (
          <Button
            component="a"
            href={fileUrl}
            variant="default"
            size="sm"
            leftSection={<IconDownload size={16} aria-hidden="true" />}
            aria-label={`Download ${title}`}
            {...(kind === 'link' ? { target: '_blank', rel: 'noopener noreferrer' } : { download: true })}
          >
            Download
          </Button>
        )}
      />
    </>
  )
}
