import { Anchor, Stack } from '@mantine/core'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { leadsPath, pagePaths } from '#access/domain/page-paths.ts'
import { missingRightMessage } from '#access/domain/staff-rights.ts'
import { mayDo } from '#access/web/rights.ts'
import { useRecordInAddress } from '#platform/web/app/record-in-address.ts'
import { useMe } from '#platform/web/app/session/session.ts'
import { PageHeader } from '#platform/web/ui/page/page-header.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { type ImportKind, importKinds } from '../domain/kinds.ts'
import { m } from '../messages/messages.ts'
import { useKindHere } from './choices.ts'
import { EarlierImports } from './earlier-imports.tsx'
import { FileField } from './file-field.tsx'
import { MappingStep } from './mapping-step.tsx'
import { RunStep } from './run-step.tsx'
import { StagingStep } from './staging-step.tsx'
import { useFile } from './use-file.ts'

const titles: Readonly<Record<ImportKind, () => string>> = {
  leads: m.importLeads,
  partners: m.importPartners,
  client_payments: m.importClientPayments,
}
const rightOf = { leads: 'leads', partners: 'partners', client_payments: 'money' } as const
const backTo = { partners: pagePaths.partners, client_payments: pagePaths.clientPayments } as const

/** Brings a file in: reads it, asks what its columns mean, checks its rows and applies them; and what was brought before. */
export function Component() {
  const me = useMe()
  const isStaff = me.role === 'admin'
  const [params] = useSearchParams()
  const allowed = importKinds.filter((kind) => (isStaff ? mayDo(me, rightOf[kind]) : kind === 'leads'))
  const asked = importKinds.find((kind) => kind === params.get('kind')) ?? allowed[0] ?? 'leads'
  const kind = allowed.includes(asked) ? asked : allowed[0]
  if (kind) return <ImportOf key={kind} kind={kind} isStaff={isStaff} />
  return (
    <>
      <PageHeader title={titles[asked]()} />
      <SoftText>{missingRightMessage(rightOf[asked])}</SoftText>
    </>
  )
}

function ImportOf({ kind, isStaff }: { readonly kind: ImportKind; readonly isStaff: boolean }) {
  const me = useMe()
  const here = useKindHere(kind, isStaff)
  const file = useFile(here, me.email)
  const record = useRecordInAddress('import')
  /** The file is being checked: an import of its own, or one that was interrupted and goes on. */
  const [staging, setStaging] = useState<{ readonly id: string | null; readonly lastStaged: number } | null>(null)
  const leave = () => {
    file.close()
    setStaging(null)
    record.close()
  }
  const list = kind === 'leads' ? leadsPath(isStaff ? 'admin' : 'partner') : backTo[kind]
  return (
    <>
      <PageHeader title={titles[kind]()} subtitle={m.importLead()}>
        <Anchor component={Link} to={list} fz="sm">
          {m.backToList()}
        </Anchor>
      </PageHeader>
      {record.id && !staging ? (
        <RunStep
          id={record.id}
          here={here}
          file={file}
          onGoOn={(lastStaged) => setStaging({ id: record.id, lastStaged })}
          onAnother={leave}
        />
      ) : file.read && staging ? (
        <StagingStep
          here={here}
          file={file.read}
          reader={file.reader}
          {...staging}
          onBack={() => setStaging(null)}
          onStaged={(id) => {
            record.open(id)
            setStaging(null)
          }}
        />
      ) : file.read ? (
        <MappingStep
          here={here}
          file={file}
          read={file.read}
          onBack={file.close}
          onCheck={() => setStaging({ id: null, lastStaged: 0 })}
        />
      ) : (
        <Stack gap="xl">
          <FileField file={file} />
          <EarlierImports kind={kind} onOpen={record.open} />
        </Stack>
      )}
    </>
  )
}
