import { Anchor, Button, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { visitorPaths } from '#access/domain/visitor-paths.ts'
import { useSettings } from '#platform/web/app/session/session.ts'
import { Brand } from '#platform/web/ui/page/brand.tsx'
import { LanguageLinks } from '#platform/web/ui/page/language-links.tsx'
import { LegalLinks } from '#platform/web/ui/page/legal-links.tsx'
import { m } from '../messages/messages.ts'
import classes from './auth-layout.module.css'

/** The title that was shown last, and where: another one there is that of the next step. */
let shown = { path: '', title: '' }

/** Layout of all pages for guests. The title of a next step gets the focus, unless a field of it has that. */
export function AuthLayout({ title, intro, children }: { title: string; intro?: string; children: ReactNode }) {
  const settings = useSettings()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = title
    const isNext = shown.path === location.pathname && shown.title !== title
    shown = { path: location.pathname, title }
    if (isNext && document.activeElement === document.body) heading.current?.focus()
  }, [title])
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <Link to="/" className={classes.home}>
          <Brand settings={settings} />
        </Link>
        <LanguageLinks />
      </header>
      <main className={classes.panel}>
        <Title ref={heading} tabIndex={-1} order={1} fz={28} mb={4} className={classes.title ?? ''}>
          {title}
        </Title>
        {intro && (
          <Text c="var(--ink-soft)" mb="lg">
            {intro}
          </Text>
        )}
        {children}
      </main>
      <LegalLinks settings={settings} />
    </div>
  )
}

/** Shown if a link could not be checked. */
export function UnreadableLink({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <AuthLayout title={m.linkUnreadable()} intro={error.message}>
      <Button onClick={onRetry}>{m.tryAgain()}</Button>
    </AuthLayout>
  )
}

/** Shown for an invalid or expired link, with what to do. */
export function DeadLink({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <AuthLayout title={m.linkDead()} intro={text}>
      {children ?? (
        <Anchor component={Link} to={visitorPaths.signIn}>
          {m.goToSignIn()}
        </Anchor>
      )}
    </AuthLayout>
  )
}
