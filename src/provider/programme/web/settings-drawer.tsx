// ColorInput is used here only: its style does not load with every page.
import '@mantine/core/styles/ColorSwatch.layer.css'
import '@mantine/core/styles/ColorPicker.layer.css'
import '@mantine/core/styles/Slider.layer.css'
import '@mantine/core/styles/ColorInput.layer.css'
import { Button, ColorInput, Group, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { settingsForm, settingsRoutes } from '#platform/api/identity.ts'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { uploadFile } from '#platform/web/app/requests/upload.ts'
import { useSettings } from '#platform/web/app/session/session.ts'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { Dropzone } from '#platform/web/ui/fields/dropzone.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'

/** The provider's identity, used on all pages and in mail. */
export default function SettingsDrawer({ onClose }: { onClose: () => void }) {
  const settings = useSettings()
  const [logo, setLogo] = useState<File | null>(null)
  const [removed, setRemoved] = useState(false)
  const [progress, setProgress] = useState<number | null>(null)
  const { logoUrl, commission: _, timeZone: _zone, ...initial } = settings
  const form = useDraftForm({
    shape: settingsForm,
    initial,
    wire: (values) => values,
    draft: 'settings',
    faultTitle: 'Validation error',
    send: async (input) => {
      const logoUploadId = logo ? (await uploadFile('logo', logo, setProgress)).id : removed ? null : undefined
      const body = logoUploadId === undefined ? input : { ...input, logoUploadId }
      queryClient.setQueryData(['settings'], await call(settingsRoutes.saveSettings, { body }))
      toastSuccess('Settings saved')
      onClose()
    },
    onFailure: (error) => {
      setProgress(null)
      toastFailure('Error', error)
    },
  })
  return (
    <FormDialog
      form={form}
      title="Provider settings"
      action="Save"
      cancel={null}
      filled={logo !== null || removed}
      side="left"
      onClose={onClose}
    >
      <TextInput label="Provider's name" {...form.text('providerName')} />
      <TextInput label="Tagline" {...form.text('tagline')} />
      <ColorInput
        label="Accent colour"
        eyeDropperButtonProps={{ 'aria-label': 'Pick a colour from the screen' }}
        description="Too light a colour is darkened where it has to be read."
        value={form.values.accentColour}
        error={form.faults.accentColour}
        onChange={(value) => form.set('accentColour', value)}
      />
      <Textarea label="Address" autosize minRows={2} {...form.text('address')} />
      <TextInput label="Contact e-mail" type="email" {...form.text('contactEmail')} />
      {logoUrl && !removed && !logo && (
        <Group justify="space-between">
          <img src={logoUrl} alt="Current logo" style={{ maxHeight: 40, maxWidth: 180 }} />
          <Button size="compact-sm" variant="default" onClick={() => setRemoved(true)}>
            Remove logo
          </Button>
        </Group>
      )}
      <Dropzone
        label="Logo"
        hint="PNG, JPEG or WebP, 1 MB at most"
        accept="image/png,image/jpeg,image/webp"
        file={logo}
        onFile={setLogo}
        progress={progress}
      />
      <SoftText fz="xs">Mail and pages use these at once.</SoftText>
    </FormDialog>
  )
}
