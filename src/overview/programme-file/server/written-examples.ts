import { builtInDraft } from '#leads/fields/domain/field-draft.ts'
import { isBuiltIn, leadFields } from '#leads/leads/domain/lead-fields.ts'
import accounting from './examples/accounting.json' with { type: 'json' }
import consulting from './examples/consulting.json' with { type: 'json' }
import insurance from './examples/insurance.json' with { type: 'json' }
import software from './examples/software.json' with { type: 'json' }
import specification from './examples/specification.json' with { type: 'json' }
import trades from './examples/trades.json' with { type: 'json' }

/** The languages that examples are written in. */
type Language = 'fr' | 'en'
/** A text in each of them, or the same in all. */
type Text = string | Readonly<Record<Language, string>>

/** An example as it is written: what it leaves out is as most programmes have it. */
interface WrittenExample {
  readonly about: { readonly name: Text; readonly text: Text }
  readonly offers: readonly { readonly name: Text; readonly staffName?: Text; readonly description?: Text }[]
  readonly stages: readonly { readonly name: Text }[]
  readonly tiers: readonly { readonly name: string }[]
  /** Without `offer` it is for every offer. */
  readonly rules: readonly { readonly base: string; readonly offer?: string }[]
  /** A built-in field needs no kind and no name. */
  readonly fields: readonly {
    readonly key: string
    readonly name?: Text
    readonly help?: Text
    readonly options?: readonly { readonly key: string; readonly name: Text }[]
  }[]
  /** Main contracts. `body`: its blocks, written as `blocksOf` reads them. */
  readonly templates: readonly { readonly language: string; readonly name: Text; readonly body: readonly string[] }[]
}

const written = { specification, software, trades, insurance, consulting, accounting } satisfies Record<string, WrittenExample>

/** The property of a text beside that of the text in each language, as programme files have both. */
function inLanguages(property: string, text: Text, main: Language = 'fr') {
  return typeof text === 'string'
    ? { [property]: text, [`${property}s`]: {} }
    : { [property]: text[main], [`${property}s`]: text }
}

const offer = { suggestedCents: null, leastCents: null, mostCents: null, onIntroductions: true }
const stage = {
  countsAsCall: false,
  partnerEnters: true,
  partnerLeaves: true,
  staffEnters: true,
  staffLeaves: true,
  asks: null,
  staleAfterDays: null,
}
const rule = { rate: null, fixedCents: null, cap: { leadCents: null, yearCents: null }, bonuses: [], reduction: null }
const field = { ...builtInDraft, required: false, requiredFrom: null, hidden: false }

/** The runs of a line: text, and a contract's fields as `{name}`, bold between two pairs of asterisks. */
const runsOf = (line: string) =>
  line
    .split(/(\*\*\{\w+\}\*\*|\{\w+\})/)
    .filter((part) => part !== '')
    .map((part) => {
      const name = /^(?:\*\*)?\{(\w+)\}/.exec(part)?.[1]
      if (name === undefined) return { type: 'text', text: part }
      return part.startsWith('*') ? { type: 'field', field: name, marks: ['bold'] } : { type: 'field', field: name }
    })

/** Lines as blocks: `## ` begins a heading, `- ` an item of a list, `{tierTable}` stands for the tiers, others are paragraphs. */
function blocksOf(lines: readonly string[]): object[] {
  const blocks: object[] = []
  const paragraph = (line: string) => ({ type: 'paragraph', content: runsOf(line) })
  let items: object[][] | null = null
  for (const line of lines) {
    if (line.startsWith('- ')) {
      if (!items) {
        items = []
        blocks.push({ type: 'list', ordered: false, items })
      }
      items.push([paragraph(line.slice(2))])
      continue
    }
    items = null
    if (line === '{tierTable}') blocks.push({ type: 'tierTable' })
    else if (line.startsWith('## ')) blocks.push({ type: 'heading', level: 2, content: runsOf(line.slice(3)) })
    else blocks.push(paragraph(line))
  }
  return blocks
}

/** An example as a programme file, which is still to be checked as files of others are. */
export function writtenExample(key: keyof typeof written): unknown {
  const { about, offers, stages, tiers, rules, fields, templates }: WrittenExample = written[key]
  return {
    format: 'passerelle-programme',
    version: 1,
    about: { ...inLanguages('name', about.name), ...inLanguages('text', about.text) },
    offers: offers.map(({ name, staffName = name, description = '', ...rest }) => ({
      ...offer,
      ...rest,
      ...inLanguages('name', name),
      ...inLanguages('staffName', staffName),
      ...inLanguages('description', description),
    })),
    stages: stages.map(({ name, ...rest }) => ({ ...stage, ...rest, ...inLanguages('name', name) })),
    tiers: tiers.map((tier) => ({ ...tier, names: {} })),
    rules: rules.map(({ offer = null, ...definition }) => ({ offer, definition: { ...rule, ...definition } })),
    fields: fields.map(({ key, name = '', help = '', options = [], ...rest }) => ({
      ...field,
      ...(isBuiltIn(key) && { kind: leadFields[key].kind }),
      ...rest,
      key,
      ...inLanguages('name', name),
      ...inLanguages('help', help),
      options: options.map((option) => ({ key: option.key, ...inLanguages('name', option.name) })),
    })),
    templates: templates.map(({ language, name, body, ...rest }) => ({
      kind: 'main',
      language,
      ...rest,
      ...inLanguages('name', name, language === 'en' ? 'en' : 'fr'),
      body: blocksOf(body),
    })),
  }
}
