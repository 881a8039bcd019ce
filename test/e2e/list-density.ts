import type { Page } from '@playwright/test'
import { pagePaths } from '#access/domain/page-paths.ts'
import { administrator } from '../../demo/content.ts'
import { change } from './network.ts'

/** The windows in which rows are counted, and how many rows, or cards on the phone, each has to show. */
export const windows = [
  { width: 1440, height: 900, minRows: 12, firstCard: 420 },
  { width: 1024, height: 768, minRows: 8, firstCard: 480 },
  { width: 360, height: 780, minRows: 2, firstCard: 780 },
] as const

/** Every list of the portal, by the person who sees it. */
export const lists: Readonly<Record<string, readonly string[]>> = {
  [administrator.email]: [
    pagePaths.partners,
    pagePaths.announcements,
    pagePaths.adminLeads,
    pagePaths.registrations,
    pagePaths.adminContracts,
    pagePaths.adminCommissions,
    pagePaths.clientPayments,
    pagePaths.adminPayouts,
    pagePaths.adminInvoices,
    pagePaths.adminDisputes,
    pagePaths.imports,
    pagePaths.journal,
    `${pagePaths.integrations}?view=deliveries`,
    `${pagePaths.peopleData}?view=notices`,
  ],
  'camille.lefevre@exemple.fr': [
    pagePaths.leads,
    pagePaths.commissions,
    pagePaths.payouts,
    pagePaths.invoices,
    pagePaths.disputes,
    pagePaths.imports,
  ],
}

/** The columns that one decides by, which no width takes out of sight. */
export const decidedBy: Readonly<Record<string, readonly string[]>> = {
  [pagePaths.partners]: ['Partner', 'Contract', 'Total Revenue', 'Actions'],
  [pagePaths.registrations]: ['Lead', 'Partner', 'State', 'Actions'],
  [pagePaths.adminContracts]: ['Partner', 'Stage', 'Actions'],
  [pagePaths.adminCommissions]: ['Partner', 'Lead', 'Amount', 'Status', 'Actions'],
  [pagePaths.clientPayments]: ['Lead', 'Invoice', 'Net amount', 'Commission', 'Actions'],
  [pagePaths.adminPayouts]: ['Partner', 'Total', 'State', 'Actions'],
  [pagePaths.adminInvoices]: ['Number', 'Partner', 'State', 'Total', 'Download'],
  [pagePaths.adminDisputes]: ['Partner', 'About', 'Expected', 'State', 'Actions'],
  [pagePaths.commissions]: ['Date', 'Amount', 'Status', 'Explication'],
  [pagePaths.payouts]: ['Référence', 'Total', 'État', 'Actions'],
  [pagePaths.invoices]: ['Numéro', 'État', 'Total', 'Télécharger'],
  [pagePaths.disputes]: ['Sujet', 'Attendu', 'État', 'Actions'],
}

/**
 * Looks for what a table hides and must not: cut numbers, dates and references, cut text that is no free text, cells beyond its
 * frame, and empty columns beside the button for what has no room. Answers with the columns in sight, too; null for cards.
 */
export function hiddenOf(
  page: Page,
): Promise<{ readonly faults: readonly string[]; readonly columns: readonly string[] | null }> {
  return page.evaluate(() => {
    const frame = document.querySelector<HTMLElement>('main .data-table')
    if (!frame) return { faults: ['no table'], columns: null }
    const faults = new Set<string>()
    const clips = (element: Element) => getComputedStyle(element).overflow !== 'visible'
    const isCut = (text: Text, cell: Element) => {
      const range = document.createRange()
      range.selectNodeContents(text)
      const lines = [...range.getClientRects()].filter(({ width }) => width > 1)
      for (let around = text.parentElement; around && cell.contains(around); around = around.parentElement) {
        const box = around.getBoundingClientRect()
        // What only screen readers get is a pixel wide.
        if (box.width <= 1) return false
        if (clips(around) && lines.some(({ right, bottom }) => right > box.right + 1 || bottom > box.bottom + 3)) return true
      }
      return false
    }
    const figure = /\d\s?€|\d %|\d\d\/\d\d\/\d{4}|\b(?:REF|REL|PAY|AF)-\d/
    for (const cell of frame.querySelectorAll<HTMLElement>('tr:not(.row-details) > :is(td, th)')) {
      if (cell.offsetWidth === 0) continue
      const box = cell.getBoundingClientRect()
      if (box.right > frame.getBoundingClientRect().right + 1) faults.add(`beyond the frame: ${cell.textContent}`)
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
        const isFree = text.parentElement?.closest('.clamp') && !text.parentElement.closest('.figure') && !figure.test(text.data)
        if (text.data.trim() !== '' && !isFree && isCut(text, cell)) faults.add(`cut: ${text.data}`)
      }
    }
    if ('cards' in frame.dataset) return { faults: [...faults], columns: null }
    const heads = [...frame.querySelectorAll<HTMLTableCellElement>('thead th')]
    const shown = heads.filter(({ offsetWidth, dataset }) => offsetWidth > 0 && !dataset.part)
    const rows = [...frame.querySelectorAll<HTMLTableRowElement>('tbody > tr:not(.row-details)')]
    const isEmpty = ({ cellIndex }: HTMLTableCellElement) =>
      rows.every(({ cells: { [cellIndex]: cell } }) => cell?.textContent.trim() === '—')
    const hasMore = heads.some(({ dataset }) => dataset.part === 'more')
    if (hasMore) for (const head of shown.filter(isEmpty)) faults.add(`empty: ${head.textContent}`)
    return { faults: [...faults], columns: shown.map(({ textContent }) => textContent) }
  })
}

export interface Density {
  /** Rows of a table or cards that are seen whole without scrolling. */
  readonly rows: number
  readonly layout: 'table' | 'cards' | 'board'
  /** Where the first one begins, in pixels from the top of the window. */
  readonly first: number
}

const partner = { id: '01890000-0000-7000-8000-000000000001', name: 'Camille Lefèvre', deleted: false }
/** A row for the lists that are empty in the sample world. */
const samples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  '/api/invoices': {
    id: '01890000-0000-7000-8000-000000000002',
    kind: 'invoice',
    number: 'AF-0042-2026-00003',
    partner,
    payout: { id: '01890000-0000-7000-8000-000000000003', reference: 'PAY-2026-0042' },
    issuedOn: '2026-11-02',
    issuedAt: '2026-11-02T08:00:00.000Z',
    corrects: null,
    netCents: 123_400,
    vatCents: 24_680,
    totalCents: 148_080,
    state: 'accepted',
    hasFile: true,
    hasXml: true,
    handover: null,
    platformStatus: null,
    isVoid: false,
    isArchiveOnly: false,
    can: { handOver: true, undoHandover: false, recordStatus: false },
  },
  '/api/imports': {
    id: '01890000-0000-7000-8000-000000000005',
    kind: 'leads',
    state: 'done',
    fileName: 'hubspot-crm-exports-toutes-les-transactions.csv',
    fileHash: '0'.repeat(64),
    tool: 'HubSpot',
    rowCount: 40,
    settings: { includeDuplicates: false, includeUnexpected: false },
    createdAt: '2026-11-02T08:00:00.000Z',
    endedAt: '2026-11-02T08:01:00.000Z',
    undoneAt: null,
    broughtBy: 'Hélène Marchand',
    counts: { imported: 38, refused: 2 },
    can: { apply: false, stop: false, undo: true, discard: false },
  },
  '/api/disputes': {
    id: '01890000-0000-7000-8000-000000000004',
    kind: 'missing',
    state: 'open',
    partner,
    commission: null,
    lead: null,
    expectedCents: 120_000,
    openedAt: '2026-11-02T08:00:00.000Z',
    answeredAt: null,
    closedAt: null,
    closedBy: null,
    can: { reply: true, withdraw: true, uphold: false, closeCorrected: false },
  },
}

/** Repeats the rows of every list's answer, so that a list of two fills a window too. */
export async function fillLists(page: Page): Promise<void> {
  await change<{ readonly items?: unknown }>(page, /\/api\/(?!live)[^?]*(\?.*)?$/, (body, path) => {
    if (!Array.isArray(body?.items)) return body
    const sample = samples[path]
    const rows = sample && body.items.length === 0 ? [sample] : body.items
    if (rows.length === 0) return body
    const items = Array.from({ length: Math.ceil(40 / rows.length) }, (_, copy) => rows.map((row) => copied(row, copy))).flat()
    return { ...body, items }
  })
}

/** The row under another id, so that each is a row of its own; a row of the journal has its number. */
function copied(item: Readonly<Record<string, unknown>>, copy: number): Readonly<Record<string, unknown>> {
  const { id, seq } = item as { id?: string; seq?: number }
  if (copy === 0) return item
  return {
    ...item,
    ...(typeof id === 'string' ? { id: `${id.slice(0, 24)}${String(copy).padStart(2, '0')}${id.slice(26)}` } : {}),
    ...(typeof seq === 'number' ? { seq: seq + copy * 1000 } : {}),
  }
}

/** Counts what the open list shows above the fold. */
export function densityOf(page: Page): Promise<Density> {
  return page.evaluate(() => {
    const main = document.querySelector('main')
    const cards = [...(main?.querySelectorAll('article') ?? [])]
    const frame = main?.querySelector('.data-table')
    const rows = [...(main?.querySelectorAll('.data-table tbody > tr') ?? [])]
    const boxes = (frame ? rows : cards).map((each) => each.getBoundingClientRect())
    // The cards of a board stand in columns: those of the first are counted.
    const left = boxes[0]?.left
    const seen = boxes.filter((box) => box.height > 0 && box.bottom <= innerHeight && (frame || box.left === left))
    return {
      rows: seen.length,
      layout: frame ? (frame.hasAttribute('data-cards') ? ('cards' as const) : ('table' as const)) : ('board' as const),
      first: Math.round(boxes[0]?.top ?? -1),
    }
  })
}

/** Opens a list and waits until its rows and figures stand still. */
export async function openList(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.locator('main :is(.data-table tbody > tr, article)').first().waitFor({ timeout: 60_000 })
  await page.evaluate(() => document.fonts.ready)
  await page.locator('main .mantine-Skeleton-root').first().waitFor({ state: 'detached' })
  await page.waitForTimeout(150)
}
