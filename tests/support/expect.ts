import { expect as impatient } from "playwright/test"

/**
 * Playwright's expectations with a long timeout, for a machine that is busy with other work. No test is about a page's
 * speed, so a short timeout would only fail for no reason. Speed is measured in bench/.
 */
export const expect = impatient.configure({ timeout: 20_000 })
