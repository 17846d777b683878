/** An email address that wraps after its "@" if it is too long for the line, and nowhere else. */
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
