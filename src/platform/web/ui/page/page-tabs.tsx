import { useEffect, useRef } from 'react'
import { NavLink } from 'react-router'
import classes from './page-tabs.module.css'

/** A page of the group, as its tab names it. */
export interface PageTab {
  readonly label: string
  readonly path: string
}

/** The bar of tabs. On a phone it is wider than the page, so the current tab is scrolled into view. */
export function useTabsInView(current?: string) {
  const bar = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is current then
  useEffect(() => {
    const tab = bar.current?.querySelector<HTMLElement>('[aria-current]')
    if (tab) bar.current?.scrollTo({ left: tab.offsetLeft - bar.current.offsetLeft - 16 })
  }, [current])
  return bar
}

/** Links between the pages that share one entry of the menu; the first is the entry's own. Nothing for a page alone. */
export function PageTabs({ label, tabs }: { readonly label: string; readonly tabs: readonly PageTab[] }) {
  const bar = useTabsInView()
  if (tabs.length < 2) return null
  return (
    <nav ref={bar} className={classes.tabs ?? ''} aria-label={label}>
      {tabs.map((tab, index) => (
        <NavLink key={tab.path} to={tab.path} end={index === 0}>
          {tab.label}
        </NavLink>
      ))}
    </nav>
  )
}
