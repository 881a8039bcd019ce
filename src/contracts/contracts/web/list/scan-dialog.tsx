import { Button, Group, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { Contract } from '../../api.ts'
import { uploadRules } from '#platform/domain/files.ts'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts.ts'
import { Dropzone } from '#platform/web/ui/dropzone.tsx'
import { attachScan } from '../data.ts'
import { Dialog } from '#platform/web/ui/dialog.tsx'

/** Dialog that attaches a scan to a contract validated by hand. Mounted only while open. */
export function ScanDialog({ row, onClose }: { row: Contract; onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const [fault, setFault] = useState<string>()
  const [progress, setProgress] = useState<number | null>(null)
  const leaving = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    leaving.current = controller
    return () => controller.abort()
  }, [])

  const keep = async () => {
    if (!file) return setFault('Please choose the scan')
    const { signal } = leaving.current
    setProgress(0)
    try {
      await attachScan(row.id, file, setProgress, signal)
      toastSuccess('Scan added', `It is kept with ${row.title}`)
      onClose()
    } catch (error) {
      if (signal.aborted) return
      setFault((error as Error).message)
      setProgress(null)
      toastFailure('Upload failed', error)
    }
  }
  return (
    <Dialog onClose={onClose} filled={file !== null} title="Scan of the signed paper">
      <Stack>
        <Text>
          {row.title} of {row.partner.name} is validated by hand. A scan of the paper can be kept with it
          {row.scanUrl ? '; it takes the place of the one that is there.' : ', now or later.'}
        </Text>
        <Dropzone
          label="Scan"
          hint="PDF, JPEG or PNG, 10 MB at most"
          accept=".pdf,.jpg,.jpeg,.png"
          file={file}
          onFile={(next) => {
            setFile(next)
            setFault(next && next.size > uploadRules.scan.maxBytes ? uploadRules.scan.tooLarge : undefined)
          }}
          error={fault}
          progress={progress}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {row.scanUrl ? 'Cancel' : 'Without a scan'}
          </Button>
          <Button loading={progress !== null} onClick={() => void keep()}>
            Keep the scan
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
