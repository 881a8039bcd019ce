import * as z from 'zod/mini'
import { route } from '#platform/api/route.ts'
import { anyText, idParams } from '#platform/api/shapes.ts'
import { inLine } from '#platform/domain/typed-text.ts'
import { templateMarks } from '../domain/contract-text.ts'

export const marks = z.optional(z.array(z.enum(templateMarks)).check(z.maxLength(templateMarks.length)))
/** One line at most: tabs and line ends inside a text would be a second way to write what the tree says. */
const words = anyText().check(z.overwrite(inLine), z.minLength(1))
export const templateText = z.strictObject({ type: z.literal('text'), text: words, marks })

/** Lists as deep as they may go, written out: the depth is part of the shape. */
const listOf = <I extends z.core.$ZodType>(item: I) =>
  z.strictObject({ type: z.literal('list'), ordered: z.boolean(), items: z.array(z.array(item)) })
export const nestedLists = <P extends z.core.$ZodType>(paragraph: P) =>
  listOf(z.union([paragraph, listOf(z.union([paragraph, listOf(paragraph)]))]))

const content = z.array(z.discriminatedUnion('type', [templateText, z.strictObject({ type: z.literal('break') })]))
const paragraph = z.strictObject({ type: z.literal('paragraph'), content })
const cells = z.array(z.string())

const contractText = z.object({
  title: z.string(),
  body: z.array(
    z.union([
      paragraph,
      z.strictObject({ type: z.literal('heading'), level: z.literal([1, 2, 3]), content }),
      nestedLists(paragraph),
      z.strictObject({ type: z.literal('table'), head: cells, rows: z.array(cells) }),
      z.strictObject({ type: z.literal('pageBreak') }),
    ]),
  ),
  /** SHA-256 of its words in UTF-8: a line for each title, heading, paragraph, item and row, whose cells stand between tabs. */
  sha256: z.string(),
  /** SHA-256 of the PDF that was printed from it: what is signed. */
  documentSha256: z.string(),
})
export type ReadableText = z.infer<typeof contractText>

export const readingRoutes = {
  contractText: route('GET', '/contracts/:id/text', {
    summary: 'The text that a contract was printed from, to be read without its PDF; that its signer was sent it is noted',
    who: 'member',
    ability: 'contracts',
    transaction: 'own',
    ownership: 'rowSecurity',
    params: idParams,
    returns: contractText,
  }),
}
