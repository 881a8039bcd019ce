import { useEffect, useRef, useState } from 'react'

/**
 * Takes files that are dropped anywhere in the window, except where something else has taken them, such as a field for a file.
 * Whether some are being dragged over it now, so that the page can say what it does with them.
 */
export function useFilesOverPage(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  const handler = useRef(onFiles)
  useEffect(() => {
    handler.current = onFiles
  })
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      // Without it the browser would open the file in the place of the page.
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      // Only leaving the window has nowhere to go to.
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      setOver(false)
      if (!hasFiles(event) || event.defaultPrevented) return
      event.preventDefault()
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length > 0) handler.current(files)
    }
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
    }
  }, [])
  return isOver
}
