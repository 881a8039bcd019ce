import { type ESTree, type Plugin, parseSync, Visitor } from 'vite'

/**
 * What the browser reads of a route's declaration: how to ask, and whether a repetition is safe. Its shapes are types there;
 * rights, transactions and the text of the API's document are the server's.
 */
const read: ReadonlySet<string> = new Set(['who', 'status', 'adds', 'unkeyed', 'outsideApi'])

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** What declares a list: browsers read the names of its filters, whose shapes are types there. */
const lists: ReadonlySet<string> = new Set(['list', 'sortedList'])

function withoutShapes({ properties }: ESTree.ObjectExpression): Edit[] {
  return properties.flatMap((part) => {
    if (part.type !== 'Property' || part.key.type !== 'Identifier' || part.key.name !== 'filters') return []
    if (part.value.type !== 'ObjectExpression') return []
    return part.value.properties.flatMap((filter) =>
      filter.type === 'Property' ? { start: filter.value.start, end: filter.value.end, text: 'true' } : [],
    )
  })
}

/**
 * A module of an `api` layer as browsers load it: routes and lists without what they do not read, and every constant marked as
 * free of side effects, so that the build leaves out the shapes that nothing else uses.
 */
export function forBrowsers(code: string, fileName: string): string {
  const edits: Edit[] = []
  const pure = ({ start, end }: { start: number; end: number }) => {
    edits.push({ start, end: start, text: '/* @__PURE__ */ (() => (' }, { start: end, end, text: '))()' })
  }
  const { program } = parseSync(fileName, code)
  new Visitor({
    CallExpression({ callee, arguments: [first, , parts] }) {
      if (callee.type !== 'Identifier') return
      if (lists.has(callee.name) && first?.type === 'ObjectExpression') edits.push(...withoutShapes(first))
      if (callee.name !== 'route' || parts?.type !== 'ObjectExpression') return
      for (const [place, part] of parts.properties.entries()) {
        if (part.type !== 'Property' || part.key.type !== 'Identifier' || read.has(part.key.name)) continue
        edits.push({ start: part.start, end: parts.properties[place + 1]?.start ?? part.end, text: '' })
      }
    },
  }).visit(program)
  for (const statement of program.body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declared?.type !== 'VariableDeclaration') continue
    for (const { init } of declared.declarations) {
      if (init?.type === 'CallExpression' || init?.type === 'ObjectExpression') pure(init)
    }
  }
  let result = code
  for (const { start, end, text } of edits.sort((one, other) => other.start - one.start)) {
    result = result.slice(0, start) + text + result.slice(end)
  }
  return result
}

export function browserRoutes(): Plugin {
  return {
    name: 'browser-routes',
    apply: 'build',
    transform: {
      filter: { id: /\/src\/(?:[\w-]+\/){1,2}api(?:\.ts$|\/(?!route\.ts$))/ },
      handler: (code, id) => ({ code: forBrowsers(code, id), map: null }),
    },
  }
}
