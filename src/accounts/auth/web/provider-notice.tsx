import '@mantine/core/styles/Alert.layer.css'
import { Alert } from '@mantine/core'

/** Why the provider did not sign somebody in, and what they can do. */
export default function ProviderNotice({ text }: { readonly text: string }) {
  return (
    <Alert role="alert" color="yellow" mb="lg">
      {text}
    </Alert>
  )
}
