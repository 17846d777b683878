/** What a password needs, said before it is typed; what is missing is said again in the specification's words. */
export function PasswordRules() {
  return <>At least 10 characters, with an upper and a lower case letter and one of @ # $ % ^ & *</>
}
