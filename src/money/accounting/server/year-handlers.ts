import { Readable } from 'node:stream'
import { partnerOf } from '#access/server/acting.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { type Call, type Handlers, slice } from '#platform/server/http/bind.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import { programmeSettings } from '#provider/programme/server/queries.ts'
import { yearRoutes } from '../api/year.ts'
import { fileObstacleText } from '../domain/declarant-check.ts'
import { das2ThresholdCents } from '../domain/declaration.ts'
import { m } from '../messages/messages.ts'
import { certificatePdf } from './certificate.ts'
import { readDeclaration } from './declaration-queries.ts'
import { declarationEventHandlers } from './event-handlers.ts'
import { journalCsv } from './journal-queries.ts'
import { presentExport, presentIndividuals, presentLine, sumsByState } from './present.ts'
import { requestDeclarationData } from './request-commands.ts'
import { dataRequestMail } from './request-mail.ts'
import { exportDas2, saveYearSettings, yearSettingsOf } from './year-commands.ts'
import { certificateYears, exportedTexts, exportsOfYear, findExport, firstPaidYear, requestsOfYear } from './year-queries.ts'

const noSuchExport = () => new Refusal('not_found', m.noSuchExport())

async function readTexts({ tx }: Call, id: string) {
  const row = await exportedTexts(tx, id)
  if (!row) throw noSuchExport()
  return row
}

export const yearHandlers: Handlers<typeof yearRoutes> = {
  getYear: async ({ tx, now, params: { year } }) => {
    const [declaration, exports, first, requests] = await Promise.all([
      readDeclaration(tx, year),
      exportsOfYear(tx, year),
      firstPaidYear(tx),
      requestsOfYear(tx, year),
    ])
    const { partners, settings, fileObstacle } = declaration
    const thisYear = Number(isoDay(now, settings.time_zone).slice(0, 4))
    const alert = { payments: settings.occasional_payments, amountCents: settings.occasional_cents }
    return {
      year,
      years: Array.from({ length: Math.max(0, thisYear - (first ?? thisYear)) + 1 }, (_, index) => thisYear - index),
      thresholdCents: das2ThresholdCents(year),
      lines: partners.map((partner) => presentLine(partner, { hasCertificate: year < thisYear, requests })),
      sums: sumsByState(partners),
      fileMissing: fileObstacle && fileObstacleText(fileObstacle),
      individuals: presentIndividuals(partners, alert),
      alert,
      exports: exports.map((row) => presentExport(row, partners)),
    }
  },
  requestDeclarationData: (call) => requestDeclarationData(call, call.params.year, call.body),
  dataRequestMail: ({ tx, params: { year, partnerId } }) => dataRequestMail(tx, year, partnerId),
  exportDas2: async (call) => {
    const id = await exportDas2(call, call.params.year)
    const [row, { partners }] = await Promise.all([findExport(call.tx, id), readDeclaration(call.tx, call.params.year)])
    if (!row) throw noSuchExport()
    return presentExport(row, partners)
  },
  das2Table: async (call) => {
    const { year, table_text: table } = await readTexts(call, call.params.id)
    return { fileName: `das2-${year}.csv`, table: Readable.from([table], { objectMode: false }) }
  },
  das2File: async (call) => {
    const { file_text: file } = await readTexts(call, call.params.id)
    if (file === null) throw noSuchExport()
    return { content: Buffer.from(file, 'latin1'), mediaType: 'text/plain; charset=iso-8859-1' }
  },
  listCertificates: async (call) => ({ years: await certificateYears(call.tx, partnerOf(call).id, call.now) }),
  certificate: async (call) => ({ content: await certificatePdf(call, call.params), mediaType: 'application/pdf' }),
  journalCsv,
  getYearSettings: async ({ tx }) => yearSettingsOf(await programmeSettings(tx)),
  saveYearSettings: async (call) => {
    await saveYearSettings(call, call.body)
    return yearSettingsOf(await programmeSettings(call.tx))
  },
}

export const yearSlice = slice({ routes: yearRoutes, handlers: yearHandlers, mails: declarationEventHandlers })
