import { type ReactNode, useEffect } from 'react'
import classes from './page-header.module.css'

/** A page's name, what it is for, and its main actions. It also names the browser tab. */
export function PageHeader({ title, subtitle, children }: { title: string; subtitle?: ReactNode; children?: ReactNode }) {
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <div className={classes.head} data-keep-free>
      <div className={classes.words}>
        <h1>{title}</h1>
        {subtitle && <p>{subtitle}</p>}
      </div>
      {children && <div className={classes.actions}>{children}</div>}
    </div>
  )
}
