import { parseSync } from 'vite'

/** A text in a source that stands outside the catalogues of messages. */
export interface LooseText {
  readonly start: number
  readonly end: number
  /** As readers see it; expressions in it are `{}`. */
  readonly text: string
  readonly kind: 'jsx' | 'attribute' | 'literal' | 'template'
  /** Whether it is made when the module is loaded, before anybody reads it. */
  readonly atLoad: boolean
  /** Source ranges of the expressions in a template. */
  readonly expressions: readonly (readonly [start: number, end: number])[]
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [part: string]: unknown
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** Two words, or a word that begins like a sentence or a label. */
const readable = /\p{L}{2,}[,;:.!?]?[ \u00a0'’]+\p{L}|^\s*[A-ZÀ-Ý]-?\p{Ll}+/u
/** Names of columns, keys of the keyboard, headers, styles, addresses and moments, which nobody reads. */
const technical = new RegExp(
  [
    /^[a-z_."]+( as [a-z_"]+)?$/,
    /^(Enter|Escape|Tab|Arrow\w+|Home|End|Page\w+|Backspace|Delete|Space|Shift|Control|Meta|Alt)$/,
    /^(Accept|Cache|Content|Cross|Idempotency|If|Last|List|Retry|Server|Set|Strict|User|WWW|X)(-[A-Za-z]+)+/,
    /^(public|private|no-store|no-cache|inline|attachment)\b[,;]/,
    /^\([a-z-]+: [a-z-]+\)$|^noopener\b|^is (not|distinct)\b/,
    /^(Bearer|Basic)\b|^[\w-]+\/[\w.+-]+(;.*)?$|^(https?:|\/|\.\/|#|--)|^[A-Z][a-z]+\/[A-Z][a-z_]+$/,
    /\b\d+(px|rem|em|fr|ms|vh)\b|^(calc|var|repeat|minmax|translate|rgba?|min|max)\(/,
  ]
    .map(({ source }) => source)
    .join('|'),
)
const unreadAttributes = new Set(
  (
    'className,key,to,href,type,role,variant,size,name,id,target,rel,' +
    'autoComplete,inputMode,color,component,d,style,data-testid,draft,accept,lang'
  ).split(','),
)
/** Attributes whose every word is read or heard. */
const readAttributes = /^(title|label|placeholder|alt|text|hint|subtitle|aria-label|aria-description)$/
const unreadProperties = new Set(
  'summary,description,operationId,queryKey,scope,sql,className,fontFamily,font,group,draft,personalData'.split(','),
)
const loggers =
  /^(log|logger|console|request\.log|app\.log|portal\.log)\b|\.log\.|(^|\.)(info|warn|debug|trace|fatal)$|^process\.std/
const programmers = /^(Error|RangeError|TypeError|URL|RegExp|Worker|Intl\.\w+)$/
/** A word of a template in a page, such as that in `${count} payouts`. */
const word = /(^|[ \u00a0])\p{L}{3,}([ \u00a0,.:;!?]|$)/u
/** Methods of the query builder and of the document, whose strings are SQL and selectors. */
const queryMethods = new RegExp(
  [
    /\.(select|selectFrom|selectAll|where|whereRef|leftJoin|innerJoin|rightJoin|fullJoin|on|onRef|orderBy|groupBy)$/,
    /\.(insertInto|updateTable|deleteFrom|returning|with|columns|ref|table|fn|agg|as|raw|val|lit|execute|query)$/,
    /\.(having|distinctOn|using|set|doUpdateSet|column)$/,
    /\.(querySelector|querySelectorAll|closest|matches)$/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

/** The readable texts in a source that are not messages. */
export function looseTexts(fileName: string, code: string): LooseText[] {
  const found: LooseText[] = []
  const source = (node: Node) => code.slice(node.start, node.end)
  const add = (node: Node, text: string, kind: LooseText['kind'], depth: number, expressions: LooseText['expressions'] = []) => {
    found.push({ start: node.start, end: node.end, text, kind, atLoad: depth === 0, expressions })
  }
  /** An error of a page whose message is a sentence is shown; those of programmers begin small. */
  const isTold = (node: Node) =>
    fileName.includes('/web/') && /^'[A-ZÀ-Ý]\p{Ll}+ /u.test((node.arguments as Node[]).map(source).join())
  /** Within an attribute or an expression of a page, where each word of a template is read. */
  let isShown = false
  const visitShown = (node: Node, depth: number) => {
    const before = isShown
    isShown = true
    visit(node, depth)
    isShown = before
  }
  const visitAll = (node: Node, depth: number, ...skipped: string[]) => {
    for (const [part, value] of Object.entries(node)) {
      if (
        part === 'type' ||
        part === 'typeAnnotation' ||
        part === 'typeArguments' ||
        part === 'returnType' ||
        skipped.includes(part)
      )
        continue
      for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) visit(each, depth)
    }
  }
  const visit = (node: Node, depth: number): void => {
    if (node.type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)/.test(node.type)) return
    switch (node.type) {
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
      case 'TaggedTemplateExpression':
        return
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        return visitAll(node, depth + 1)
      case 'NewExpression':
        if (programmers.test(source(node.callee as Node)) && !isTold(node)) return
        return visitAll(node, depth)
      case 'CallExpression': {
        const callee = source(node.callee as Node)
        if (loggers.test(callee)) return
        if (queryMethods.test(callee)) {
          for (const each of node.arguments as Node[])
            if (each.type !== 'Literal' && each.type !== 'ArrayExpression') visit(each, depth)
          return visit(node.callee as Node, depth)
        }
        return visitAll(node, depth)
      }
      case 'BinaryExpression':
        for (const side of [node.left as Node, node.right as Node]) {
          if (!(side.type === 'Literal' && /^[!=]==?$|^in$/.test(node.operator as string))) visit(side, depth)
        }
        return
      case 'SwitchCase':
        return visitAll(node, depth, 'test')
      case 'MemberExpression':
        return visit(node.object as Node, depth)
      case 'Property': {
        const key = node.key as Node
        const name = (key.name ?? key.value) as string
        if (unreadProperties.has(name)) return
        if (isNode(node.value)) visit(node.value, depth)
        return
      }
      case 'JSXText':
        if (/\p{L}{2}/u.test(node.value as string)) add(node, (node.value as string).trim(), 'jsx', depth)
        return
      case 'JSXAttribute': {
        const value = node.value as Node | null
        const name = (node.name as Node).name as string
        if (!value || unreadAttributes.has(name)) return
        if (value.type !== 'Literal') return readAttributes.test(name) ? visitShown(value, depth) : visit(value, depth)
        const text = value.value as string
        if (readable.test(text) && !technical.test(text)) add(value, text, 'attribute', depth)
        return
      }
      case 'Literal': {
        const text = node.value
        if (typeof text === 'string' && readable.test(text) && !technical.test(text)) add(node, text, 'literal', depth)
        return
      }
      case 'TemplateLiteral': {
        const expressions = node.expressions as Node[]
        const quasis = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
        const text = quasis.join('{}')
        if (quasis.some((each) => readable.test(each) || (isShown && word.test(each))) && !technical.test(text)) {
          add(
            node,
            text,
            'template',
            depth,
            expressions.map(({ start, end }) => [start, end]),
          )
        }
        for (const each of expressions) visit(each, depth)
        return
      }
      default:
        return visitAll(node, depth)
    }
  }
  visit(parseSync(fileName, code).program as unknown as Node, 0)
  return found
}
