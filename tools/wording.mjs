// How tests and comments are worded: a test's title says one fact in a hundred characters, no comment begins with a bare 'Of'.
import ts from 'typescript'

const maxTitle = 100
const isTest = (file) => /\.(test\.tsx?|spec\.ts)$/.test(file)
const isSource = (file) => /\.(tsx?|mjs|probe)$/.test(file)

/** Most files have no string that could be too long, and parsing them all takes seconds. */
const hasLongString = (text) => /['"`][^\n]{101,}/.test(text)

/** The function that a call ends up at: `test` of `test.each(rows)`, of `test.skipIf(reason)` and of `test` itself. */
function calledBy(node) {
  if (ts.isIdentifier(node)) return node.text
  if (ts.isPropertyAccessExpression(node)) return calledBy(node.expression)
  return ts.isCallExpression(node) ? calledBy(node.expression) : null
}

/** The title as it stands in the source, with the placeholders of a template. */
function titleOf(node) {
  if (!node) return ''
  if (ts.isStringLiteralLike(node)) return node.text
  return ts.isTemplateExpression(node) ? node.getText().slice(1, -1) : ''
}

function titleErrors(file, text) {
  if (!isTest(file) || !hasLongString(text)) return []
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const errors = []
  const visit = (node) => {
    if (ts.isCallExpression(node) && ['test', 'it', 'describe'].includes(calledBy(node.expression))) {
      const { length } = [...titleOf(node.arguments[0])]
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1
      if (length > maxTitle) errors.push(`${file}:${line}: the title has ${length} characters, at most ${maxTitle}: say one fact`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return errors
}

function commentErrors(file, text) {
  if (!isSource(file)) return []
  return text.split('\n').flatMap((line, at) => {
    const isBare = /^\s*(\/\/|\/?\*+) ?Of\b|\s\/\/ Of\b/.test(line)
    return isBare ? [`${file}:${at + 1}: the comment begins with 'Of': write a sentence with a subject and a verb`] : []
  })
}

/** What is worded badly in a file, in sentences. */
export const wordingErrors = (file, text) => [...titleErrors(file, text), ...commentErrors(file, text)]
