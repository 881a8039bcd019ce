import { serveTasks } from '#platform/server/workers/serve-tasks.ts'
import { documentPdf } from './document-pdf.ts'
import type { PrintAnswer, PrintTask } from './money-document.ts'

serveTasks<null, PrintTask, PrintAnswer>(async () => documentPdf)
