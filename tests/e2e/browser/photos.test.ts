import { asc, eq } from "drizzle-orm"
import type { Page } from "playwright"
import { describe, it } from "vitest"
import { couriers, images, markets, productImages, users } from "#db/schema/index.ts"
import { accessibilityFaults, pixelsTooWide } from "#tests/support/accessibility.ts"
import { type PageOptions, useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { aProduct } from "#tests/support/factories/markets.ts"
import { hydrated } from "#tests/support/hold-react.ts"
import {
  aPhoto,
  cutOff,
  heicPhoto,
  notAPhoto,
  phonePhoto,
  unreadableLargePhoto,
  withoutEnd,
} from "#tests/support/images.ts"
import { addImages, aSeller, listed, next, productsOf, toImages } from "#tests/support/seller-wizard.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { visitor } from "#tests/support/visitor.ts"
import { COURIER, SELLER } from "#tests/support/wizard-steps.ts"

const server = useSharedServer()
const browser = useBrowser()
const db = () => server.database.db

const PHONE: PageOptions = { viewport: "phone", context: { hasTouch: true, isMobile: true } }
const FULL = "You have cannot upload more than 7 images"

const photoField = (page: Page) => page.getByLabel("Photo", { exact: true })
const onTheirWay = (page: Page) => page.getByRole("list", { name: "Photos uploading" }).getByRole("listitem")

/** A phone on the last step of a registration. */
async function atFiles(path: string, steps: typeof SELLER, email: string) {
  const person = await visitor(server)
  let form = await person.open(`${path}?tab=register`)
  for (const { good, button } of steps)
    form = await form.send({ ...good, ...(good.email ? { email } : {}) }, button)
  const page = await browser.visit(server.url, PHONE)
  await page
    .context()
    .addCookies([...person.cookies].map(([name, value]) => ({ name, value, url: server.url })))
  await page.goto(form.path)
  await hydrated(page)
  return page
}

const ownerOf = async (email: string) => {
  const [user] = await db().select().from(users).where(eq(users.email, email))
  return user!.id
}

describe("a phone's photo of 6 MB", () => {
  it("registers a market three times over: kept when the page is loaded again, gone after Back", {
    tags: ["REG-28", "FORM-3"],
    timeout: 120_000,
  }, async () => {
    expect((await phonePhoto()).buffer.byteLength).toBeGreaterThan(6_000_000)
    const email = `phone-${crypto.randomUUID()}@seller.test`
    const page = await atFiles("/market", SELLER, email)
    await page.getByLabel("Photo ID of the owner").setInputFiles(await phonePhoto("passport.jpg"))
    await expect(page.getByText("Choose another photo to replace it.")).toBeVisible()
    await page.reload()
    await hydrated(page)
    await expect(page.getByAltText("Photo ID of the owner, already sent")).toBeVisible()
    await page.getByRole("button", { name: "Back" }).click()
    await next(page)
    await expect(page.getByRole("button", { name: "Submit" })).toBeVisible()
    await expect(page.getByText("Choose another photo to replace it.")).toHaveCount(0)

    const labels = ["Photo ID of the owner", "Photo of the market", "Certificate or license"]
    for (const [number, label] of labels.entries())
      await page.getByLabel(label).setInputFiles(await phonePhoto(`${number}.jpg`, number))
    // The form waits for unfinished uploads.
    await page.getByRole("button", { name: "Submit" }).click()
    await expect(page.getByText("We sent a confirmation link to")).toBeVisible()
    const [market] = await db()
      .select()
      .from(markets)
      .where(eq(markets.userId, await ownerOf(email)))
    const stored = await db().select().from(images).where(eq(images.ownerId, market!.userId))
    expect(stored).toHaveLength(3)
    // Stored upright, as the photo was taken.
    for (const { width, height } of stored) expect(height!).toBeGreaterThan(width!)
  })

  it("is taken with the camera as a courier's ID", { tags: ["REG-28"] }, async () => {
    const email = `phone-${crypto.randomUUID()}@courier.test`
    const page = await atFiles("/express", COURIER, email)
    const camera = page.getByLabel("Take a photo")
    await expect(camera).toHaveAttribute("capture", "environment")
    await camera.setInputFiles(await phonePhoto("license.jpg"))
    await expect(page.getByText("Choose another photo to replace it.")).toBeVisible()
    await page.getByRole("button", { name: "Submit" }).click()
    await expect(page.getByText("We sent a confirmation link to")).toBeVisible()
    const [courier] = await db()
      .select()
      .from(couriers)
      .where(eq(couriers.userId, await ownerOf(email)))
    expect(courier!.photoId).toBeTruthy()
  })

  it("is listed with others of a product, and the sentence stands where the field was at seven", {
    tags: ["LIST-6", "LIST-7", "LIST-23"],
    timeout: 120_000,
  }, async () => {
    const { page, market } = await aSeller(server, browser, PHONE)
    await toImages(page)
    await hydrated(page)
    const small = await Promise.all(
      ["#100", "#200", "#300", "#400"].map((color) => aPhoto("small.jpg", color)),
    )
    await photoField(page).setInputFiles([
      await phonePhoto("front.jpg"),
      notAPhoto("letter.png"),
      await phonePhoto("crate.jpg", 1),
      ...small,
    ])
    await expect(listed(page, "Photos")).toHaveCount(6)
    // The rejected file is listed next to the saved ones, with the reason.
    await expect(onTheirWay(page)).toHaveCount(1)
    await expect(onTheirWay(page)).toContainText("letter.png")
    await expect(onTheirWay(page)).toContainText("This file isn't an image we can read.")
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await pixelsTooWide(page)).toBeLessThanOrEqual(0)
    await page.getByRole("button", { name: "Remove letter.png" }).click()
    await addImages(page, ["#500"])
    await expect(page.getByText(FULL)).toBeVisible()
    await expect(photoField(page)).toHaveCount(0)
    expect(await accessibilityFaults(page)).toEqual([])
    await next(page, "Submit")
    await page.waitForURL("**/market-dashboard")
    const [plums] = await productsOf(server, market.id)
    expect(await db().$count(productImages, eq(productImages.productId, plums!.id))).toBe(7)
  })
})

describe("photos of a product", () => {
  it("are put in order with the keyboard and by dragging; the first is the cover, also for customers", {
    tags: ["LIST-23"],
  }, async () => {
    const { page, market } = await aSeller(server, browser, { viewport: "phone" })
    const { id } = await aProduct(db(), market)
    await page.goto(`/edit-product?product=${id}`)
    await hydrated(page)
    await addImages(page, ["#a00", "#0a0", "#00a"])
    const order = () => listed(page, "Photos").evaluateAll((all) => all.map((one) => one.dataset.photo))
    const stored = async () => {
      const rows = await db()
        .select()
        .from(productImages)
        .where(eq(productImages.productId, id))
        .orderBy(asc(productImages.position))
      return rows.map(({ imageId }) => imageId)
    }
    const [red, green, blue] = await order()
    await page.getByRole("button", { name: "Earlier: photo 3" }).press("Enter")
    await expect.poll(order).toEqual([red, blue, green])
    await expect(page.getByRole("button", { name: "Earlier: photo 2" })).toBeFocused()
    await page.keyboard.press("Enter")
    await expect.poll(stored).toEqual([blue, red, green])
    await expect(page.getByText("This photo is now the cover.")).toBeAttached()
    await expect(listed(page, "Photos").first()).toContainText("Cover")

    const handles = page.locator(".photo-handle")
    const [from, to] = [await handles.nth(0).boundingBox(), await handles.nth(2).boundingBox()]
    await page.mouse.move(from!.x + 9, from!.y + 9)
    await page.mouse.down()
    await page.mouse.move(to!.x + 9, to!.y + 9, { steps: 5 })
    await page.mouse.up()
    await expect.poll(stored).toEqual([red, green, blue])

    // A slow phone may report several moves over one image before it renders the first.
    const last = (await handles.nth(2).boundingBox())!
    const first = (await handles.nth(0).boundingBox())!
    await page.mouse.move(last.x + 9, last.y + 9)
    await page.mouse.down()
    await handles.nth(2).evaluate(
      (handle, at) => {
        for (let moves = 0; moves < 4; moves++)
          handle.dispatchEvent(new PointerEvent("pointermove", { bubbles: true, ...at }))
      },
      { clientX: first.x + 9, clientY: first.y + 9 },
    )
    await page.mouse.up()
    await expect.poll(stored).toEqual([blue, red, green])
    await page.reload()
    await expect.poll(order).toEqual([blue, red, green])
  })

  it("are stopped while they go up, and the others go on", { tags: ["LIST-24"] }, async () => {
    const { page } = await aSeller(server, browser, PHONE)
    await toImages(page)
    await hydrated(page)
    let asked = 0
    await page.route("**/product-photo", async (route) => {
      asked += 1
      if (asked > 1) await route.continue()
    })
    await photoField(page).setInputFiles([await phonePhoto("first.jpg"), await aPhoto("second.jpg")])
    await expect(onTheirWay(page).first()).toContainText(/Making it smaller|Sending/)
    await expect(onTheirWay(page).nth(1)).toContainText("Waiting")
    await expect.poll(() => asked).toBe(1)
    await expect(onTheirWay(page).first()).toContainText("Sending")
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole("button", { name: "Stop first.jpg" }).click()
    await expect(listed(page, "Photos")).toHaveCount(1)
    await expect(onTheirWay(page)).toHaveCount(0)
  })

  it("get the place of a file that fails, chosen before them or with them", {
    tags: ["LIST-7", "LIST-74"],
  }, async () => {
    const { page } = await aSeller(server, browser, PHONE)
    await toImages(page)
    await hydrated(page)
    const photos = await Promise.all(
      ["#100", "#200", "#300", "#400", "#500", "#600", "#700", "#800"].map((color, at) =>
        aPhoto(`photo-${at + 1}.jpg`, color),
      ),
    )
    await photoField(page).setInputFiles(notAPhoto("before.jpg"))
    await expect(onTheirWay(page)).toContainText("This file isn't an image we can read.")
    await photoField(page).setInputFiles([notAPhoto("with.jpg"), ...photos.slice(0, 7)])
    await expect(listed(page, "Photos")).toHaveCount(7)
    await expect(onTheirWay(page)).toHaveCount(2)
    await expect(page.getByText("7 of 7")).toBeVisible()
    // The row of an eighth photo shows an error: it is one too many.
    await page.getByRole("button", { name: "Delete photo 7" }).click()
    await expect(page.getByText("6 of 7")).toBeVisible()
    await expect(page.getByText(FULL)).toHaveCount(0)
    await photoField(page).setInputFiles(photos.slice(6))
    await expect(page.getByText("7 of 7")).toBeVisible()
    await expect(onTheirWay(page)).toHaveCount(2)
    await expect(page.getByText(FULL)).toHaveCount(1)
  })

  it("wait for Submit, not the other way round", { tags: ["LIST-8"] }, async () => {
    const { page, market } = await aSeller(server, browser, PHONE)
    await toImages(page)
    await hydrated(page)
    await photoField(page).setInputFiles([await phonePhoto(), await aPhoto()])
    await next(page, "Submit")
    await page.waitForURL("**/market-dashboard")
    const [plums] = await productsOf(server, market.id)
    expect(await db().$count(productImages, eq(productImages.productId, plums!.id))).toBe(2)
  })

  it("above 1 MB that the browser cannot make smaller stay on the phone, with what is wrong with each", {
    tags: ["IMAGE-2", "IMAGE-99", "IMAGE-101"],
  }, async () => {
    const { page } = await aSeller(server, browser, PHONE)
    await toImages(page)
    await hydrated(page)
    let sent = 0
    await page.route("**/product-photo", (route) => {
      sent += 1
      return route.abort()
    })
    const large = await phonePhoto()
    for (const [photo, says] of [
      [heicPhoto(), "Please choose a JPEG, PNG, WebP or AVIF."],
      [unreadableLargePhoto(), "File size exceeds 1MB. Please select a smaller file."],
      [cutOff(large), "The photo didn't upload completely. Choose it again."],
      [
        { ...large, buffer: large.buffer.subarray(0, -40_000) },
        "The photo didn't upload completely. Choose it again.",
      ],
    ] as const) {
      await photoField(page).setInputFiles(photo)
      await expect(onTheirWay(page)).toContainText(says)
      await expect(page.getByRole("button", { name: "Try again" })).toBeVisible()
      await page.getByRole("button", { name: `Remove ${photo.name}` }).click()
    }
    expect(sent).toBe(0)
  })

  it("without an end mark are taken, small and large", { tags: ["IMAGE-100"] }, async () => {
    const { page } = await aSeller(server, browser, PHONE)
    await toImages(page)
    await hydrated(page)
    await photoField(page).setInputFiles([withoutEnd(await aPhoto()), withoutEnd(await phonePhoto())])
    await expect(listed(page, "Photos")).toHaveCount(2)
    await expect(onTheirWay(page)).toHaveCount(0)
  })

  it("read it without JavaScript beside the ones that were taken", {
    tags: ["IMAGE-2", "NOJS-5"],
  }, async () => {
    const { page } = await aSeller(server, browser, { ...PHONE, javaScript: false })
    await toImages(page)
    await photoField(page).setInputFiles([await aPhoto("small.jpg"), await phonePhoto("large.jpg")])
    await page.getByRole("button", { name: "Add the photo" }).click()
    await expect(page.locator("#image-error")).toHaveText(
      "large.jpg: File size exceeds 1MB. Please select a smaller file.",
    )
    await expect(listed(page, "Photos")).toHaveCount(1)
    await expect(page.getByLabel("Take a photo")).toHaveCount(0)
  })
})
