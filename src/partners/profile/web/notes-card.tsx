import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useRight } from '#access/web/rights.ts'
import { nameOf } from '#accounts/people/domain.ts'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { announced, toastFailure } from '#platform/web/app/toasts/toasts.ts'
import { longDate } from '#platform/web/ui/dates.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { FactCard } from '#platform/web/ui/page/fact-card.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { MoreButton } from '#platform/web/ui/tables/more-button.tsx'
import { type PartnerNote, partnerNoteForm } from '../api/profile.ts'
import { m } from '../messages/messages.ts'
import { addNote, deleteNote, editNote, notesQuery } from './data.ts'
import classes from './partner-page.module.css'

/** Notes of the staff. `isOver`: the partner was deleted, and with them what was written. */
export function NotesCard({ partnerId, isOver }: { partnerId: string; isOver: boolean }) {
  const query = useInfiniteQuery(notesQuery(partnerId))
  const mayWrite = useRight('partners')
  const [editing, setEditing] = useState<string | null>(null)
  const [removed, setRemoved] = useState<PartnerNote | null>(null)
  return (
    <FactCard title={m.notes()}>
      <p className={classes.soft}>{m.notesHint()}</p>
      {!isOver && mayWrite && (
        <NoteForm
          key={partnerId}
          draft={`note ${partnerId}`}
          initial=""
          action={m.addNote()}
          onSave={(body) => announced(addNote(partnerId, { body }), m.noteAdded(), m.staffReadIt())}
        />
      )}
      <QueryBoundary query={query} rows={2}>
        {({ pages }) => {
          const notes = pages.flatMap(({ items }) => items)
          if (notes.length === 0) return <p className={classes.soft}>{m.noNote()}</p>
          return (
            <ul className={classes.notes} aria-label={m.notes()}>
              {notes.map((note) => (
                <li key={note.id}>
                  <div className={classes.noteHead}>
                    <Text fz="sm" fw={600}>
                      {nameOf(note.author)}
                    </Text>
                    <SoftText component="time" dateTime={note.createdAt} fz="xs">
                      {note.editedAt
                        ? m.writtenAndEdited({ written: longDate(note.createdAt), edited: longDate(note.editedAt) })
                        : longDate(note.createdAt)}
                    </SoftText>
                  </div>
                  {editing === note.id ? (
                    <NoteForm
                      draft={`note ${note.id}`}
                      initial={note.body}
                      action={m.saveNote()}
                      onCancel={() => setEditing(null)}
                      onSave={async (body) => {
                        await announced(editNote(partnerId, note.id, { body }), m.noteSaved(), m.noteSaysEdited())
                        setEditing(null)
                      }}
                    />
                  ) : (
                    <p className={classes.noteBody}>{note.body}</p>
                  )}
                  {note.mine && mayWrite && editing !== note.id && (
                    <Group gap={4} mt={4}>
                      <Button size="compact-xs" variant="subtle" onClick={() => setEditing(note.id)}>
                        {m.edit()}
                      </Button>
                      <Button size="compact-xs" variant="subtle" c="var(--danger-ink)" onClick={() => setRemoved(note)}>
                        {m.remove()}
                      </Button>
                    </Group>
                  )}
                </li>
              ))}
            </ul>
          )
        }}
      </QueryBoundary>
      <MoreButton query={query} />
      <ConfirmDialog
        opened={removed !== null}
        title={m.deleteNote()}
        text={m.deleteNoteText()}
        action={m.remove()}
        danger
        onClose={() => setRemoved(null)}
        onConfirm={async () => {
          if (removed) await announced(deleteNote(partnerId, removed.id), m.noteDeleted(), m.noteGone())
        }}
      />
    </FactCard>
  )
}

interface NoteFormProps {
  readonly draft: string
  readonly initial: string
  readonly action: string
  readonly onSave: (body: string) => Promise<unknown>
  readonly onCancel?: () => void
}

function NoteForm({ draft, initial, action, onSave, onCancel }: NoteFormProps) {
  const form = useDraftForm({
    shape: partnerNoteForm,
    initial: { body: initial },
    toRequestBody: (values) => values,
    draft,
    errorTitle: m.missingFields(),
    send: async ({ body }) => {
      await onSave(body)
      form.reset()
    },
    onFailure: (error) => toastFailure(m.error(), error),
  })
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap={8} mt={8}>
        <Textarea aria-label={action} autosize minRows={2} maxRows={12} {...form.text('body')} />
        <Group gap={8} justify="flex-end">
          {onCancel && (
            <Button size="compact-sm" variant="default" onClick={form.handleDiscard(onCancel)}>
              {m.cancel()}
            </Button>
          )}
          <Button size="compact-sm" type="submit" variant="default" loading={form.busy}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
