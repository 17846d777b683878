import type { Page } from "playwright"

export const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click()
export const atStep = (page: Page, step: number) => page.waitForURL(`**/market?tab=register&step=${step}`)

export async function chooseDay(page: Page, day: string, open: string, close: string) {
  const group = page.getByRole("group", { name: day })
  await group.getByLabel("Opens").selectOption(open)
  await group.getByLabel("Closes").selectOption(close)
}

export async function fillMarket(page: Page) {
  await page.getByLabel("Market Name").fill("Grace's Greens")
  await page.getByLabel("Phone").fill("2125550134")
  await chooseDay(page, "Monday-Friday", "8am", "7pm")
  await chooseDay(page, "Saturday", "9am", "3pm")
  await chooseDay(page, "Sunday", "Closed", "Closed")
}

export async function fillIdentity(page: Page, ssn: string) {
  await page.getByLabel("Date of Birth").fill("01/02/1990")
  await page.getByLabel("Social Security Number", { exact: true }).pressSequentially(ssn)
}

export async function fillBank(page: Page) {
  await page.getByLabel("Account Number").fill("000123456789")
  await page.getByLabel("Routing Number").fill("110000000")
  await page.getByLabel("Account Name Holder").fill("Sam Seller")
}

/** Connects a courier's payout account on their own page. */
export async function connectCourier(page: Page) {
  await page.goto("/stripe")
  await fillIdentity(page, "000000000")
  await press(page, "Next")
  await fillBank(page)
  await page.getByLabel("Payout Schedule").selectOption("weekly")
  await page.getByRole("checkbox").check()
  await press(page, "Submit")
  await page.waitForURL("**/thank-you")
}

export async function fillSubscriptionCard(page: Page, number: string) {
  await page.getByPlaceholder("4242 4242 4242 4242").fill(number)
  await page.getByPlaceholder("MM / YY").fill("12 / 34")
  await page.getByPlaceholder("123").fill("123")
}
