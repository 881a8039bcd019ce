import '@mantine/tiptap/styles.css'
import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Loaded } from '../ui/states.tsx'
import { templateQuery } from './data.ts'
import { TemplateEditor } from './template-editor.tsx'
import { TemplateList } from './template-list.tsx'

type View =
  | { readonly is: 'list' }
  | { readonly is: 'new' }
  | { readonly is: 'edit'; readonly id: string; readonly round: number }

interface OneProps {
  readonly id: string
  readonly onBack: () => void
  readonly onReload: () => void
  readonly onDirty: (dirty: boolean) => void
}

function EditOne({ id, onReload, ...rest }: OneProps) {
  const detail = useQuery(templateQuery(id))
  return (
    <Loaded query={detail}>
      {(found) => (
        <TemplateEditor
          detail={found}
          onSaved={() => undefined}
          onReload={() => void detail.refetch().then(onReload)}
          {...rest}
        />
      )}
    </Loaded>
  )
}

/** The templates, over the whole screen: a text and its preview side by side need the room. It is mounted while it is open. */
export default function TemplatesDrawer({ onClose }: { onClose: () => void }) {
  const [view, setView] = useState<View>({ is: 'list' })
  const [dirty, setDirty] = useState(false)
  const [leaving, setLeaving] = useState<(() => void) | null>(null)
  const onDirty = useCallback((now: boolean) => setDirty(now), [])
  const show = (next: View) => {
    setDirty(false)
    setView(next)
  }
  const leave = (then: () => void) => (dirty ? setLeaving(() => then) : then())
  const back = () => leave(() => show({ is: 'list' }))
  return (
    <>
      <Modal
        opened
        fullScreen
        onClose={() => leave(onClose)}
        closeOnEscape={leaving === null}
        title="Contract templates"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {view.is === 'list' && (
          <TemplateList onNew={() => show({ is: 'new' })} onEdit={(id) => show({ is: 'edit', id, round: 0 })} />
        )}
        {view.is === 'new' && (
          <TemplateEditor
            detail={null}
            onBack={back}
            onReload={() => undefined}
            onDirty={onDirty}
            onSaved={({ id }) => show({ is: 'edit', id, round: 0 })}
          />
        )}
        {view.is === 'edit' && (
          <EditOne
            key={`${view.id} ${view.round}`}
            id={view.id}
            onBack={back}
            onReload={() => show({ ...view, round: view.round + 1 })}
            onDirty={onDirty}
          />
        )}
      </Modal>
      <ConfirmDialog
        opened={leaving !== null}
        title="Leave without saving?"
        text="What you wrote since the last version is lost."
        action="Leave"
        cancel="Keep writing"
        danger
        onClose={() => setLeaving(null)}
        onConfirm={async () => leaving?.()}
      />
    </>
  )
}
