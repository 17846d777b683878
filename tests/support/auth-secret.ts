/** The signing key of all test installations, so that a test can create a session without a password. */
export const AUTH_SECRET = "a-secret-of-thirty-two-characters-for-tests"
