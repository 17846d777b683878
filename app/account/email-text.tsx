/** An email that breaks after its "@" where it is too long for its line, and not within a word. */
export function EmailText({ email }: { email: string }) {
  const at = email.indexOf("@") + 1
  return (
    <>
      <span>{email.slice(0, at)}</span>
      <wbr />
      <span>{email.slice(at)}</span>
    </>
  )
}
