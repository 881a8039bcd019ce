import { useEffect, useRef } from 'react'
import { NavLink } from 'react-router'
import classes from './page-tabs.module.css'

/** A page of the group, as its tab names it. */
export interface PageTab {
  readonly label: string
  readonly path: string
}

/** Links between the pages that share one entry of the menu; the first is the entry's own. Nothing for a page alone. */
export function PageTabs({ label, tabs }: { readonly label: string; readonly tabs: readonly PageTab[] }) {
  const bar = useRef<HTMLElement>(null)
  // On a phone the bar is wider than the page, so the current tab is scrolled into view.
  useEffect(() => {
    const current = bar.current?.querySelector<HTMLElement>('[aria-current]')
    if (current) bar.current?.scrollTo({ left: current.offsetLeft - bar.current.offsetLeft - 16 })
  }, [])
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
