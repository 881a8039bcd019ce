import { Anchor, Button, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { useSettings } from '../app/session.ts'
import { Brand } from '../ui/brand.tsx'
import classes from './auth-layout.module.css'

/** The frame of every page in front of the dashboard. */
export function AuthLayout({ title, intro, children }: { title: string; intro?: string; children: ReactNode }) {
  const settings = useSettings()
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <Link to="/" className={classes.home}>
          <Brand settings={settings} />
        </Link>
      </header>
      <main className={classes.panel}>
        <Title order={1} fz={28} mb={4}>
          {title}
        </Title>
        {intro && (
          <Text c="var(--ink-soft)" mb="lg">
            {intro}
          </Text>
        )}
        {children}
      </main>
    </div>
  )
}

/** The portal did not say what is behind a link. */
export function UnreadableLink({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <AuthLayout title="Impossible d’ouvrir ce lien" intro={error.message}>
      <Button onClick={onRetry}>Réessayer</Button>
    </AuthLayout>
  )
}

/** A link that does not work any more, and what to do about it. */
export function DeadLink({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <AuthLayout title="Ce lien n’est plus valable" intro={text}>
      {children ?? (
        <Anchor component={Link} to="/auth">
          Aller à la connexion
        </Anchor>
      )}
    </AuthLayout>
  )
}
