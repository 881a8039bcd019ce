/** Whether the device has a sheet of its own by which texts and links are shared, and files where `file` is given. */
export function hasShareSheet(file?: File): boolean {
  if (!('share' in navigator)) return false
  return !file || (navigator.canShare?.({ files: [file] }) ?? false)
}

/**
 * Opens the device's sheet. `dismissed`: it was closed without sharing; `late`: the browser wants another press, since what is
 * shared took long to come.
 */
export async function shareBySheet(content: ShareData): Promise<'shared' | 'dismissed' | 'late'> {
  try {
    await navigator.share(content)
    return 'shared'
  } catch (error) {
    const { name } = error as DOMException
    if (name === 'AbortError') return 'dismissed'
    if (name === 'NotAllowedError') return 'late'
    throw error
  }
}
