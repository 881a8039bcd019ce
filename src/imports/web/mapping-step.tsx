import { Alert, Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { ownValue } from '#platform/domain/keys.ts'
import { quoted } from '#platform/domain/typed-amounts.ts'
import { dayText } from '#platform/web/ui/dates.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { readStatus } from '../domain/lead-values.ts'
import { m } from '../messages/messages.ts'
import type { KindHere } from './choices.ts'
import { forgetMapping } from './data.ts'
import { FieldColumns } from './field-columns.tsx'
import { FilePreview } from './file-preview.tsx'
import { OpenQuestions } from './open-questions.tsx'
import type { ReadState } from './propose-mapping.ts'
import { StepTitle } from './step-title.tsx'
import type { FileHere } from './use-file.ts'
import { ValueTables } from './value-tables.tsx'

interface MappingStepProps {
  readonly here: KindHere
  readonly file: FileHere
  readonly read: ReadState
  readonly onBack: () => void
  readonly onCheck: () => void
}

/** A row names one of these at least. */
const oneOf: Readonly<Partial<Record<KindHere['kind'], readonly string[]>>> = {
  leads: ['email', 'phone'],
  client_payments: ['leadId', 'company', 'email'],
}

/** What a file holds, what was guessed of it, and what its columns and values mean here. */
export function MappingStep({ here, file, read, onBack, onCheck }: MappingStepProps) {
  const { summary, mapping, remembered, questions } = read
  const has = (target: string) => (mapping.columns[target]?.length ?? 0) > 0 || (mapping.defaults[target] ?? '') !== ''
  const missing = here.required.filter((target) => !has(target) && !(target === 'partner' && mapping.defaults.partner))
  const ways = oneOf[here.kind]
  const unnamed = ways && !ways.some(has) ? [ways.map(here.titleOf).join(' / ')] : []
  const lacking = [...unnamed, ...missing.map(here.titleOf)]
  const mapped = new Set(Object.values(mapping.columns).flat())
  const ignored = summary.titles.flatMap((title, column) =>
    mapped.has(column) ? [] : [title || m.columnNumber({ number: column + 1 })],
  )
  const unknown = (read.values.status ?? []).flatMap(({ value }) =>
    ownValue(mapping.values.status ?? {}, value) === undefined && readStatus(value, here.stages) === null ? [quoted(value)] : [],
  )
  const isOpen = Boolean(questions.days && !mapping.days) || Boolean(questions.decimals && !mapping.decimals)
  const forget = async () => {
    await forgetMapping(here.kind, summary.titlesHash)
    file.forget()
  }
  return (
    <Stack>
      <StepTitle>{m.rowsOf({ rows: summary.rowCount, name: read.fileName })}</StepTitle>
      {summary.tool && <Text>{m.recognisedAs({ tool: summary.tool })}</Text>}
      {remembered && (
        <Group gap="xs">
          <Text>{m.mappedAsOn({ day: dayText(remembered.savedAt.slice(0, 10)), name: remembered.savedBy })}</Text>
          <Anchor component="button" type="button" onClick={() => void forget()}>
            {m.forgetMapping()}
          </Anchor>
        </Group>
      )}
      <FilePreview read={read} onChoose={file.readAgain} />
      <Title order={2} fz="h4">
        {m.columnsTitle()}
      </Title>
      <FieldColumns here={here} read={read} onChange={file.change} />
      {ignored.length > 0 && <SoftText>{m.columnsIgnored({ columns: ignored.join(', ') })}</SoftText>}
      <OpenQuestions questions={questions} mapping={mapping} onChange={file.change} />
      <ValueTables here={here} read={read} onChange={file.change} />
      {unknown.length > 0 && (
        <Alert color="yellow" role="status">
          {m.valuesUnknown({ values: unknown.join(', ') })}
        </Alert>
      )}
      {lacking.length > 0 && (
        <Alert color="yellow" role="status">
          {m.columnsMissing({ fields: lacking.join(', ') })}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          {m.back()}
        </Button>
        <Button disabled={lacking.length > 0 || isOpen} onClick={onCheck}>
          {m.check()}
        </Button>
      </Group>
    </Stack>
  )
}
