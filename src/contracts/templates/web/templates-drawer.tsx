import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useState } from 'react'
import { forgetDraft } from '#platform/web/app/forms/draft.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { useFocusBack } from '#platform/web/ui/dialogs/focus-back.ts'
import { useTopmost } from '#platform/web/ui/dialogs/topmost.ts'
import { ListLoading, QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { m } from '../messages/messages.ts'
import { templateQuery } from './data.ts'
import { templateDraft } from './template-form.ts'
import { TemplateList } from './template-list.tsx'
import classes from './templates.module.css'

/** Loaded lazily: editor and PDF viewer are large. */
const TemplateEditor = lazy(() => import('./template-editor.tsx'))

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
    <QueryBoundary query={detail}>
      {(template) => (
        <TemplateEditor
          detail={template}
          onSaved={() => undefined}
          onReload={() => void detail.refetch().then(onReload)}
          {...rest}
        />
      )}
    </QueryBoundary>
  )
}

/** Full-screen drawer, since text and preview are side by side. */
export default function TemplatesDrawer({ onClose }: { onClose: () => void }) {
  useFocusBack()
  const isTopmost = useTopmost()
  const [view, setView] = useState<View>({ is: 'list' })
  const [dirty, setDirty] = useState(false)
  const [pendingAction, setPendingAction] = useState<(() => void) | null>(null)
  const onDirty = useCallback((now: boolean) => setDirty(now), [])
  const show = (next: View) => {
    setDirty(false)
    setView(next)
  }
  const leave = (then: () => void) => (dirty ? setPendingAction(() => then) : then())
  const back = () => leave(() => show({ is: 'list' }))
  return (
    <>
      <Modal.Root opened fullScreen returnFocus={false} onClose={() => isTopmost() && leave(onClose)}>
        <Modal.Content>
          {/* No header element: a dialog on top brings its own, and a page has one. */}
          <div className={classes.bar}>
            <Modal.Title>{m.contractTemplates()}</Modal.Title>
            <Modal.CloseButton aria-label={m.close()} />
          </div>
          <Modal.Body>
            <Suspense fallback={<ListLoading />}>
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
                  onReload={() => {
                    forgetDraft(templateDraft(view.id))
                    show({ ...view, round: view.round + 1 })
                  }}
                  onDirty={onDirty}
                />
              )}
            </Suspense>
          </Modal.Body>
        </Modal.Content>
      </Modal.Root>
      <ConfirmDialog
        opened={pendingAction !== null}
        title={m.leaveQuestion()}
        text={m.leaveText()}
        action={m.leave()}
        cancel={m.keepWriting()}
        danger
        onClose={() => setPendingAction(null)}
        onConfirm={async () => {
          forgetDraft(templateDraft(view.is === 'edit' ? view.id : undefined))
          pendingAction?.()
        }}
      />
    </>
  )
}
