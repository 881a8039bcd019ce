import { type ReactNode, useEffect } from 'react'
import classes from './page-header.module.css'

export interface PageHeaderProps {
  readonly title: string
  /** The language of the title, as `subtitleLang` of the subtitle, where it is another one than the page's. */
  readonly lang?: string | undefined
  /** What the browser's tab and history call the page, where its heading is a quoted one. Default: the title. */
  readonly name?: string | undefined
  readonly subtitle?: ReactNode
  readonly subtitleLang?: string | undefined
  readonly children?: ReactNode
}

/** A page's name, what it is for, and its main actions. It also names the browser tab. */
export function PageHeader({ title, lang, name = title, subtitle, subtitleLang, children }: PageHeaderProps) {
  useEffect(() => {
    document.title = name
  }, [name])
  return (
    <div className={classes.head} data-keep-free>
      <div className={classes.words}>
        <h1 lang={lang}>{title}</h1>
        {typeof subtitle === 'string' && (
          <p lang={subtitleLang} title={subtitle}>
            {subtitle}
          </p>
        )}
        {subtitle && typeof subtitle !== 'string' && <p data-whole>{subtitle}</p>}
      </div>
      {children && <div className={classes.actions}>{children}</div>}
    </div>
  )
}
