import { m } from '../messages/messages.ts'
import '@mantine/tiptap/styles.layer.css'
import { Menu } from '@mantine/core'
import { RichTextEditor } from '@mantine/tiptap'
import { type Editor, useEditor } from '@tiptap/react'
import type { ContractType } from '#contracts/contracts/domain/contracts.ts'
import { IconForms, IconPageBreak, IconTable } from '#platform/web/ui/icons.ts'
import type { WrittenBody } from '../api.ts'
import { fieldsOf, templateFieldLabels } from '../domain/templates.ts'
import { editorExtensions } from './editor-nodes.ts'
import { toEditorDocument, toTemplateBody } from './editor-tree.ts'
import classes from './templates.module.css'

const controlLabels = {
  boldControlLabel: m.bold(),
  italicControlLabel: m.italic(),
  underlineControlLabel: m.underline(),
  h1ControlLabel: m.headingOfLevel({ level: 1 }),
  h2ControlLabel: m.headingOfLevel({ level: 2 }),
  h3ControlLabel: m.headingOfLevel({ level: 3 }),
  bulletListControlLabel: m.bulletList(),
  orderedListControlLabel: m.orderedList(),
  undoControlLabel: m.undo(),
  redoControlLabel: m.redo(),
}

function FieldMenu({ editor, kind }: { editor: Editor; kind: ContractType }) {
  return (
    <Menu position="bottom-start" shadow="md" returnFocus={false}>
      <Menu.Target>
        <RichTextEditor.Control className={classes.fieldControl ?? ''} aria-label={m.insertField()} title={m.insertField()}>
          <IconForms size={16} aria-hidden="true" />
          <span>{m.field()}</span>
        </RichTextEditor.Control>
      </Menu.Target>
      <Menu.Dropdown className={classes.fieldMenu ?? ''}>
        {fieldsOf(kind).map((field) => (
          <Menu.Item key={field} onClick={() => editor.chain().focus().insertContent({ type: 'field', attrs: { field } }).run()}>
            {templateFieldLabels[field]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface TextEditorProps {
  readonly kind: ContractType
  readonly initial: WrittenBody
  readonly onChange: (body: WrittenBody) => void
}

/** Rich text editor limited to what a contract may contain. `initial` is only read on mount. */
export function TextEditor({ kind, initial, onChange }: TextEditorProps) {
  const editor = useEditor({
    extensions: editorExtensions,
    content: toEditorDocument(initial),
    // The content security policy blocks injected style elements; the rules are in our stylesheet.
    injectCSS: false,
    editorProps: { attributes: { 'aria-label': m.text(), role: 'textbox', 'aria-multiline': 'true' } },
    onUpdate: ({ editor: changed }) => onChange(toTemplateBody(changed.getJSON())),
  })
  return (
    <RichTextEditor editor={editor} className={classes.editor ?? ''} labels={controlLabels}>
      <RichTextEditor.Toolbar>
        <RichTextEditor.ControlsGroup>
          <FieldMenu editor={editor} kind={kind} />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Bold />
          <RichTextEditor.Italic />
          <RichTextEditor.Underline />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.H1 />
          <RichTextEditor.H2 />
          <RichTextEditor.H3 />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.BulletList />
          <RichTextEditor.OrderedList />
          <RichTextEditor.Control
            aria-label={m.pageBreak()}
            title={m.pageBreak()}
            onClick={() =>
              editor
                .chain()
                .focus()
                .insertContent([{ type: 'pageBreak' }, { type: 'paragraph' }])
                .run()
            }
          >
            <IconPageBreak size={16} aria-hidden="true" />
          </RichTextEditor.Control>
          <RichTextEditor.Control
            aria-label={m.tierTable()}
            title={m.tierTable()}
            onClick={() =>
              editor
                .chain()
                .focus()
                .insertContent([{ type: 'tierTable' }, { type: 'paragraph' }])
                .run()
            }
          >
            <IconTable size={16} aria-hidden="true" />
          </RichTextEditor.Control>
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Undo />
          <RichTextEditor.Redo />
        </RichTextEditor.ControlsGroup>
      </RichTextEditor.Toolbar>
      <RichTextEditor.Content />
    </RichTextEditor>
  )
}
