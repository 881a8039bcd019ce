// An assertion of a journey waits: a busy machine shows later what a page read once does not show yet.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

/** Methods of Playwright that say how a page is at this moment. */
const reading = new Set([
  'count',
  'all',
  'textContent',
  'innerText',
  'innerHTML',
  'allTextContents',
  'allInnerTexts',
  'inputValue',
  'getAttribute',
  'isVisible',
  'isHidden',
  'isChecked',
  'isEnabled',
  'isDisabled',
  'isEditable',
  'boundingBox',
  'ariaSnapshot',
  'evaluate',
  'evaluateAll',
  'evaluateHandle',
  'title',
  'url',
  'content',
])
/** Methods of arrays, which call what they are given at once. */
const atOnce = new Set(['map', 'flatMap', 'filter', 'find', 'every', 'some', 'reduce'])
const instead = 'let the assertion wait (expect(locator), expect.poll, toPass), or read after what ends the change (readAfter)'
/** What axe finds: it waits until the page stands still. */
const axe = /^findings/

type Method = ts.CallExpression & { readonly expression: ts.PropertyAccessExpression }
type Func = ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction
type Declaration = ts.VariableDeclaration | ts.FunctionDeclaration | ts.ImportDeclaration

const isFunction = (node: ts.Node): node is Func =>
  ts.isFunctionDeclaration(node) || ts.isFunctionExpression(node) || ts.isArrowFunction(node)
const isMethod = (node: ts.Node): node is Method => ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)
const isNamed = (node: ts.Node, name: string) => ts.isIdentifier(node) && node.text === name

/** A request to the API, whose answer is what it is, wherever its address was read. */
const isRequest = (node: ts.Node) => isMethod(node) && /(^|\.)request$/.test(node.expression.expression.getText())

/** Whether `test` holds for a part of an expression that is evaluated with it: not for what it hands to others to be called. */
function holds(node: ts.Node, test: (part: ts.Node) => boolean): boolean {
  if (isRequest(node)) return false
  if (isFunction(node)) {
    const call = node.parent
    return isMethod(call) && atOnce.has(call.expression.name.text) && returned(node).some((each) => holds(each, test))
  }
  return test(node) || ts.forEachChild(node, (child) => holds(child, test) || undefined) === true
}

/** What a function may return. */
function returned({ body }: Func): ts.Node[] {
  if (!body) return []
  if (!ts.isBlock(body)) return [body]
  const found: ts.Node[] = []
  const visit = (node: ts.Node) => {
    if (isFunction(node)) return
    if (ts.isReturnStatement(node) && node.expression) found.push(node.expression)
    ts.forEachChild(node, visit)
  }
  visit(body)
  return found
}

/** Finds what reads a page at one moment, in a file and in those that it imports from its folder. */
class Reads {
  readonly #root: string
  readonly #files = new Map<string, ts.SourceFile>()
  /** Declarations that are being looked at, or were: a function may call itself. */
  readonly #known = new Map<Declaration, boolean>()

  constructor(root: string) {
    this.#root = root
  }

  parse(file: string, text?: string): ts.SourceFile {
    const parse = () =>
      ts.createSourceFile(file, text ?? readFileSync(join(this.#root, file), 'utf8'), ts.ScriptTarget.Latest, true)
    const source = this.#files.get(file) ?? parse()
    this.#files.set(file, source)
    return source
  }

  /** Whether an expression is, or is made of, what a page showed when it was evaluated. */
  isRead(expression: ts.Node): boolean {
    return holds(expression, (part) => {
      if (isMethod(part)) return reading.has(part.expression.name.text) && !isNamed(part.expression.expression, 'Promise')
      if (!ts.isIdentifier(part) || axe.test(part.text)) return false
      const isName = ts.isPropertyAccessExpression(part.parent) && part.parent.name === part
      const isCalled = ts.isCallExpression(part.parent) && part.parent.expression === part
      return !isName && this.#isDeclaredAsRead(part.text, part, isCalled)
    })
  }

  /** Whether a name stands for what was read, or for a function that returns it and is called. */
  #isDeclaredAsRead(name: string, at: ts.Node, isCalled: boolean): boolean {
    const declaration = declarationOf(name, at)
    if (!declaration) return false
    if (ts.isImportDeclaration(declaration)) return this.#isImportedAsRead(declaration, name, isCalled)
    const func = functionOf(declaration)
    if (func && !isCalled) return false
    const known = this.#known.get(declaration)
    if (known !== undefined) return known
    this.#known.set(declaration, false)
    const values = func ? returned(func) : ts.isVariableDeclaration(declaration) ? [declaration.initializer] : []
    const isRead = values.some((each) => each && this.isRead(each))
    this.#known.set(declaration, isRead)
    return isRead
  }

  #isImportedAsRead(declaration: ts.ImportDeclaration, name: string, isCalled: boolean): boolean {
    const { text } = declaration.moduleSpecifier as ts.StringLiteral
    if (!text.startsWith('./')) return false
    const file = this.parse(join(dirname(declaration.getSourceFile().fileName), text))
    return this.#isDeclaredAsRead(name, file.endOfFileToken, isCalled)
  }
}

function functionOf(declaration: Declaration): Func | null {
  const value: ts.Node | undefined = ts.isVariableDeclaration(declaration) ? declaration.initializer : declaration
  return value && isFunction(value) ? value : null
}

/** The nearest declaration of a name around a place; null for a parameter, of which nothing is known. */
function declarationOf(name: string, at: ts.Node): Declaration | null {
  for (let scope: ts.Node | undefined = at.parent; scope; scope = scope.parent) {
    if (isFunction(scope) && scope.parameters.some((each) => names(each.name).includes(name))) return null
    if (!ts.isBlock(scope) && !ts.isSourceFile(scope)) continue
    for (const statement of scope.statements) {
      if (ts.isFunctionDeclaration(statement) && statement.name?.text === name) return statement
      if (ts.isVariableStatement(statement)) {
        const declared = statement.declarationList.declarations.find((each) => names(each.name).includes(name))
        if (declared) return declared
      }
      if (ts.isImportDeclaration(statement) && imports(statement, name)) return statement
    }
  }
  return null
}

function imports({ importClause }: ts.ImportDeclaration, name: string): boolean {
  const bindings = importClause?.namedBindings
  return bindings !== undefined && ts.isNamedImports(bindings) && bindings.elements.some((each) => each.name.text === name)
}

function names(binding: ts.BindingName): string[] {
  if (ts.isIdentifier(binding)) return [binding.text]
  return binding.elements.flatMap((each) => (ts.isOmittedExpression(each) ? [] : names(each.name)))
}

/** `expect(…)` and `expect.soft(…)`, but not `expect.poll(…)`. */
function isAssertion(node: ts.Node): node is ts.CallExpression {
  if (!ts.isCallExpression(node)) return false
  const { expression: called } = node
  return isNamed(called, 'expect') || (ts.isPropertyAccessExpression(called) && called.getText() === 'expect.soft')
}

/** Whether a node is in a function that is called until it succeeds: of `expect.poll(…)` or of `expect(…).toPass()`. */
function isRepeated(node: ts.Node): boolean {
  for (let each = node.parent; each; each = each.parent) {
    if (isFunction(each) && ts.isCallExpression(each.parent) && /^expect(\.poll)?$/.test(each.parent.expression.getText()))
      return true
  }
  return false
}

/** Whether an assertion is awaited, as those on a locator are, which wait: its argument may name what was read before. */
function isAwaited(node: ts.Node): boolean {
  let outermost: ts.Node = node
  while (ts.isPropertyAccessExpression(outermost.parent) || isMethod(outermost.parent)) outermost = outermost.parent
  return ts.isAwaitExpression(outermost.parent)
}

/** Assertions of a journey on what its page showed at one moment, in sentences. `file` is relative to `root`. */
export function assertionErrors(root: string, file: string, text: string): string[] {
  if (!/^test\/e2e\/[^/]+\.ts$/.test(file)) return []
  const reads = new Reads(root)
  const source = reads.parse(file, text)
  const errors: string[] = []
  const visit = (node: ts.Node) => {
    const [value] = isAssertion(node) ? node.arguments : []
    const waits = value && (isRepeated(node) || (isAwaited(node) && !ts.isAwaitExpression(value)))
    if (value && !waits && reads.isRead(value)) {
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1
      errors.push(`${file}:${line}: the page is read once: ${instead}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return errors
}
