import { Button, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { formatReference, readReference } from '#platform/domain/references.ts'
import { useSettings } from '#platform/web/app/session/session.ts'
import { Dropzone } from '#platform/web/ui/fields/dropzone.tsx'
import { Brand } from '#platform/web/ui/page/brand.tsx'
import { LanguageLinks } from '#platform/web/ui/page/language-links.tsx'
import { LegalLinks } from '#platform/web/ui/page/legal-links.tsx'
import { m } from '../messages/messages.ts'
import { type FileAnswer, prepareCheck, referenceQuery, verifyFile } from './data.ts'
import { FileVerdict, ReferenceVerdict } from './verdict.tsx'
import classes from './verify-page.module.css'

/** Public verification of signed files and printed references. Files are read locally and not uploaded. */
export function Component() {
  const settings = useSettings()
  const [params, setParams] = useSearchParams()
  const pageReference = readReference(params.get('reference') ?? '')
  const verification = useQuery(referenceQuery(pageReference ?? ''))
  const check = useFileCheck(pageReference)
  useEffect(() => {
    document.title = m.verifySignedDocument()
    prepareCheck()
  }, [])
  return (
    <div className={classes.page}>
      <header className={classes.top}>
        <Link to="/" className={classes.home}>
          <Brand settings={settings} />
        </Link>
        <LanguageLinks />
      </header>
      <main className={classes.main}>
        <div>
          <Title order={1} fz={{ base: 28, sm: 40 }}>
            {m.verifySignedDocument()}
          </Title>
          <Text c="var(--ink-soft)" mt={6}>
            {m.verifyLead()}
          </Text>
        </div>
        <div className={classes.card}>
          <Dropzone
            label={m.signedFile()}
            hint={m.signedFileHint()}
            accept=".pdf"
            file={check.file}
            onFile={check.choose}
            progress={null}
            drop={m.dropPdf()}
          />
          <ReferenceForm
            key={pageReference}
            text={params.get('reference') ?? ''}
            onAsk={(reference) => setParams({ reference })}
          />
        </div>
        {check.busy && (
          <Text role="status" c="var(--ink-soft)">
            {m.readingFile()}
          </Text>
        )}
        {check.failure && (
          <p className={classes.error} role="alert">
            {check.failure}
          </p>
        )}
        {check.file && check.answer && <FileVerdict answer={check.answer} name={check.file.name} />}
        {!check.file && verification.error && (
          <p className={classes.error} role="alert">
            {verification.error.message}
          </p>
        )}
        {!check.file && verification.data && <ReferenceVerdict verification={verification.data} />}
        <Meaning />
      </main>
      <LegalLinks settings={settings} />
    </div>
  )
}

/** Checks one file at a time; results of replaced files are ignored. */
function useFileCheck(reference: string | null) {
  const [file, setFile] = useState<File | null>(null)
  const [answer, setAnswer] = useState<FileAnswer | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const latest = useRef<File | null>(null)
  const choose = (nextFile: File | null) => {
    latest.current = nextFile
    setFile(nextFile)
    setAnswer(null)
    setFailure(null)
    if (!nextFile) return
    verifyFile(nextFile, reference).then(
      (result) => latest.current === nextFile && setAnswer(result),
      (error: Error) => latest.current === nextFile && setFailure(error.message),
    )
  }
  return { file, answer, failure, choose, busy: file !== null && !answer && !failure }
}

function ReferenceForm({ text, onAsk }: { text: string; onAsk: (reference: string) => void }) {
  const first = readReference(text)
  const [typed, setTyped] = useState(first ? formatReference(first) : text)
  const [hasError, setHasError] = useState(text !== '' && !first)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const reference = readReference(typed)
    setHasError(!reference)
    if (reference) onAsk(reference)
  }
  return (
    <form className={classes.reference} onSubmit={submit} noValidate>
      <TextInput
        label={m.orReference()}
        name="reference"
        placeholder="XXXX-XXXX-XXXX-XXXX"
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
        value={typed}
        error={hasError && m.referenceError()}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setHasError(false)
        }}
      />
      <Button type="submit" variant="default">
        {m.verify()}
      </Button>
    </form>
  )
}

function Meaning() {
  return (
    <section className={classes.meaning}>
      <Title order={2} fz={16}>
        {m.meaning()}
      </Title>
      <p>{m.meaningOfSignatures()}</p>
      <p>{m.meaningOfReceipts()}</p>
      <p>
        {m.meaningOfCertificate()}{' '}
        <a href="/.well-known/esign-ca.pem" download>
          {m.downloadAuthority()}
        </a>
      </p>
    </section>
  )
}
