import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useRight } from '#access/web/rights.ts'
import { templatesQuery } from '#contracts/templates/web/data.ts'
import type { ColumnMapping } from '#platform/domain/file-columns.ts'
import { useImportSteps } from '#platform/web/app/forms/import-steps.ts'
import { ImportWizard, importErrors, importHint } from '#platform/web/app/forms/import-wizard.tsx'
import { ColumnChoices } from '#platform/web/ui/fields/column-choices.tsx'
import {
  type InvitationField,
  invitationColumns,
  maxInvitationRows,
  requiredInvitationFields,
} from '../../domain/invitation-file.ts'
import { m } from '../../messages/messages.ts'
import { reviewRows, saveRest, titles } from './invitation-rows.ts'
import { useInvitationRun } from './invitation-run.ts'
import { InvitationsReview } from './invitations-review.tsx'

const words = {
  title: m.invitePartners(),
  fileHint: m.fileHint({ hint: importHint(maxInvitationRows) }),
  modelName: 'partners-model.csv',
}
const errors = importErrors(maxInvitationRows, m.fileWithoutPartners())

/** Invites partners from a CSV file. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const [mapping, setMapping] = useState<ColumnMapping<InvitationField>>(() => invitationColumns.map([]))
  const [templateId, setTemplateId] = useState('')
  const { rows, setRows, progress, send, stop } = useInvitationRun()
  const steps = useImportSteps({
    titlesIn: invitationColumns.count,
    maxRows: maxInvitationRows,
    errors,
    onTitles: (fileTitles) => setMapping(invitationColumns.map(fileTitles)),
    check: async (content) => setRows(await reviewRows(content, mapping)),
  })
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
          onSend={() => send(templateId || null)}
          onStop={stop}
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
      label={m.contractForOthers()}
      data={[{ value: '', label: m.none() }, ...templates.map(({ id, name }) => ({ value: id, label: name }))]}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
