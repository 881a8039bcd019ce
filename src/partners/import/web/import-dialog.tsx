import { Anchor, Loader, NativeSelect, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ColumnMapping } from '#platform/domain/file-columns.ts'
import type { InvitationField } from '../domain.ts'
import { invitationColumns, maxInvitationRows, requiredInvitationFields } from '../domain.ts'
import { useRight } from '#platform/web/app/rights.ts'
import { toastFailure } from '#platform/web/app/toasts.ts'
import type { LeadFile } from '#leads/import/web/import-file.ts'
import { download, maxFileBytes, readLeadFile, writeCsv } from '#leads/import/web/import-file.ts'
import { templatesQuery } from '#contracts/templates/web/data.ts'
import { ColumnChoices } from '#platform/web/ui/column-choices.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Dropzone } from '#platform/web/ui/dropzone.tsx'
import type { ReviewRow } from './invitations-review.tsx'
import { InvitationsReview, outcomeLabels } from './invitations-review.tsx'
import { checkInvitations, sendInvitations } from './send-invitations.ts'

const problems = {
  too_large: 'This file is larger than 5 MB.',
  too_many_rows: `This file has more than ${maxInvitationRows} rows: split it into several.`,
  workbook: 'This is a workbook: save it as CSV in Excel.',
  empty: 'This file names no partners: it needs a line of titles and at least one row.',
} as const

type Step = 'file' | 'mapping' | 'checking' | 'review'

/** Invites partners from a CSV file: choose, map columns, dry run, send, outcome. Mounted only while it is open. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const [step, setStep] = useState<Step>('file')
  const [file, setFile] = useState<File | null>(null)
  const [content, setContent] = useState<LeadFile | null>(null)
  const [fault, setFault] = useState<string>()
  const [mapping, setMapping] = useState<ColumnMapping<InvitationField>>(() => invitationColumns.map([]))
  const [templateId, setTemplateId] = useState('')
  const [rows, setRows] = useState<readonly ReviewRow[]>([])
  const [progress, setProgress] = useState<Parameters<typeof InvitationsReview>[0]['progress']>(null)
  const isStopped = useRef(false)
  useEffect(
    () => () => {
      isStopped.current = true
    },
    [],
  )
  const isPhone = useMediaQuery('(max-width: 48em)') ?? false
  const mayAssign = useRight('contracts')
  const { data } = useQuery({ ...templatesQuery, enabled: mayAssign })
  const templates = data?.templates.filter(({ kind }) => kind === 'main') ?? []

  const takeFile = async (given: File | null) => {
    setFile(given)
    setFault(undefined)
    if (!given) return
    const bytes = given.size > maxFileBytes ? null : new Uint8Array(await given.arrayBuffer())
    const read = bytes ? readLeadFile(bytes, invitationColumns.count) : { fault: 'too_large' as const }
    const problem = 'fault' in read ? read.fault : read.file.rows.length > maxInvitationRows ? 'too_many_rows' : null
    if (problem) setFault(problems[problem])
    if (problem || 'fault' in read) return
    setContent(read.file)
    setMapping(invitationColumns.map(read.file.titles))
    setStep('mapping')
  }
  const check = async () => {
    if (!content) return
    setStep('checking')
    try {
      const cells = content.rows.map((row) => invitationColumns.cellsOf(row.cells, mapping))
      const checked = await checkInvitations(cells)
      setRows(
        checked.map(({ index, outcome, messages }) => ({
          id: String(index),
          number: content.rows[index]?.number ?? 0,
          cells: cells[index] ?? invitationColumns.cellsOf([], mapping),
          outcome,
          reasons: messages.map(({ message }) => message),
        })),
      )
      setStep('review')
    } catch (error) {
      toastFailure('Error', error)
      setStep('mapping')
    }
  }
  const send = async () => {
    const ready = rows.filter(({ outcome }) => outcome === 'ready')
    isStopped.current = false
    setProgress({ done: 0, total: ready.length, isGoing: true, failure: '' })
    let failure = ''
    try {
      await sendInvitations(
        ready.map(({ cells }) => cells),
        {
          templateId: templateId || null,
          isStopped: () => isStopped.current,
          onSent: (sent) => {
            const byId = new Map(sent.map((answer) => [ready[answer.index]?.id, answer]))
            setRows((before) =>
              before.map((row) => {
                const answer = byId.get(row.id)
                if (!answer) return row
                const reasons = answer.messages.map(({ message }) => message)
                const unassigned = answer.contractProblem ? [`Contract not assigned: ${answer.contractProblem}`] : []
                return { ...row, outcome: answer.outcome, reasons: [...reasons, ...unassigned] }
              }),
            )
            setProgress((before) => before && { ...before, done: before.done + sent.length })
          },
        },
      )
    } catch (error) {
      failure = (error as Error).message
    }
    setProgress((before) => before && { ...before, isGoing: false, failure })
  }
  const saveRest = () => {
    const rest = rows.filter(({ outcome }) => outcome === 'ready' || outcome === 'refused')
    const { fields, titleOf } = invitationColumns
    const lines = rest.map(({ cells, outcome, reasons, number }) => [
      ...fields.map((field) => cells[field]),
      String(number),
      reasons.join(' ; ') || outcomeLabels[outcome],
    ])
    download('invitations-left.csv', writeCsv([[...fields.map(titleOf), 'Row', 'Reason'], ...lines]))
  }
  return (
    <Dialog
      onClose={onClose}
      filled={(step !== 'file' && !progress) || progress?.isGoing === true}
      size={960}
      fullScreen={isPhone}
      title="Invite partners from a file"
      closeOnClickOutside={!progress}
      closeOnEscape={!progress?.isGoing}
    >
      {step === 'file' && (
        <Stack>
          <Dropzone
            label="CSV file"
            hint={
              `Up to ${maxInvitationRows} rows, separated by semicolons, commas or tabs; as Excel saves it. ` +
              'Three full files an hour.'
            }
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
            onClick={() => download('partners-model.csv', writeCsv([invitationColumns.fields.map(invitationColumns.titleOf)]))}
          >
            Download an empty model
          </Anchor>
        </Stack>
      )}
      {step === 'mapping' && content && (
        <ColumnChoices
          file={content}
          fileName={file?.name ?? ''}
          columns={invitationColumns}
          required={requiredInvitationFields}
          mapping={mapping}
          onChange={setMapping}
          wanted={requiredInvitationFields.filter((field) => mapping[field] === null).map(invitationColumns.titleOf)}
          onBack={() => {
            setFile(null)
            setStep('file')
          }}
          onCheck={() => void check()}
        >
          {mayAssign && (
            <NativeSelect
              label="Contract for rows that name no template"
              data={[{ value: '', label: '— none —' }, ...templates.map(({ id, name }) => ({ value: id, label: name }))]}
              value={templateId}
              onChange={({ currentTarget: { value } }) => setTemplateId(value)}
            />
          )}
        </ColumnChoices>
      )}
      {step === 'checking' && <Loader aria-label="Checking rows" />}
      {step === 'review' && (
        <InvitationsReview
          rows={rows}
          progress={progress}
          onBack={() => setStep('mapping')}
          onSend={() => void send()}
          onStop={() => {
            isStopped.current = true
          }}
          onDownload={saveRest}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}
