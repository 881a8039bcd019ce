// 100 lines of a component and 60 of another function are a reason to look for a second subject; this refuses half as many more.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

const maxLines = (file) => (file.includes('/web/') ? 150 : 90)

const isFunction = (node) =>
  ts.isFunctionDeclaration(node) ||
  ts.isFunctionExpression(node) ||
  ts.isArrowFunction(node) ||
  ts.isMethodDeclaration(node) ||
  ts.isConstructorDeclaration(node) ||
  ts.isAccessor(node)

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
export function sizeErrors(root, files) {
  return files
    .filter((file) => /^src\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .flatMap((file) =>
      functionsIn(file, readFileSync(join(root, file), 'utf8'))
        .filter(({ lines }) => lines > maxLines(file))
        .map(({ name, lines }) => `${file}: ${name} has ${lines} lines, at most ${maxLines(file)}: split it`),
    )
}
