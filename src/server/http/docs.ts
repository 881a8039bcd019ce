import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { openApiDocument } from './openapi.ts'

interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly { name: string; in: string; required: boolean; schema: unknown }[]
  readonly requestBody?: { content: Record<string, { schema: unknown }> }
  readonly responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>
}

const style = `
body{margin:0 auto;max-width:960px;padding:32px 20px;font:16px/1.5 system-ui,sans-serif;color:#22211f;background:#faf9f6}
h1,h2{font-weight:500}h2{margin-top:48px;border-bottom:1px solid #e4e0d7;padding-bottom:6px;text-transform:capitalize}
details{background:#fff;border:1px solid #e4e0d7;border-radius:10px;margin:8px 0;padding:10px 16px}
summary{cursor:pointer}code{font:13px/1.5 ui-monospace,monospace}summary code{font-weight:600}
pre{overflow:auto;background:#f3f1ec;border-radius:8px;padding:12px;font:12px/1.5 ui-monospace,monospace}
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:4px 12px 4px 0;border-bottom:1px solid #e4e0d7;vertical-align:top}
@media(prefers-color-scheme:dark){body{background:#121213;color:#e8e6e1}details{background:#19191a;border-color:#333}pre{background:#222}h2,td,th{border-color:#333}}`

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)
}

function prose(text: string): string {
  return escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}

function schemaBlock(title: string, schema: unknown): string {
  return `<h4>${escaped(title)}</h4><pre>${escaped(JSON.stringify(schema, null, 2))}</pre>`
}

function operationBlock(path: string, method: string, operation: Operation): string {
  const rows = (operation.parameters ?? []).map(
    (each) =>
      `<tr><td><code>${escaped(each.name)}</code></td><td>${each.in}${each.required ? ', required' : ''}</td><td><code>${escaped(JSON.stringify(each.schema))}</code></td></tr>`,
  )
  const body = Object.entries(operation.requestBody?.content ?? {}).map(([type, { schema }]) =>
    schemaBlock(`Body, ${type}`, schema),
  )
  const answers = Object.entries(operation.responses)
    .filter(([status]) => status !== 'default')
    .flatMap(([status, { description, content = {} }]) => {
      const blocks = Object.entries(content).map(([type, { schema }]) => schemaBlock(`Answer ${status}, ${type}`, schema))
      return blocks.length > 0 ? blocks : [`<h4>Answer ${status}</h4><p>${escaped(description)}</p>`]
    })
  return `<details id="${operation.operationId}"><summary><code>${method.toUpperCase()} ${escaped(path)}</code> ${prose(operation.summary)}</summary>
<p>${prose(operation.description ?? '')}</p>${rows.length > 0 ? `<table><tr><th>Parameter</th><th>In</th><th>Schema</th></tr>${rows.join('')}</table>` : ''}
${body.join('')}${answers.join('')}</details>`
}

/** The document as a page that can be read without any script. */
function docsPage(document: Record<string, unknown>, nonce: string): string {
  const { info, paths } = document as { info: { description: string }; paths: Record<string, Record<string, Operation>> }
  const slices = new Map<string, string[]>()
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const [slice = ''] = operation.tags
      slices.set(slice, [...(slices.get(slice) ?? []), operationBlock(path, method, operation)])
    }
  }
  const sections = [...slices].map(([slice, blocks]) => `<section><h2>${slice}</h2>${blocks.join('')}</section>`)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>API</title>
<style nonce="${nonce}">${style}</style></head><body><main><h1>API</h1><p>${prose(info.description)}</p>
<p><a href="/api/openapi.json">OpenAPI document</a></p>${sections.join('')}</main></body></html>`
}

/** `GET /api/openapi.json` and the same to read at `GET /api/docs`. */
export function registerDocs(app: FastifyInstance): void {
  const document = openApiDocument()
  app.get('/api/openapi.json', (_request, reply) => reply.send(document))
  app.get('/api/docs', (_request, reply) => {
    const nonce = randomBytes(16).toString('base64')
    const policy = String(reply.getHeader('content-security-policy')).replace(
      "style-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
    )
    return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(docsPage(document, nonce))
  })
}
