import { type Box, type Obstacle, toasterPlace } from './toaster-place.ts'

const titles = '.mantine-Modal-header, .mantine-Drawer-header'
/** Selects what a toast must not cover on the page: the bar, the page header and what floats. */
const ofPage = '[data-keep-free], button[type="submit"]'
const field = 'input, textarea, select'

/** Elements that a toast must not cover: those of the top dialog or, without one, of the page. */
function obstacles(): Obstacle[] {
  const obstacleList: Obstacle[] = []
  const add = (element: Element, weight: number) => {
    const box: Box = element.getBoundingClientRect()
    if (box.bottom > box.top) obstacleList.push({ box, weight })
  }
  const dialog = [...document.querySelectorAll('[role="dialog"]')].at(-1)
  if (dialog) {
    for (const title of dialog.querySelectorAll(titles)) add(title, 8)
    for (const button of dialog.querySelectorAll('button[type="submit"], [data-keep-free]')) add(button, 8)
    for (const button of dialog.querySelectorAll('button, a')) add(button, 1)
  }
  for (const part of document.querySelectorAll(ofPage)) if (!dialog?.contains(part)) add(part, dialog ? 2 : 8)
  const focused = document.activeElement
  // Its label above and its error below must stay visible too.
  if (focused?.matches(field)) add(focused.closest('.mantine-InputWrapper-root') ?? focused, 4)
  return obstacleList
}

/** Keeps toasts off titles, main buttons and the field that is being filled, above a phone's keyboard. Returns its end. */
export function keepFree(list: HTMLElement): () => void {
  const view = window.visualViewport
  const look = () => {
    const room = { width: document.documentElement.clientWidth, height: view ? view.height + view.offsetTop : innerHeight }
    const { left, top } = toasterPlace(room, { width: list.offsetWidth, height: list.offsetHeight }, obstacles())
    Object.assign(list.style, { left: `${left}px`, top: `${top}px`, right: 'auto', bottom: 'auto' })
  }
  look()
  let frame = 0
  const soon = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(look)
  }
  // A dialog that opens or closes moves the focus, and is gone a little later.
  let later: ReturnType<typeof setTimeout> | undefined
  const onFocus = () => {
    soon()
    clearTimeout(later)
    later = setTimeout(look, 300)
  }
  document.addEventListener('focusin', onFocus)
  document.addEventListener('scroll', soon, { capture: true, passive: true })
  addEventListener('resize', soon)
  view?.addEventListener('resize', soon)
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(later)
    document.removeEventListener('focusin', onFocus)
    document.removeEventListener('scroll', soon, { capture: true })
    removeEventListener('resize', soon)
    view?.removeEventListener('resize', soon)
  }
}
