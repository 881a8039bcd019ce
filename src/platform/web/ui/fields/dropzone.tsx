import { Button, Group, Progress, Text } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { currentLocale } from '#platform/domain/languages.ts'
import { m } from '#platform/messages/messages.ts'
import { IconFile, IconUpload, IconX } from '../icons.ts'
import { SoftText } from '../soft-text.ts'
import classes from './dropzone.module.css'

interface DropzoneProps {
  readonly label: string
  readonly hint: string
  /** File types offered by the picker; the server detects the actual type. */
  readonly accept: string
  readonly file: File | null
  readonly onFile: (file: File | null) => void
  /** Takes several files at once; without it the first one is taken. */
  readonly onFiles?: (files: readonly File[]) => void
  readonly error?: string | undefined
  /** Upload progress from 0 to 1; null if not uploading. */
  readonly progress: number | null
  /** Says what can be dropped, before the button that chooses it. */
  readonly drop?: string
}

/** Input for one file, with upload progress. */
export function Dropzone({ label, hint, accept, file, onFile, onFiles, error, progress, drop = m.dropFile() }: DropzoneProps) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const id = useId()
  const take = (files: FileList | null) => {
    if (onFiles && files && files.length > 1) onFiles([...files])
    else onFile(files?.[0] ?? null)
  }
  return (
    <div>
      <Text fz="sm" fw={600} mb={4} id={`${id}-label`}>
        {label}
      </Text>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard */}
      <div
        className={classes.zone}
        data-over={over || undefined}
        data-error={error ? true : undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          take(event.dataTransfer.files)
        }}
      >
        <input
          ref={input}
          type="file"
          accept={accept}
          className={classes.input}
          aria-labelledby={`${id}-label`}
          aria-describedby={error ? `${id}-error` : undefined}
          multiple={onFiles !== undefined}
          onChange={(event) => take(event.target.files)}
        />
        {file ? (
          <Group justify="space-between" wrap="nowrap" gap="sm">
            <Group gap={8} wrap="nowrap" miw={0}>
              <IconFile size={18} aria-hidden="true" />
              <Text fz="sm" truncate>
                {file.name}
              </Text>
              <SoftText fz="xs" className="figure">
                {m.kilobytes({ size: Math.max(1, Math.round(file.size / 1024)).toLocaleString(currentLocale()) })}
              </SoftText>
            </Group>
            {progress === null && (
              <Button
                size="compact-sm"
                variant="subtle"
                leftSection={<IconX size={14} aria-hidden="true" />}
                onClick={() => {
                  if (input.current) input.current.value = ''
                  onFile(null)
                }}
              >
                {m.removeFile()}
              </Button>
            )}
          </Group>
        ) : (
          <Group gap="sm" justify="center">
            <IconUpload size={18} aria-hidden="true" />
            <Text fz="sm">{drop}</Text>
            <Button size="compact-sm" variant="default" onClick={() => input.current?.click()}>
              {m.chooseFile()}
            </Button>
          </Group>
        )}
        {progress !== null && <Progress mt="sm" value={progress * 100} aria-label={m.uploadProgress()} />}
      </div>
      <Text
        fz="xs"
        c={error ? 'var(--danger-ink)' : 'var(--ink-soft)'}
        id={`${id}-error`}
        role={error ? 'alert' : undefined}
        mt={4}
      >
        {error ?? hint}
      </Text>
    </div>
  )
}
