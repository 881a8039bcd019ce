import { Anchor, Loader, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import type { CheckedClientPayment } from '../../api/client-payment-import.ts'
import { clientPaymentImportRoutes, maxClientPaymentRows } from '../../api/client-payment-import.ts'
import type { ClientPaymentMapping } from '../../domain/client-payment-file.ts'
import { clientPaymentColumns } from '../../domain/client-payment-file.ts'
import { call } from '#platform/web/app/api.ts'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts.ts'
import type { LeadFile } from '#leads/import/web/import-file.ts'
import { download, maxFileBytes, readLeadFile, writeCsv } from '#leads/import/web/import-file.ts'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Dropzone } from '#platform/web/ui/dropzone.tsx'
import { readAgain } from '../data.ts'
import { PaymentsMapping } from './payments-mapping.tsx'
import { PaymentsReview } from './payments-review.tsx'

const problems = {
  too_large: 'This file is larger than 5 MB.',
  too_many_rows: `This file has more than ${maxClientPaymentRows} rows: split it into several.`,
  workbook: 'This is a workbook: save it as CSV in Excel.',
  empty: 'This file holds no payments: it needs a line of titles and at least one row.',
} as const

type Step = 'file' | 'mapping' | 'checking' | 'review'

/** Records client payments from a CSV file: choose, map columns, dry run, record. Mounted only while it is open. */
export default function PaymentsImportDialog({ onClose }: { onClose: () => void }) {
  const [step, setStep] = useState<Step>('file')
  const [file, setFile] = useState<File | null>(null)
  const [content, setContent] = useState<LeadFile | null>(null)
  const [fault, setFault] = useState<string>()
  const [mapping, setMapping] = useState<ClientPaymentMapping>(() => clientPaymentColumns.map([]))
  const [checked, setChecked] = useState<readonly CheckedClientPayment[]>([])
  const isPhone = useMediaQuery('(max-width: 48em)') ?? false

  const takeFile = async (given: File | null) => {
    setFile(given)
    setFault(undefined)
    if (!given) return
    const bytes = given.size > maxFileBytes ? null : new Uint8Array(await given.arrayBuffer())
    const read = bytes ? readLeadFile(bytes, clientPaymentColumns.count) : { fault: 'too_large' as const }
    const problem = 'fault' in read ? read.fault : read.file.rows.length > maxClientPaymentRows ? 'too_many_rows' : null
    if (problem) setFault(problems[problem])
    if (problem || 'fault' in read) return
    setContent(read.file)
    setMapping(clientPaymentColumns.map(read.file.titles))
    setStep('mapping')
  }
  const bodyOf = ({ rows }: LeadFile) => ({ rows: rows.map(({ cells }) => clientPaymentColumns.cellsOf(cells, mapping)) })
  const check = async () => {
    if (!content) return
    setStep('checking')
    try {
      setChecked((await call(clientPaymentImportRoutes.checkClientPayments, { body: bodyOf(content) })).rows)
      setStep('review')
    } catch (error) {
      toastFailure('Error', error)
      setStep('mapping')
    }
  }
  const record = async (wanted: { all: boolean; seenAboveCents: number }) => {
    if (!content) return
    try {
      const { rows } = await call(clientPaymentImportRoutes.importClientPayments, { body: { ...bodyOf(content), ...wanted } })
      const recorded = rows.filter(({ outcome }) => outcome === 'recorded').length
      const left = rows.filter(({ outcome }) => outcome === 'refused').length
      toastSuccess(
        recorded === 1 ? '1 payment recorded' : `${recorded} payments recorded`,
        left > 0 ? `${left} rows were left out` : undefined,
      )
      onClose()
    } catch (error) {
      toastFailure('Error', error)
    } finally {
      await readAgain()
    }
  }
  return (
    <Dialog lang="en" onClose={onClose} filled={step !== 'file'} size={960} fullScreen={isPhone} title="Import client payments">
      {step === 'file' && (
        <Stack>
          <Dropzone
            label="CSV file"
            hint={`Up to ${maxClientPaymentRows} rows, separated by semicolons, commas or tabs; as Excel saves it.`}
            accept=".csv,.txt,.tsv,text/csv"
            file={file}
            onFile={(given) => void takeFile(given)}
            error={fault}
            progress={null}
          />
          <Anchor
            component="button"
            type="button"
            ta="left"
            onClick={() =>
              download('client-payments-model.csv', writeCsv([clientPaymentColumns.fields.map(clientPaymentColumns.titleOf)]))
            }
          >
            Download an empty model
          </Anchor>
        </Stack>
      )}
      {step === 'mapping' && content && (
        <PaymentsMapping
          file={content}
          fileName={file?.name ?? ''}
          mapping={mapping}
          onChange={setMapping}
          onBack={() => {
            setFile(null)
            setStep('file')
          }}
          onCheck={() => void check()}
        />
      )}
      {step === 'checking' && <Loader aria-label="Checking rows" />}
      {step === 'review' && content && (
        <PaymentsReview file={content} checked={checked} onBack={() => setStep('mapping')} onRecord={record} />
      )}
    </Dialog>
  )
}
