import { and, eq } from "drizzle-orm"
import { describe, it } from "vitest"
import { images, productImages, variants } from "#db/schema/index.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { addPictures, addSize, aSeller, listed, next, productsOf } from "#tests/support/seller-wizard.ts"
import { useServer } from "#tests/support/server.ts"
import { WAYS } from "#tests/support/ways.ts"

const server = useServer()
const browser = useBrowser()

for (const { name, options } of WAYS)
  describe(`a seller ${name}`, () => {
    it("lists a vegetable, finds it among the products, edits and deletes it", async () => {
      const { page, market } = await aSeller(server, browser, options)
      await page.goto("/all-my-products")
      await page.getByRole("link", { name: "Insert a Product" }).first().click()
      await expect(page.getByRole("list", { name: /^Step 1/ }).getByRole("listitem")).toHaveText([
        "Category",
        "Description",
        "Images",
      ])
      await next(page)
      await expect(page.locator(".summary")).toContainText("Choose a category.")
      await page.getByLabel("Category").selectOption("Vegetables")
      await page.getByLabel("Price").fill("0.05")
      await page.getByLabel("Quantity").selectOption("70")
      await next(page)
      await expect(page.getByText("The price is at least 0.1.").last()).toBeVisible()
      await expect(page.getByLabel("Category")).toHaveValue("Vegetables")
      await page.getByLabel("Price").fill("3.25")
      await next(page)

      await page.getByLabel("Section").selectOption("Carrots")
      await page.getByLabel("Product name").fill("Bunched carrots")
      await page.getByLabel("Description").fill("Pulled this morning.")
      await next(page)
      await expect(page.getByRole("button", { name: "Submit" })).toBeVisible()
      await page.getByRole("button", { name: "Back" }).click()
      await expect(page.getByLabel("Product name")).toHaveValue("Bunched carrots")
      await page.reload()
      await expect(page.getByLabel("Description")).toHaveValue("Pulled this morning.")
      await next(page)

      await addPictures(page, ["#e67e22", "#27ae60"])
      await page.getByRole("button", { name: "Delete picture 2" }).click()
      await expect(listed(page, "Pictures")).toHaveCount(1)
      await next(page, "Submit")
      await page.waitForURL("**/market-dashboard")
      expect(await productsOf(server, market.id)).toHaveLength(1)

      await page.goto("/all-my-products?category=Vegetables")
      const tile = page.locator(".tile", { hasText: "Bunched carrots" })
      await expect(tile).toContainText("$3.25")
      await tile.getByRole("link", { name: "Edit Product: Bunched carrots" }).click()
      await expect(page.getByRole("navigation", { name: "Breadcrumb" })).toContainText(
        "HomeVegetablesCarrots",
      )
      await page.getByLabel("Price").fill("4")
      await page.getByLabel("Quantity").fill("0")
      await page.getByLabel("Name").fill("C")
      await page.getByRole("button", { name: "Update" }).click()
      await expect(page.locator(".summary")).toContainText("at least 2 characters")
      await expect(page.getByLabel("Price")).toHaveValue("4")
      await page.getByLabel("Name").fill("Carrots, bunched")
      await page.getByRole("button", { name: "Update" }).click()
      await expect(page.getByRole("heading", { name: "Carrots, bunched" })).toBeVisible()
      await expect(page.getByLabel("Price")).toHaveValue("4.00")
      await expect(page.getByLabel("Quantity")).toHaveValue("0")

      await page.getByRole("link", { name: "Delete", exact: true }).click()
      await page.getByRole("button", { name: "Delete the product" }).click()
      await page.waitForURL("**/market-dashboard")
      await page.goto("/all-my-products")
      await expect(page.getByText("You have not listed a product yet.")).toBeVisible()
    })

    it("lists a shoe with three sizes and four pictures, and edits one size", async () => {
      const { page, market } = await aSeller(server, browser, options)
      await page.goto("/add-product")
      await page.getByLabel("Category").selectOption("Shoes")
      await next(page)
      await expect(page.getByRole("list", { name: /^Step 2 of 4/ }).getByRole("listitem")).toHaveCount(4)
      await page.getByLabel("Section").selectOption("Steel Toe Shoes")
      await page.getByLabel("Product name").fill("Barn boots")
      await page.getByLabel("Description").fill("For mud.")
      await next(page)
      await expect(page.locator(".summary")).toContainText("Choose a gender.")
      await page.getByLabel("Gender").selectOption("Female")
      await page.getByLabel("Age", { exact: true }).selectOption("Womens")
      await next(page)

      await next(page)
      await expect(page.getByText("Add at least one size.").first()).toBeVisible()
      for (const [size, quantity, price] of [
        ["7", "3", "59.90"],
        ["7.5", "4", "59.90"],
        ["8", "5", "64.90"],
        ["9", "1", "64.90"],
      ] as const) {
        const before = await addSize(page, size, quantity, price)
        await expect(listed(page, "Sizes")).toHaveCount(before + 1)
        await expect(page.getByLabel("Price")).toHaveValue("")
      }
      await addSize(page, "8", "9", "1")
      await expect(page.getByLabel("Price")).toHaveValue(/^1?$/)
      await expect(listed(page, "Sizes")).toHaveCount(4)
      await page.getByRole("button", { name: "Delete size 9" }).click()
      await expect(listed(page, "Sizes")).toHaveText([
        /7.*3 pieces.*\$59\.90/,
        /7\.5/,
        /8.*5 pieces.*\$64\.90/,
      ])
      await next(page)
      await addPictures(page, ["#345", "#543", "#454", "#333"])
      await next(page, "Submit")
      await page.waitForURL("**/market-dashboard")

      const [boots] = await productsOf(server, market.id)
      expect(boots).toMatchObject({ category: "Shoes", gender: "Female", age: "Womens" })
      const sizes = () =>
        server.database.db
          .select()
          .from(variants)
          .where(eq(variants.productId, boots!.id))
          .orderBy(variants.position)
      expect((await sizes()).map((one) => [one.size, one.stock, one.priceCents])).toEqual([
        ["7", 3, 5990],
        ["7.5", 4, 5990],
        ["8", 5, 6490],
      ])
      const pictures = await server.database.db
        .select()
        .from(productImages)
        .where(eq(productImages.productId, boots!.id))
      expect(pictures).toHaveLength(4)
      await expect
        .poll(() =>
          server.database.db.$count(
            images,
            and(eq(images.ownerId, market.userId), eq(images.status, "ready")),
          ),
        )
        .toBe(4)

      await page.goto(`/edit-product?product=${boots!.id}`)
      await expect(page.getByRole("navigation", { name: "Breadcrumb" })).toHaveText(
        "HomeShoesSteel Toe ShoesFemaleWomens",
      )
      await expect(
        page.getByRole("list", { name: "Pictures", exact: true }).getByRole("listitem"),
      ).toHaveCount(4)
      if (options.javaScript !== false) await page.waitForSelector("html[data-hydrated]")
      await page.getByLabel("Size", { exact: true }).selectOption("8")
      if (options.javaScript === false) await page.getByRole("button", { name: "Show", exact: true }).click()
      await expect(page.getByLabel("Price of size 8")).toHaveValue("64.90")
      await page.getByLabel("Price of size 8").fill("70")
      await page.getByLabel("Quantity of size 8").fill("2")
      await page.getByRole("button", { name: "Update" }).click()
      await expect(page.getByLabel("Price of size 8")).toHaveValue("70.00")
      expect((await sizes()).map((one) => [one.size, one.stock, one.priceCents])).toEqual([
        ["7", 3, 5990],
        ["7.5", 4, 5990],
        ["8", 2, 7000],
      ])
      // The cookie remembers what the address leaves out.
      await page.goto("/edit-product")
      await expect(page.getByRole("heading", { name: "Barn boots" })).toBeVisible()
    })
  })
