import type { RememberedMapping } from '#imports/api.ts'
import { type ImportKind, kindsOfImport } from '#imports/domain/kinds.ts'
import { emptyMapping, leftOut, mapColumns } from '#imports/domain/mapping.ts'
import { ownTitles } from '#imports/domain/own-titles.ts'
import { recognise } from '#imports/domain/recognition.ts'
import { targetsOf } from '#imports/domain/targets.ts'
import type { KindHere } from '#imports/web/choices.ts'
import { formats } from '#imports/web/formats.ts'
import { firstMapping, withValues } from '#imports/web/propose-mapping.ts'
import { OpenFile } from '#imports/web/reading/open-file.ts'
import { requiredFileFields } from '#leads/leads/domain/lead-file.ts'
import { namedOffers } from './default-offers.ts'
import { namedStages } from './default-stages.ts'

/** The columns of each field of a file with these titles, as the page proposes them. */
export function mapTitles(kind: ImportKind, titles: readonly string[], samples: readonly (readonly string[])[] = []) {
  const recognition = recognise({ titles, samples, own: ownTitles(kind, []), formats, ...kindsOfImport[kind] })
  return mapColumns(kind, recognition, targetsOf(kind, true)).mapped
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
  const columns = mapColumns(kind, recognition, targets).mapped
  const kinds = { days: new Set<string>(), amounts: new Set<string>() }
  return file.rows(0, rowCount, { ...emptyMapping, columns }, targets, kinds).map(({ cells }) => cells)
}

/** The portal as a file is mapped on it: the stages and offers that it begins with, and one partner. */
const kindHere = (kind: ImportKind, partner: string): KindHere => ({
  kind,
  known: { kind, own: ownTitles(kind, []) },
  targets: targetsOf(kind, true),
  titleOf: (target) => target,
  required: kind === 'leads' ? ['partner', ...requiredFileFields([])] : ['email', 'fullName'],
  kinds: { days: new Set(['receivedOn']), amounts: new Set(['amount']) },
  choices:
    kind === 'leads'
      ? {
          status: [...namedStages.map(({ key }) => ({ value: key, label: key })), { value: leftOut, label: '' }],
          offer: namedOffers.map(({ key }) => ({ value: key, label: key })),
          partner: [{ value: partner, label: 'Marie Dupont' }],
        }
      : kind === 'partners'
        ? { state: [{ value: '', label: '' }] }
        : {},
  stages: namedStages,
})

/**
 * The rows of a file as the page sends them where somebody has answered what it asks: each required field that no column has gets
 * what all rows hold, each foreign value that is not known the first choice. `asked` says how much that was.
 */
export async function proposeFile(
  kind: ImportKind,
  bytes: Uint8Array<ArrayBuffer>,
  {
    address,
    partner,
    remembered = null,
  }: { readonly address: string; readonly partner: string; readonly remembered?: RememberedMapping | null },
) {
  const here = kindHere(kind, partner)
  const file = await OpenFile.read(new Blob([bytes]), here.known, {})
  const summary = file.summary()
  const { mapping: first, guessed } = firstMapping(summary, here, remembered, address)
  const read = { fileName: 'a.csv', summary, mapping: first, guessed, values: {}, questions: {}, remembered }
  const { mapping, values, questions } = await withValues(read, here, file)
  const lacking = here.required.filter((target) => !mapping.columns[target]?.length && !mapping.defaults[target])
  const usual: Readonly<Record<string, string>> = { partner, offer: 'star', amount: '0' }
  const unknown = Object.entries(values).flatMap(([target, counted]) =>
    counted
      .filter(({ value }) => !Object.hasOwn(mapping.values[target] ?? {}, value))
      .map(({ value }) => [target, value] as const),
  )
  const said = Object.fromEntries(
    Object.keys(values).map((target) => {
      const firstChoice = here.choices[target]?.[0]?.value ?? ''
      const chosen = unknown.filter(([each]) => each === target).map(([, value]) => [value, firstChoice])
      return [target, { ...mapping.values[target], ...Object.fromEntries(chosen) }]
    }),
  )
  const whole = {
    ...mapping,
    values: said,
    defaults: { ...mapping.defaults, ...Object.fromEntries(lacking.map((target) => [target, usual[target] ?? ''])) },
    days: mapping.days ?? ('dayFirst' as const),
    decimals: mapping.decimals ?? ('.' as const),
  }
  const mapped = file.rows(0, summary.rowCount, whole, here.targets, here.kinds)
  const used = new Set(Object.values(mapping.columns).flat())
  return {
    rows: mapped.flatMap(({ cells }) => (cells ? [cells] : [])),
    asked: lacking.length + unknown.length + Object.keys(questions).length,
    ignored: summary.titles.filter((_, column) => !used.has(column)),
    whole,
    summary,
  }
}
