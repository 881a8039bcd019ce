import pg from 'pg'
import { readArrayAs, readAs } from './postgres/readers.ts'

const textArray = 1009
const parsers = new Map<number, (text: string) => unknown>()

/** The parser of a type: ours (`readers.ts`), else the one of `pg`. */
export function parserOf(oid: number): (text: string) => unknown {
  const cached = parsers.get(oid)
  if (cached) return cached
  const parser = ownParserOf(oid) ?? pg.types.getTypeParser(oid)
  parsers.set(oid, parser)
  return parser
}

function ownParserOf(oid: number): ((text: string) => unknown) | undefined {
  const readElement = readArrayAs[oid]
  if (!readElement) return readAs[oid]
  const readTexts: (text: string) => (string | null)[] = pg.types.getTypeParser(textArray as number)
  return (text) => readTexts(text).map((element) => (element === null ? null : readElement(element)))
}
