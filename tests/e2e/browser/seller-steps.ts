import type { Page } from "playwright"
import { aPhoto } from "#tests/support/pictures.ts"
import { PASSWORD } from "#tests/support/sign-in.ts"

export const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click()
export const atStep = (page: Page, step: number) => page.waitForURL(`**/market?tab=register&step=${step}`)

export async function fillAccount(page: Page, email: string) {
  await page.getByLabel("First Name").fill("Grace")
  await page.getByLabel("Last Name").fill("Hopper")
  await page.getByLabel("Email", { exact: true }).fill(email)
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD)
  await page.getByLabel("Confirm Password", { exact: true }).fill(PASSWORD)
  await page.getByRole("checkbox").check()
}

export async function fillAddress(page: Page) {
  await page.getByLabel("Address", { exact: true }).fill("75 9th Ave")
  await page.getByLabel("City").fill("New York")
  await page.getByLabel("State").selectOption("NY")
  await page.getByLabel("Zip").fill("10011")
}

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

export async function toFiles(page: Page, email: string) {
  await page.goto("/market?tab=register")
  await fillAccount(page, email)
  await press(page, "Next")
  await atStep(page, 2)
  await fillAddress(page)
  await press(page, "Next")
  await atStep(page, 3)
  await fillMarket(page)
  await press(page, "Next")
  await atStep(page, 4)
}

export async function chooseFiles(page: Page) {
  await page.getByLabel("Photo ID of the owner").setInputFiles(await aPhoto("passport.jpg"))
  await page.getByLabel("Picture of the market").setInputFiles(await aPhoto("stall.jpg"))
  await page.getByLabel("Certificate or license").setInputFiles(await aPhoto("license.jpg"))
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

export async function onboard(page: Page, ssn: string) {
  await fillIdentity(page, ssn)
  await press(page, "Next")
  await page.getByRole("radio", { name: "No" }).check()
  await page.getByLabel("What you be selling").fill("Vegetables and fruit")
  await press(page, "Next")
  await fillBank(page)
  await page.getByLabel("Payout Schedule").selectOption("weekly")
  await page.getByRole("checkbox").check()
  await press(page, "Submit")
  await page.waitForURL("**/thankyou")
}

/** A deliverer's payout account, on their own page. */
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

export async function fillPlanCard(page: Page, number: string) {
  await page.getByPlaceholder("4242 4242 4242 4242").fill(number)
  await page.getByPlaceholder("MM / YY").fill("12 / 34")
  await page.getByPlaceholder("123").fill("123")
}
