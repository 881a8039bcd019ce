import { Checkbox, NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core'
import { FoldedFields } from '#platform/web/app/forms/folded-fields.tsx'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { NameField } from '#platform/web/app/forms/name-field.tsx'
import type { EditorProps } from '#platform/web/app/forms/saved-list.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { EditedStage } from '../api/stages.ts'
import { isOpenStage, lostStages, stageAsks, stageColours } from '../domain/stages.ts'
import { m } from '../messages/messages.ts'
import { asksLabels, type StageForm, useStageForm } from './stage-form.ts'
import classes from './stages.module.css'

/** A stage beside the page, and its column as it is typed: a new one needs a name and a colour, the rest is folded. */
export function StageDialog({ item: stage, items: stages, onClose }: EditorProps<EditedStage>) {
  const form = useStageForm(stage, stages, onClose)
  const isOpen = isOpenStage(form.key)
  return (
    <FormDialog
      form={form}
      title={stage ? m.editStage() : m.newStage()}
      action={m.save()}
      right="programme"
      side="right"
      size="lg"
      follows
      onClose={onClose}
    >
      <NameField
        label={m.stageName()}
        field={form.text('name')}
        base={form.values.name}
        names={form.values.names}
        onChange={(names) => form.set('names', names)}
        errors={form.errors}
      />
      <Colours form={form} />
      <FoldedFields
        summary={m.more()}
        isOpenFirst={stage !== null}
        hasError={foldedFields.some((field) => form.errors[field] !== undefined)}
      >
        <Stack>
          {stage ? <SoftText fz="sm">{m.keyOfOffer({ key: stage.key })}</SoftText> : <NewKey form={form} stages={stages} />}
          <Passage form={form} isOpen={isOpen} />
          {isOpen && <OpenRules form={form} />}
        </Stack>
      </FoldedFields>
    </FormDialog>
  )
}

const foldedFields = ['key', 'staffEnters', 'staffLeaves', 'asks', 'staleAfterDays', 'countsAsCall'] as const

/** The key of a new stage: it follows from the name, or is that of the second lost stage. */
function NewKey({ form, stages }: { readonly form: StageForm; readonly stages: readonly EditedStage[] }) {
  const [, secondLost] = lostStages
  const isLost = form.key === secondLost
  const mayBeLost = !stages.some(({ key, archivedAt }) => key === secondLost && archivedAt === null)
  return (
    <>
      {mayBeLost && (
        <Checkbox
          label={m.isLostStage()}
          description={m.isLostStageHint()}
          checked={isLost}
          onChange={({ currentTarget }) => form.set('key', currentTarget.checked ? secondLost : '')}
        />
      )}
      {!isLost && (
        <TextInput
          label={m.key()}
          description={m.keyHint()}
          placeholder={form.values.name.trim() ? form.key : ''}
          autoComplete="off"
          {...form.text('key')}
        />
      )}
    </>
  )
}

/** The colour, on the head of a column as it will be seen. */
function Colours({ form }: { readonly form: StageForm }) {
  const { name, colour } = form.values
  return (
    <fieldset className={classes.colours}>
      <legend>{m.colour()}</legend>
      {stageColours.map((each) => (
        <label key={each} className={classes.colour} style={{ background: `var(--${each}-wash)`, color: `var(--${each}-ink)` }}>
          <input
            type="radio"
            name="colour"
            value={each}
            checked={colour === each}
            onChange={() => form.set('colour', each)}
            aria-label={m.colourNamed({ colour: each })}
          />
          <span className={classes.dot} style={{ background: `var(--${each})` }} />
          {colour === each && <span className={classes.sample}>{name.trim() || m.stageName()}</span>}
        </label>
      ))}
    </fieldset>
  )
}

const sides = [
  ['partnerEnters', m.partnerEnters],
  ['partnerLeaves', m.partnerLeaves],
  ['staffEnters', m.staffEnters],
  ['staffLeaves', m.staffLeaves],
] as const

/** Who may move leads into it and out of it. */
function Passage({ form, isOpen }: { readonly form: StageForm; readonly isOpen: boolean }) {
  const error = form.errors.staffEnters ?? form.errors.staffLeaves
  return (
    <Stack gap="xs" role="group" aria-label={m.whoMoves()} data-field="staffEnters">
      <Text fz="sm" fw={500}>
        {m.whoMoves()}
      </Text>
      {sides.map(([name, label]) => (
        <Checkbox
          key={name}
          label={label()}
          checked={form.values[name]}
          onChange={({ currentTarget }) => form.set(name, currentTarget.checked)}
        />
      ))}
      {!isOpen && <SoftText fz="xs">{m.closedStageHint()}</SoftText>}
      {error && (
        <Text fz="xs" c="var(--danger-ink)" role="alert">
          {error}
        </Text>
      )}
    </Stack>
  )
}

/** What only an open stage has. */
function OpenRules({ form }: { readonly form: StageForm }) {
  const { asks, countsAsCall } = form.values
  return (
    <>
      <NativeSelect
        label={m.asks()}
        description={m.asksHint()}
        value={asks ?? ''}
        data={[{ value: '', label: m.nothing() }, ...stageAsks.map((value) => ({ value, label: asksLabels[value] }))]}
        onChange={({ currentTarget }) => form.set('asks', stageAsks.find((each) => each === currentTarget.value) ?? null)}
      />
      <TextInput
        label={m.staleAfter()}
        description={m.staleAfterHint()}
        inputMode="numeric"
        autoComplete="off"
        w={220}
        maw="100%"
        {...form.text('staleAfterDays')}
      />
      <Switch
        label={m.countsAsCall()}
        description={m.countsAsCallHint()}
        checked={countsAsCall}
        onChange={({ currentTarget }) => form.set('countsAsCall', currentTarget.checked)}
      />
    </>
  )
}
