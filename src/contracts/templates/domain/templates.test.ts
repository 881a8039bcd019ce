import { describe, expect, test } from 'vitest'
import type { Block } from '#contracts/contracts/domain/contract-text.ts'
import { readAsStaff } from '#test/staff-reading.ts'
import {
  type FieldValues,
  fieldsOf,
  fillTemplate,
  sameTemplate,
  type TemplateBody,
  type TemplateRun,
  templateError,
  templateFields,
} from './templates.ts'

readAsStaff()

const values = Object.fromEntries(templateFields.map((field) => [field, `<${field}>`])) as unknown as FieldValues
const says = (text: string): TemplateBody => [{ type: 'paragraph', content: [{ type: 'text', text }] }]
const inLists = (depth: number): Block<TemplateRun> =>
  depth === 0
    ? { type: 'paragraph', content: [{ type: 'text', text: 'x' }] }
    : { type: 'list', ordered: false, items: [[inLists(depth - 1)]] }

describe('templates', () => {
  test('every field is replaced by its value wherever it is, and keeps its marks', () => {
    const body: TemplateBody = [
      { type: 'heading', level: 1, content: [{ type: 'field', field: 'tier_name' }] },
      {
        type: 'list',
        ordered: true,
        items: [[{ type: 'paragraph', content: [{ type: 'field', field: 'commission_rate', marks: ['bold'] }] }]],
      },
      { type: 'pageBreak' },
    ]
    expect(fillTemplate(body, values)).toEqual({
      body: [
        { type: 'heading', level: 1, content: [{ type: 'text', text: '<tier_name>', marks: undefined }] },
        {
          type: 'list',
          ordered: true,
          items: [[{ type: 'paragraph', content: [{ type: 'text', text: '<commission_rate>', marks: ['bold'] }] }]],
        },
        { type: 'pageBreak' },
      ],
      missing: [],
    })
  })

  test('an empty value becomes a dash in the text and is reported once', () => {
    const twice: TemplateBody = [
      {
        type: 'paragraph',
        content: [
          { type: 'field', field: 'partner_company' },
          { type: 'field', field: 'date' },
          { type: 'field', field: 'partner_company' },
        ],
      },
    ]
    const filled = fillTemplate(twice, { ...values, partner_company: '  ' })
    expect(filled.missing).toEqual(['partner_company'])
    expect(JSON.stringify(filled.body)).toContain('"text":"—"')
  })

  test('a value that looks like a field or markup stays text', () => {
    const filled = fillTemplate([{ type: 'paragraph', content: [{ type: 'field', field: 'partner_name' }] }], {
      ...values,
      partner_name: '{{date}} <b>x</b>',
    })
    expect(filled.body).toEqual([{ type: 'paragraph', content: [{ type: 'text', text: '{{date}} <b>x</b>', marks: undefined }] }])
  })

  test('a body of more than 200 kB, nested too deep, or without text is refused with the reason', () => {
    expect(templateError(says('é'.repeat(99_900)))).toBeNull()
    expect(templateError(says('é'.repeat(100_000)))).toMatch(/too long/)
    expect(templateError([inLists(3)])).toBeNull()
    expect(templateError([inLists(4)])).toMatch(/levels deep/)
    expect(templateError([])).toMatch(/write the text/)
    expect(templateError([{ type: 'pageBreak' }, ...says('  ')])).toMatch(/write the text/)
    expect(templateError([{ type: 'paragraph', content: [{ type: 'field', field: 'date' }] }])).toBeNull()
  })

  test('the amended contract is a field of amendments only', () => {
    expect(fieldsOf('main')).not.toContain('amended_hash')
    const ofMandates = ['billing_name', 'billing_identity', 'contest_days'] as const
    expect(fieldsOf('amendment')).toEqual(templateFields.filter((field) => !ofMandates.some((other) => other === field)))
    expect(fieldsOf('mandate')).toEqual([...fieldsOf('main'), ...ofMandates])
  })

  test('the order of keys and marks makes no new version; a changed mark, word or title does', () => {
    const marked = (marks: readonly ('bold' | 'italic')[] | undefined) => ({
      title: 'T',
      body: [{ type: 'paragraph', content: [{ type: 'text', text: 'x', marks }] }] as TemplateBody,
    })
    expect(sameTemplate(marked(['bold', 'italic']), marked(['italic', 'bold']))).toBe(true)
    expect(sameTemplate(marked([]), marked(undefined))).toBe(true)
    expect(sameTemplate(marked(['bold']), marked([]))).toBe(false)
    expect(sameTemplate({ title: 'T', body: says('a') }, { title: 'T', body: says('b') })).toBe(false)
    expect(sameTemplate({ title: 'T', body: says('a') }, { title: 'U', body: says('a') })).toBe(false)
  })
})
