import { expect as impatient } from "playwright/test"

/**
 * Playwright's expectations with time for a machine that does other things as well: no test of ours is about how fast
 * a page is, and one that waits too short is red for nothing. What is measured stands in bench/.
 */
export const expect = impatient.configure({ timeout: 20_000 })
