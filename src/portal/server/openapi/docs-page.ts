import { escapeHtml } from '#platform/server/escape-html.ts'
import { schemaHtml } from './docs-schema.ts'
import type { JsonSchema } from './openapi-schemas.ts'

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: JsonSchema
}

interface Answer {
  readonly $ref?: string
  readonly description?: string
  readonly content?: Content
}

interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, Answer>>
}

interface Document {
  readonly info: { readonly description: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly parameters: Readonly<Record<string, Parameter>>
  }
}

const style = `
body{margin:0 auto;max-width:960px;padding:32px 20px;font:16px/1.5 system-ui,sans-serif;color:#22211f;background:#faf9f6}
h1,h2{font-weight:500}h2{margin-top:48px;border-bottom:1px solid #e4e0d7;padding-bottom:6px;text-transform:capitalize}
details{background:#fff;border:1px solid #e4e0d7;border-radius:10px;margin:8px 0;padding:10px 16px}
summary{cursor:pointer;overflow-wrap:anywhere}code{font:13px/1.5 ui-monospace,monospace}summary code{font-weight:600}
pre{overflow:auto;background:#f3f1ec;border-radius:8px;padding:12px;font:12px/1.6 ui-monospace,monospace}
i{color:#6b665c}a{color:#1f4d3f}
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:4px 12px 4px 0;
border-bottom:1px solid #e4e0d7;vertical-align:top}
@media(prefers-color-scheme:dark){body{background:#121213;color:#e8e6e1}details{background:#19191a;border-color:#333}
pre{background:#222}h2,td,th{border-color:#333}i{color:#a8a399}a{color:#8fc7b2}}`

function prose(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}

function contentHtml(title: string, content: Content): string {
  return Object.entries(content)
    .map(([type, { schema }]) => `<h4>${escapeHtml(`${title}, ${type}`)}</h4><pre tabindex="0">${schemaHtml(schema)}</pre>`)
    .join('')
}

function parametersHtml(operation: Operation, document: Document): string {
  const resolved = (operation.parameters ?? []).map((each) =>
    '$ref' in each ? document.components.parameters[each.$ref.split('/').at(-1) ?? ''] : each,
  )
  const rows = resolved
    .filter((each) => each !== undefined)
    .map((each) => {
      const place = `${each.in}${each.required ? ', required' : ''}`
      return `<tr><td><code>${escapeHtml(each.name)}</code></td><td>${place}</td>
<td><code>${schemaHtml(each.schema)}</code></td></tr>`
    })
  return rows.length > 0 ? `<table><tr><th>Parameter</th><th>In</th><th>Type</th></tr>${rows.join('')}</table>` : ''
}

function answersHtml(operation: Operation): string {
  return Object.entries(operation.responses)
    .map(([status, { description = '', content }]) => {
      if (status === 'default') return description ? `<h4>Problems</h4><p>${prose(description)}</p>` : ''
      return content ? contentHtml(`Answer ${status}`, content) : `<h4>Answer ${status}</h4><p>${prose(description)}</p>`
    })
    .join('')
}

function operationHtml(path: string, method: string, operation: Operation, document: Document): string {
  const body = operation.requestBody ? contentHtml('Body', operation.requestBody.content) : ''
  return `<details id="${escapeHtml(operation.operationId)}">
<summary><code>${method.toUpperCase()} ${escapeHtml(path)}</code> ${prose(operation.summary)}</summary>
<p><b>Who:</b> ${prose(operation.description ?? '')}</p>
${parametersHtml(operation, document)}${body}${answersHtml(operation)}</details>`
}

/**
 * The OpenAPI document as one HTML page without script: operations by slice with permission, parameters, bodies, answers
 * and error codes, then the named schemas. `nonce` admits its style sheet under the content security policy; `foot` is HTML.
 */
export function docsPage(openApi: object, { nonce, foot }: { readonly nonce: string; readonly foot: string }): string {
  const document = openApi as Document
  const slices = new Map<string, string[]>()
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const [slice = ''] = operation.tags
      slices.set(slice, [...(slices.get(slice) ?? []), operationHtml(path, method, operation, document)])
    }
  }
  const sections = [...slices].map(([slice, blocks]) => `<section><h2>${escapeHtml(slice)}</h2>${blocks.join('')}</section>`)
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) =>
      `<h3 id="schema-${escapeHtml(name)}">${escapeHtml(name)}</h3><pre tabindex="0">${schemaHtml(schema)}</pre>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>API</title>
<style nonce="${nonce}">${style}</style></head><body><main><h1>API</h1><p>${prose(document.info.description)}</p>
<p><a href="/api/openapi.json">OpenAPI document</a></p>
${sections.join('')}<section><h2>Schemas</h2>${schemas.join('')}</section></main>${foot}</body></html>`
}
