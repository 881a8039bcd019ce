import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { IconX } from '#platform/web/ui/icons.ts'
import { savedViewForm } from '../api.ts'
import { m } from '../messages/messages.ts'
import { deleteSavedView, savedViewsQuery, saveView } from './data.ts'

interface SavedViewsProps {
  readonly onClose: () => void
}

/** The views that the person has saved of this page, and a name to save the present one under. */
export default function SavedViews({ onClose }: SavedViewsProps) {
  const { pathname, search } = useLocation()
  const { data } = useQuery(savedViewsQuery)
  const field = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const views = data?.views.filter((view) => view.page === pathname) ?? []
  const { busy, run: save } = useAction(async () => {
    const form = savedViewForm.safeParse({ page: pathname, name, query: search.slice(1) })
    if (!form.success) return setError(form.error.issues[0]?.message)
    await saveView(form.data)
    setName('')
    // The button that was pressed is not to be pressed meanwhile, or is gone: without the focus no key would close the view.
    field.current?.focus()
  })
  const { busy: isDeleting, run: remove } = useAction(async (id: string) => {
    await deleteSavedView(id)
    field.current?.focus()
  })
  return (
    <Stack gap={6} component="section" aria-label={m.savedViews()}>
      {views.length > 0 && (
        <>
          <Text fz="xs" c="var(--ink-soft)">
            {m.savedViews()}
          </Text>
          {views.map((view) => (
            <Group key={view.id} gap={4} wrap="nowrap" justify="space-between">
              <Link
                className="name-link clamp"
                to={`${view.page}${view.query && `?${view.query}`}`}
                title={view.name}
                onClick={onClose}
              >
                {view.name}
              </Link>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={m.deleteView({ name: view.name })}
                disabled={isDeleting}
                onClick={() => remove(view.id)}
              >
                <IconX size={14} aria-hidden="true" />
              </ActionIcon>
            </Group>
          ))}
        </>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <Group gap={6} wrap="nowrap" align="flex-start">
          <TextInput
            ref={field}
            aria-label={m.nameOfView()}
            placeholder={m.nameOfView()}
            flex={1}
            value={name}
            error={error}
            onChange={(event) => {
              setName(event.currentTarget.value)
              setError(undefined)
            }}
          />
          <Button type="submit" variant="default" loading={busy}>
            {m.save()}
          </Button>
        </Group>
      </form>
    </Stack>
  )
}
