import { Group, NativeSelect } from '@mantine/core'
import { encodings } from '#platform/web/app/forms/decode-text.ts'
import { m } from '../messages/messages.ts'
import classes from './imports.module.css'
import type { ReadState } from './propose-mapping.ts'
import { type Choices, separators } from './reading/file-content.ts'

const encodingLabels = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252 (ANSI)',
  macintosh: 'Macintosh',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 BE',
}
const separatorLabels: Readonly<Record<string, string>> = { ';': ';', ',': ',', '\t': '⇥', '|': '|' }
const shownRows = 5

interface FilePreviewProps {
  readonly read: ReadState
  readonly onChoose: (choices: Choices) => void
}

/** The first rows as they were read, beside what was guessed to read them so: another guess reads the file again. */
export function FilePreview({ read: { summary }, onChoose }: FilePreviewProps) {
  const { encoding, separator, sheet, sheets, titles, preview } = summary
  return (
    <>
      <Group align="flex-end">
        {encoding && (
          <NativeSelect
            label={m.encoding()}
            data={encodings.map((value) => ({ value, label: encodingLabels[value] }))}
            value={encoding}
            onChange={({ currentTarget: { value } }) => {
              const chosen = encodings.find((each) => each === value)
              onChoose({ ...(chosen ? { encoding: chosen } : {}), ...(separator ? { separator } : {}) })
            }}
          />
        )}
        {separator && (
          <NativeSelect
            label={m.separator()}
            data={[...new Set([separator, ...separators])].map((value) => ({ value, label: separatorLabels[value] ?? value }))}
            value={separator}
            onChange={({ currentTarget: { value } }) => onChoose({ ...(encoding ? { encoding } : {}), separator: value })}
          />
        )}
        {sheets.length > 1 && (
          <NativeSelect
            label={m.sheet()}
            data={[...sheets]}
            value={sheet ?? ''}
            onChange={({ currentTarget: { value } }) => onChoose({ sheet: value })}
          />
        )}
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <section className={classes.preview} tabIndex={0} aria-label={m.firstRowsOfFile()}>
        <table className={classes.cells}>
          <thead>
            <tr>
              {titles.map((title, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a title can stand twice, and columns never move
                <th scope="col" key={column}>
                  {title || m.columnNumber({ number: column + 1 })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.slice(0, shownRows).map(({ number, cells }) => (
              <tr key={number}>
                {titles.map((_, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
                  <td key={column}>{(cells[column] ?? '').slice(0, 60)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}
