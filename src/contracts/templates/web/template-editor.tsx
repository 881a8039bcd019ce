import { Alert, Button, Group, NativeSelect, Tabs, Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useRight } from '#access/web/rights.ts'
import { type ContractType, contractTypeLabels } from '#contracts/contracts/domain/contracts.ts'
import { writtenLanguageNamed, writtenLanguages } from '#platform/domain/languages.ts'
import { NameField } from '#platform/web/app/forms/name-field.tsx'
import { IconArrowLeft, IconSend } from '#platform/web/ui/icons.ts'
import { languageNames } from '#platform/web/ui/language-options.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { TemplateDetail, WrittenBody } from '../api.ts'
import { m } from '../messages/messages.ts'
import { AssignTemplateDialog } from './assign-template-dialog.tsx'
import { PreviewPane } from './preview-pane.tsx'
import { OlderNote, ReviewNote } from './review-note.tsx'
import { type TemplateForm, useTemplateForm } from './template-form.ts'
import classes from './templates.module.css'
import { TextEditor } from './text-editor.tsx'
import { VersionList } from './version-list.tsx'

interface TemplateEditorProps {
  /** The template to edit; null for a new one. */
  readonly detail: TemplateDetail | null
  readonly onBack: () => void
  /** Discards local changes and reloads the saved version. */
  readonly onReload: () => void
  readonly onDirty: (dirty: boolean) => void
  readonly onSaved: (template: TemplateDetail) => void
}

interface ChangedMeanwhileProps {
  readonly form: TemplateForm
  readonly onReload: () => void
}

/** Somebody else has saved a newer version: which one shall it be? */
function ChangedMeanwhile({ form, onReload }: ChangedMeanwhileProps) {
  if (form.conflict === null) return null
  return (
    <Alert
      color="yellow"
      role="alert"
      title={m.savedByOther({ conflict: form.conflict })}
      classNames={{ title: classes.alertTitle ?? '' }}
    >
      <Text fz="sm" mb="sm">
        {m.savedByOtherText()}
      </Text>
      <Group gap="sm">
        <Button size="compact-sm" variant="default" onClick={() => form.saveOver()}>
          {m.saveMine()}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onReload}>
          {m.takeTheirs()}
        </Button>
      </Group>
    </Alert>
  )
}

interface SideProps {
  readonly detail: TemplateDetail | null
  readonly form: TemplateForm
  readonly onRestore: (version: { title: string; body: WrittenBody }) => void
}

/** The side of the editor shows a preview of the text and its earlier versions. */
function Side({ detail, form, onRestore }: SideProps) {
  const { values, dirty } = form
  return (
    <Tabs defaultValue="preview" className={classes.side ?? ''} keepMounted={false}>
      <Tabs.List mb="sm">
        <Tabs.Tab value="preview">{m.preview()}</Tabs.Tab>
        {detail && <Tabs.Tab value="versions">{m.versionCount({ count: detail.versions.length })}</Tabs.Tab>}
      </Tabs.List>
      <Tabs.Panel value="preview">
        <PreviewPane kind={values.kind} language={values.language} title={values.title} body={values.body} />
      </Tabs.Panel>
      {detail && (
        <Tabs.Panel value="versions">
          <VersionList versions={detail.versions} current={form.basedOn} dirty={dirty} onRestore={onRestore} />
        </Tabs.Panel>
      )}
    </Tabs>
  )
}

/** What staff call the template, in which language its words are, and what its contracts are called. */
function Names({ form }: { form: TemplateForm }) {
  const { values } = form
  return (
    <>
      <NameField
        label={m.name()}
        description={m.nameHint()}
        required
        field={{ name: 'name', onChange: (event) => form.set({ name: event.currentTarget.value }) }}
        base={values.name}
        names={values.names ?? {}}
        onChange={(names) => form.set({ names })}
      />
      <NativeSelect
        label={m.templateLanguage()}
        description={m.contractLanguageHint()}
        data={writtenLanguages.map((value) => ({ value, label: languageNames[value] }))}
        value={values.language}
        onChange={(event) => form.set({ language: writtenLanguageNamed(event.currentTarget.value) })}
      />
      <TextInput
        label={m.heading()}
        description={m.titleHint()}
        required
        value={values.title}
        onChange={(event) => form.set({ title: event.currentTarget.value })}
      />
    </>
  )
}

/** Template editor with PDF preview. */
export default function TemplateEditor({ detail, onBack, onReload, onDirty, onSaved }: TemplateEditorProps) {
  const form = useTemplateForm(detail, onSaved)
  const { values, dirty } = form
  const mayAssign = useRight('contracts')
  const [assigning, setAssigning] = useState(false)
  /** Restores the text of an earlier version; remounts the editor. */
  const [restored, setRestored] = useState<{ readonly body: WrittenBody; readonly times: number } | null>(null)
  useEffect(() => onDirty(dirty), [dirty, onDirty])
  const restore = (version: { title: string; body: WrittenBody }) => {
    form.set(version)
    setRestored({ body: version.body, times: (restored?.times ?? 0) + 1 })
  }
  return (
    <div className={classes.split}>
      <form
        noValidate
        className={classes.write}
        onSubmit={(event) => {
          event.preventDefault()
          form.save()
        }}
      >
        <Group justify="space-between" gap="sm">
          <Button variant="subtle" leftSection={<IconArrowLeft size={16} aria-hidden="true" />} onClick={onBack}>
            {m.allTemplates()}
          </Button>
          <Group gap="sm">
            {detail && mayAssign && (
              <Button
                variant="default"
                disabled={dirty}
                leftSection={<IconSend size={16} aria-hidden="true" />}
                onClick={() => setAssigning(true)}
              >
                {m.assign()}
              </Button>
            )}
            <Button type="submit" loading={form.busy} disabled={!dirty}>
              {m.save()}
            </Button>
          </Group>
        </Group>
        <ChangedMeanwhile form={form} onReload={onReload} />
        {(detail ? detail.toReview : values.toReview) && <ReviewNote templateId={detail?.id ?? null} />}
        {detail?.olderThanRules && <OlderNote />}
        {form.error && (
          <Alert color="red" role="alert">
            {form.error}
          </Alert>
        )}
        {detail ? (
          <SoftText>
            {dirty
              ? m.unsavedVersion({ kind: contractTypeLabels[values.kind], version: form.basedOn })
              : m.kindAndVersion({ kind: contractTypeLabels[values.kind], version: form.basedOn })}
          </SoftText>
        ) : (
          <TemplateBeginning form={form} />
        )}
        <Names form={form} />
        <TextEditor
          key={`${values.kind} ${values.toReview} ${restored?.times ?? 0}`}
          kind={values.kind}
          initial={values.body}
          onChange={(body) => form.set({ body })}
        />
      </form>
      <Side detail={detail} form={form} onRestore={restore} />
      {assigning && detail && <AssignTemplateDialog template={detail} onClose={() => setAssigning(false)} />}
    </div>
  )
}

const kinds = [
  { value: 'main', label: m.mainContract() },
  { value: 'amendment', label: m.amendment() },
  { value: 'mandate', label: m.mandate() },
]
const beginnings = [
  { value: 'empty', label: m.empty() },
  { value: 'shipped', label: m.frenchContract() },
]

/** What a new template is, and which text it begins with. */
function TemplateBeginning({ form }: { form: TemplateForm }) {
  const { values } = form
  return (
    <>
      <NativeSelect
        label={m.kind()}
        data={kinds}
        value={values.kind}
        onChange={(event) => form.setKind(event.currentTarget.value as ContractType)}
      />
      {values.kind === 'main' && (
        <NativeSelect
          label={m.beginWith()}
          description={form.hasOwnText ? m.ownTextStays() : undefined}
          data={beginnings}
          disabled={form.hasOwnText}
          value={values.toReview ? 'shipped' : 'empty'}
          onChange={(event) => form.beginWith(event.currentTarget.value === 'shipped')}
        />
      )}
    </>
  )
}
