import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ColumnMapping } from '#platform/domain/file-columns.ts'
import { invitationColumns, type InvitationField, maxInvitationRows, requiredInvitationFields } from '../domain.ts'
import { download, type ImportFile, writeCsv } from '#platform/web/app/import-file.ts'
import { useImportSteps } from '#platform/web/app/import-steps.ts'
import { ImportWizard, importWords } from '#platform/web/app/import-wizard.tsx'
import { useRight } from '#platform/web/app/rights.ts'
import { templatesQuery } from '#contracts/templates/web/data.ts'
import { ColumnChoices } from '#platform/web/ui/column-choices.tsx'
import { InvitationsReview, outcomeLabels, type ReviewRow } from './invitations-review.tsx'
import { checkInvitations, sendInvitations } from './send-invitations.ts'

const rowsText = `Up to ${maxInvitationRows} rows`
const words = {
  ...importWords,
  title: 'Invite partners from a file',
  fileHint: `${rowsText}, separated by semicolons, commas or tabs; as Excel saves it. Three full files an hour.`,
  modelName: 'partners-model.csv',
}
const faults = {
  too_large: 'This file is larger than 5 MB.',
  too_many_rows: `This file has more than ${maxInvitationRows} rows: split it into several.`,
  workbook: 'This is a workbook: save it as CSV in Excel.',
  empty: 'This file names no partners: it needs a line of titles and at least one row.',
} as const

const titles = invitationColumns.fields.map(invitationColumns.titleOf)

/** The dry run: what each row would do. */
async function reviewRows(content: ImportFile, mapping: ColumnMapping<InvitationField>): Promise<ReviewRow[]> {
  const cells = content.rows.map((row) => invitationColumns.cellsOf(row.cells, mapping))
  return (await checkInvitations(cells)).map(({ index, outcome, messages }) => ({
    id: String(index),
    number: content.rows[index]?.number ?? 0,
    cells: cells[index] ?? invitationColumns.cellsOf([], mapping),
    outcome,
    reasons: messages.map(({ message }) => message),
  }))
}

/** Downloads the rows that were not invited, with the reasons. */
function saveRest(rows: readonly ReviewRow[]): void {
  const rest = rows.filter(({ outcome }) => outcome === 'ready' || outcome === 'refused')
  const lines = rest.map(({ cells, outcome, reasons, number }) => [
    ...invitationColumns.fields.map((field) => cells[field]),
    String(number),
    reasons.join(' ; ') || outcomeLabels[outcome],
  ])
  download('invitations-left.csv', writeCsv([[...titles, 'Row', 'Reason'], ...lines]))
}

/** Invites partners from a CSV file. Mounted only while it is open. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
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

  const steps = useImportSteps({
    titlesIn: invitationColumns.count,
    maxRows: maxInvitationRows,
    faults,
    onTitles: (fileTitles) => setMapping(invitationColumns.map(fileTitles)),
    check: async (content) => setRows(await reviewRows(content, mapping)),
  })
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
          onSent: (answers) => {
            const byId = new Map(answers.map((answer) => [ready[answer.index]?.id, answer]))
            setRows((before) =>
              before.map((row) => {
                const answer = byId.get(row.id)
                if (!answer) return row
                const reasons = answer.messages.map(({ message }) => message)
                const unassigned = answer.contractProblem ? [`Contract not assigned: ${answer.contractProblem}`] : []
                return { ...row, outcome: answer.outcome, reasons: [...reasons, ...unassigned] }
              }),
            )
            setProgress((before) => before && { ...before, done: before.done + answers.length })
          },
        },
      )
    } catch (error) {
      failure = (error as Error).message
    }
    setProgress((before) => before && { ...before, isGoing: false, failure })
  }
  return (
    <ImportWizard
      steps={steps}
      words={words}
      titles={titles}
      sending={progress && (progress.isGoing ? 'going' : 'over')}
      mayLeave
      mapping={(content) => (
        <ColumnChoices
          file={content}
          fileName={steps.file?.name ?? ''}
          columns={invitationColumns}
          required={requiredInvitationFields}
          mapping={mapping}
          onChange={setMapping}
          wishedFields={requiredInvitationFields.filter((field) => mapping[field] === null).map(invitationColumns.titleOf)}
          onBack={steps.another}
          onCheck={steps.check}
        >
          <UsualTemplate value={templateId} onChange={setTemplateId} />
        </ColumnChoices>
      )}
      review={() => (
        <InvitationsReview
          rows={rows}
          progress={progress}
          onBack={() => steps.goTo('mapping')}
          onSend={() => void send()}
          onStop={() => {
            isStopped.current = true
          }}
          onDownload={() => saveRest(rows)}
          onClose={onClose}
        />
      )}
      onClose={onClose}
    />
  )
}

interface UsualTemplateProps {
  readonly value: string
  readonly onChange: (templateId: string) => void
}

/** The contract of rows that name no template. */
function UsualTemplate({ value, onChange }: UsualTemplateProps) {
  const mayAssign = useRight('contracts')
  const { data } = useQuery({ ...templatesQuery, enabled: mayAssign })
  const templates = data?.templates.filter(({ kind }) => kind === 'main') ?? []
  if (!mayAssign) return null
  return (
    <NativeSelect
      label="Contract for rows that name no template"
      data={[{ value: '', label: '— none —' }, ...templates.map(({ id, name }) => ({ value: id, label: name }))]}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
