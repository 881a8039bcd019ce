import { UnreadableFile } from './file-content.ts'
import { OpenFile } from './open-file.ts'
import type { Answer, Question } from './reader.ts'

/** Reads files apart from the page, which answers meanwhile: the file stays here, and what is asked of it goes to the page. */
let file: OpenFile | null = null

async function answer({ ask, ...question }: Question): Promise<unknown> {
  if ('open' in question) {
    file = await OpenFile.read(question.open, question.known, question.choices)
    return file.summary()
  }
  if (!file) throw new Error('no file is open')
  if ('values' in question) return file.values(question.values)
  if ('conventions' in question) return file.conventions(question.conventions)
  if ('count' in question) return file.count(question.count.mapping, question.count.targets, question.count.kinds)
  const { from, to, mapping, targets, kinds } = question.rows
  return file.rows(from, to, mapping, targets, kinds)
}

self.onmessage = async ({ data }: MessageEvent<Question>) => {
  const reply = (rest: Omit<Answer, 'ask'>) => self.postMessage({ ask: data.ask, ...rest })
  try {
    reply({ value: await answer(data) })
  } catch (error) {
    reply(error instanceof UnreadableFile ? { problem: error.problem } : { failure: String(error) })
  }
}
