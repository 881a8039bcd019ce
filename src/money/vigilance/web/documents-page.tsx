import { Alert, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PaymentTabs } from '#money/bank-details/web/payment-tabs.tsx'
import { IconPlus } from '#platform/web/ui/icons.ts'
import { PageHeader } from '#platform/web/ui/page/page-header.tsx'
import { EmptyState, QueryBoundary } from '#platform/web/ui/page/states.tsx'
import type { VigilanceDocument } from '../api.ts'
import { m } from '../messages/messages.ts'
import { ownDocumentsQuery } from './data.ts'
import { DocumentList } from './document-list.tsx'
import { UploadDialog } from './upload-dialog.tsx'

/** The partner's documents that the provider has to have. */
export function Component() {
  const query = useQuery(ownDocumentsQuery)
  const [dialog, setDialog] = useState<VigilanceDocument | 'new' | null>(null)
  return (
    <>
      <PageHeader title={m.documents()} subtitle={m.documentsLead()}>
        <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={() => setDialog('new')}>
          {m.addDocument()}
        </Button>
      </PageHeader>
      <PaymentTabs />
      <QueryBoundary query={query}>
        {({ documents, blocks }) => (
          <>
            {blocks.length > 0 && (
              <Alert color="yellow" role="status" mb="md">
                {blocks.map((each) => (
                  <Text key={each} fz="sm">
                    {each}
                  </Text>
                ))}
              </Alert>
            )}
            {documents.length === 0 ? (
              <EmptyState title={m.noDocumentsYet()} text={m.noDocumentsText()} />
            ) : (
              <section className="surface" aria-label={m.documents()} style={{ padding: '4px 16px', maxWidth: 720 }}>
                <DocumentList documents={documents} onUpload={setDialog} />
              </section>
            )}
          </>
        )}
      </QueryBoundary>
      {dialog && <UploadDialog request={dialog === 'new' ? null : dialog} onClose={() => setDialog(null)} />}
    </>
  )
}
