/** The password's requirements, shown before typing; errors repeat them in the specification's words. */
export function PasswordRules() {
  return <>At least 10 characters, with an upper and a lower case letter and one of @ # $ % ^ & *</>
}
