import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { dialogGroups } from '#test/e2e/dialogs/all.ts'
import { unopened } from '#test/e2e/dialogs/not-opened.ts'

/** What a dialog is built on, by the module that has it. */
const frames: readonly (readonly [module: RegExp, names: readonly string[]])[] = [
  [/^@mantine\/core$/, ['Modal', 'Drawer', 'Dialog']],
  [/\/dialog\.tsx$/, ['Dialog', 'SideDialog', 'SidePanel']],
  [/\/confirm-dialog\.tsx$/, ['ConfirmDialog']],
  [/\/form-dialog\.tsx$/, ['FormDialog']],
  [/\/reason-dialog\.tsx$/, ['ReasonDialog']],
  [/\/list-dialog\.tsx$/, ['ListDialog']],
  [/\/saved-list\.tsx$/, ['SavedListDrawer']],
  [/\/import-wizard\.tsx$/, ['ImportWizard']],
  [/\/proof-question\.tsx$/, ['useProofQuestion']],
]
/** Where these stand; they use each other. */
const ownFolders = /^platform\/web\/(ui\/dialogs|app\/forms)\//

/** How often a module makes a dialog. */
function dialogsIn(source: string): number {
  const imported = [...source.matchAll(/import \{([^}]*)\} from '([^']+)'/g)].flatMap(([, names = '', module = '']) => {
    const frame = frames.find(([path]) => path.test(module))?.[1] ?? []
    return names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => frame.includes(name))
  })
  return imported.reduce((count, name) => {
    const use = name.startsWith('use') ? `\\b${name}\\(` : `<${name}(\\.Root)?[\\s>]`
    return count + (source.match(new RegExp(use, 'g'))?.length ?? 0)
  }, 0)
}

const counted = (files: readonly string[]) => {
  const counts = new Map<string, number>()
  for (const file of files) counts.set(file, (counts.get(file) ?? 0) + 1)
  return counts
}

test('every dialog and drawer of the product is opened by the sweep, and none that is gone', () => {
  const listed = counted([...dialogGroups.flatMap(({ dialogs }) => dialogs), ...unopened].map(({ file }) => file))
  const sources = globSync('**/*.tsx', { cwd: 'src' }).filter((file) => !ownFolders.test(file))
  const made = new Map(sources.map((file) => [file, dialogsIn(readFileSync(`src/${file}`, 'utf8'))]))
  const files = [...new Set([...sources.filter((file) => made.get(file)), ...listed.keys()])].toSorted()
  const differing = files
    .map((file) => `${file}: ${made.get(file) ?? 0} in the source, ${listed.get(file) ?? 0} in test/e2e/dialogs`)
    .filter((_, index) => made.get(files[index] ?? '') !== listed.get(files[index] ?? ''))
  expect(differing).toEqual([])
})

test('a dialog is found by what it imports, and a component of the same name is none', () => {
  const own = "import { SideDialog } from '#platform/web/ui/dialogs/dialog.tsx'"
  expect(dialogsIn(`${own}\n<SideDialog onClose={close}>`)).toBe(1)
  expect(dialogsIn('const Dialog = dialogs[open]\n<Dialog onClose={close} />')).toBe(0)
  expect(dialogsIn("import { Modal, Text } from '@mantine/core'\n<Modal.Root>\n<Modal.Content>\n<Modal\n opened>")).toBe(2)
  expect(dialogsIn("import { useProofQuestion } from './proof-question.tsx'\nconst { dialog } = useProofQuestion()")).toBe(1)
})

test('what the sweep does not open names a test that is there', () => {
  for (const { test: named } of unopened) {
    if (named === null) continue
    const [file = '', title = ''] = named.split(' › ')
    expect(readFileSync(file, 'utf8')).toContain(title)
  }
})
