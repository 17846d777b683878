import { expect as impatient } from "playwright/test"

/**
 * Playwright's expectations with a long timeout, for a machine that is busy with other work. No test checks a page's
 * speed, so a short timeout would only cause false failures. Speed is measured in bench/.
 */
export const expect = impatient.configure({ timeout: 20_000 })
