/** The key of all installations in tests, so that a test can open a session without a password. */
export const AUTH_SECRET = "a-secret-of-thirty-two-characters-for-tests"
