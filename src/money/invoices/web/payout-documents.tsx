import { Group, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { dayText } from '#platform/web/ui/dates.ts'
import { MoneyLines } from '#platform/web/ui/money-lines.tsx'
import { ErrorState } from '#platform/web/ui/page/states.tsx'
import { documentKindLabels, documentStateLabels } from '../domain/payout-documents.ts'
import { m } from '../messages/messages.ts'
import { payoutDocumentsQuery } from './data.ts'
import { DocumentLinks } from './document-links.tsx'
import { handoverNotes } from './handover-text.ts'
import { signedCents } from './signed-cents.ts'

/** What was issued with a payout; nothing if nothing was, as for partners who invoice themselves. */
export function PayoutDocuments({ payoutId }: { readonly payoutId: string }) {
  const documents = useQuery(payoutDocumentsQuery(payoutId))
  if (!documents.data) {
    return documents.error && <ErrorState error={documents.error} onRetry={() => void documents.refetch()} />
  }
  const { items } = documents.data
  if (items.length === 0) return null
  return (
    <section aria-label={m.documents()}>
      <Title order={3} fz={16}>
        {m.documents()}
      </Title>
      <MoneyLines
        label={m.documentsOfPayout()}
        lines={items.map((document) => {
          const { id, kind, number, issuedOn, corrects, state, totalCents } = document
          const note = [
            m.kindOfDay({ kind: documentKindLabels[kind], day: dayText(issuedOn) }),
            ...(corrects ? [m.correctsNumber({ number: corrects })] : []),
            documentStateLabels[state].toLowerCase(),
            ...handoverNotes(document).map((note) => note[0]?.toLowerCase() + note.slice(1)),
          ]
          return {
            key: id,
            name: number,
            note: note.join(', '),
            amountCents: signedCents(kind, totalCents),
            action: (
              <Group gap={6} wrap="nowrap">
                <DocumentLinks document={document} />
              </Group>
            ),
          }
        })}
      />
    </section>
  )
}
