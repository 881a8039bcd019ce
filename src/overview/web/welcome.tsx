/** A name starts on a line of its own where it does not fit; the words before it stay where the server's page has them. */
export function Welcome({ words, name }: { words: string; name: string }) {
  return (
    <>
      {words}, <span style={{ display: 'inline-block' }}>{name}</span>
    </>
  )
}
