import { QueryClientProvider } from '@tanstack/react-query'
import { useReducer } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { partner } from '#test/components/people.ts'
import { queryClient, resetQueries } from '../queries/query-client.ts'
import { useMe } from './session.ts'

let renderAgain: () => void

function Part() {
  const { fullName } = useMe()
  const [times, again] = useReducer((count: number) => count + 1, 1)
  renderAgain = () => flushSync(again)
  return `${fullName} ${times}`
}

test('a part of the page that is rendered once more after its session has ended shows whose it was', () => {
  resetQueries(partner)
  const container = document.createElement('div')
  const root = createRoot(container)
  flushSync(() => root.render(<QueryClientProvider client={queryClient}>{<Part />}</QueryClientProvider>))
  expect(container.textContent).toBe('Camille Lefèvre 1')
  resetQueries(null)
  renderAgain()
  expect(container.textContent).toBe('Camille Lefèvre 2')
  root.unmount()
})
