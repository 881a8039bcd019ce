import { currentLanguage } from '#platform/domain/languages.ts'
import { forgetOldShared } from './app-share.ts'

/**
 * Registers the service worker, which makes the portal installable. A browser that refuses it (a private window, an untrusted
 * certificate) shows the portal as before: only the page for when there is no network, and sharing into the portal, are missing.
 */
export async function registerWorker(): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false
  await forgetOldShared()
  return navigator.serviceWorker.register(`/service-worker.js?lang=${currentLanguage()}`, { updateViaCache: 'none' }).then(
    () => true,
    () => false,
  )
}
