// No component over 100 lines, no other function of the server, the API or the domain over 60.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

const maxLines = (file) => (file.includes('/web/') ? 100 : 60)

/** Functions that are still longer, with their lines. An entry may shrink or go; a new one is a function to be split instead. */
const known = new Map(
  Object.entries({
    openAuth: 141,
    openPglite: 105,
    openPostgres: 104,
    openQueue: 98,
    openTracing: 91,
    openListener: 79,
    mandateBody: 76,
    openS3Client: 72,
    openWatch: 68,
  }),
)

const isFunction = (node) =>
  ts.isFunctionDeclaration(node) || ts.isFunctionExpression(node) || ts.isArrowFunction(node) || ts.isMethodDeclaration(node)

/** Functions of a source, also those inside others, with their names and lines. */
function functionsIn(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const lineAt = (position) => source.getLineAndCharacterOfPosition(position).line
  const found = []
  const visit = (node) => {
    if (isFunction(node) && node.body) {
      const named = node.name ?? node.parent.name
      const lines = lineAt(node.end) - lineAt(node.getStart(source)) + 1
      found.push({ name: named && 'text' in named ? named.text : 'a function without a name', lines })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** What is too long, in sentences. */
export function sizeFaults(root, files) {
  const seen = new Set()
  const faults = files
    .filter((file) => /^src\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .flatMap((file) =>
      functionsIn(file, readFileSync(join(root, file), 'utf8')).flatMap(({ name, lines }) => {
        if (lines <= maxLines(file)) return []
        seen.add(name)
        const most = known.get(name) ?? maxLines(file)
        return lines > most ? [`${file}: ${name} has ${lines} lines, at most ${most}: split it`] : []
      }),
    )
  const shorter = [...known.keys()].filter((name) => !seen.has(name))
  return [...faults, ...shorter.map((name) => `tools/function-sizes.mjs: ${name} is short enough by now, take it off the list`)]
}
