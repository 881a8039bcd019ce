import { formats } from '#imports/domain/formats.ts'
import { type ImportKind, kindsOfImport } from '#imports/domain/kinds.ts'
import { emptyMapping, mapColumns } from '#imports/domain/mapping.ts'
import { ownTitles } from '#imports/domain/own-titles.ts'
import { recognise } from '#imports/domain/recognition.ts'
import { targetsOf } from '#imports/domain/targets.ts'
import { OpenFile } from '#imports/web/reading/open-file.ts'

/** The columns of each field of a file with these titles, as the page proposes them. */
export function mapTitles(kind: ImportKind, titles: readonly string[], samples: readonly (readonly string[])[] = []) {
  const recognition = recognise({ titles, samples, own: ownTitles(kind, []), formats, ...kindsOfImport[kind] })
  return mapColumns(kind, recognition, []).mapped
}

/** The rows of a file as the page sends them where nobody changes a thing. */
export async function mapFile(
  kind: ImportKind,
  bytes: Uint8Array<ArrayBuffer>,
  custom: readonly { readonly key: string; readonly name: string }[] = [],
) {
  const fields = custom.map(({ key, name }) => ({ target: `fields.${key}`, names: [name] }))
  const file = await OpenFile.read(new Blob([bytes]), { kind, own: ownTitles(kind, fields) }, {})
  const { recognition, rowCount } = file.summary()
  const targets = [...targetsOf(kind, true), ...fields.map(({ target }) => target)]
  const columns = mapColumns(
    kind,
    recognition,
    fields.map(({ target }) => target),
  ).mapped
  const kinds = { days: new Set<string>(), amounts: new Set<string>() }
  return file.rows(0, rowCount, { ...emptyMapping, columns }, targets, kinds).map(({ cells }) => cells)
}
