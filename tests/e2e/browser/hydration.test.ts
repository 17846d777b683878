import { describe, it, onTestFinished } from "vitest"
import type { LayoutData, Session } from "#app/context.ts"
import { addToCart } from "#core/cart/add-to-cart.server.ts"
import { onSavedData, useBrowser } from "#tests/support/browser.ts"
import { ctxFor } from "#tests/support/database.ts"
import { expect } from "#tests/support/expect.ts"
import { aCustomerWith, twoMarkets } from "#tests/support/factories/carts.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { holdReact, hydrated } from "#tests/support/hold-react.ts"
import { aPhoto } from "#tests/support/images.ts"
import { startPageServer } from "#tests/support/page-server.ts"
import { aSeller, listed } from "#tests/support/seller-wizard.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { signIn } from "#tests/support/sign-in.ts"

const server = useSharedServer()
const browser = useBrowser()

describe("a deferred page", () => {
  it("asks for nothing of React before load, then starts it by itself", { tags: ["WEAK-3"] }, async () => {
    const page = await browser.visit(server.url)
    const html = (await (await page.goto("/dev/ui"))?.text()) ?? ""
    // If React Router changes how it renders its scripts, defer-scripts.ts has to follow.
    expect(html).not.toMatch(/rel="modulepreload"|type="module"/)
    expect(html.match(/<script [^>]*type="text\/deferred-module"/g)).toHaveLength(1)
    expect(html.match(/<link rel="deferred-preload"/g)?.length).toBeGreaterThan(3)
    await hydrated(page)
    const early = await page.evaluate(() => {
      const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[]
      return performance
        .getEntriesByType("resource")
        .filter(
          ({ name, startTime }) => /entry\.client|react/.test(name) && startTime < navigation!.loadEventStart,
        )
        .map(({ name }) => name)
    })
    expect(early.filter((name) => !/critical\.css/.test(name))).toEqual([])
  })

  it("starts React though it was touched before its last line had come", { tags: ["WEAK-3"] }, async () => {
    const page = await browser.visit(server.url)
    await page.addInitScript(() => {
      // Runs between our own script and React's.
      Object.defineProperty(window, "__deferred", {
        set(deferred: { start: () => void }) {
          Object.defineProperty(window, "__deferred", { value: deferred })
          queueMicrotask(() => deferred.start())
        },
        configurable: true,
      })
    })
    await page.goto("/dev/ui")
    await hydrated(page)
  })

  it("starts React in a browser that is never idle", { tags: ["WEAK-3"] }, async () => {
    const page = await browser.visit(server.url)
    await page.addInitScript(() => {
      window.requestIdleCallback = (callback, options) => {
        const deadline = { didTimeout: true, timeRemaining: () => 0 }
        return options?.timeout ? Number(setTimeout(() => callback(deadline), options.timeout)) : 0
      }
    })
    await page.goto("/dev/ui")
    await hydrated(page)
  })

  it("is scrolled to where it was before React is there, when it is opened again", {
    tags: ["WEAK-9"],
  }, async () => {
    const page = await browser.visit(server.url)
    await page.addInitScript(() => {
      // So that the browser does not restore the scroll position itself.
      history.scrollRestoration = "manual"
    })
    await page.goto("/dev/ui")
    await hydrated(page)
    await page.evaluate(() => scrollTo(0, 500))
    const release = await holdReact(page)
    await page.reload()
    const top = () => page.evaluate(() => scrollY)
    await expect.poll(top).toBe(500)
    await release()
    expect(await top()).toBe(500)
  })

  it("does once what the first click on a button that needs React asked for", {
    tags: ["WEAK-4"],
  }, async () => {
    const page = await browser.visit(server.url)
    const release = await holdReact(page)
    await page.goto("/dev/ui")
    await page.getByRole("button", { name: "Show a toast" }).click()
    await release()
    await expect(page.locator(".toast")).toHaveCount(1)
    await page.getByRole("button", { name: "Show a toast" }).click()
    await expect(page.locator(".toast")).toHaveCount(2)
  })

  it("handles a click during hydration once", { tags: ["WEAK-4"] }, async () => {
    const page = await browser.visit(server.url)
    await page.addInitScript(clickAfterTask)
    const visit = async (task: number) => {
      await page.goto(`/dev/ui?click-after=${task}`)
      await hydrated(page)
      await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
      return page.evaluate(() => window.tasksUntilHydrated)
    }
    const tasks = await visit(0)
    expect(tasks).toBeGreaterThan(10)
    for (const task of [1, Math.floor(tasks / 2), tasks - 2, tasks - 1, tasks, tasks + 1]) {
      await visit(task)
      await expect(page.locator(".toast"), `after task ${task} of ${tasks}`).toHaveCount(1)
    }
  })

  it("is reloaded when the network is back if React was lost with it, but not while someone types", {
    tags: ["WEAK-5"],
  }, async () => {
    browser.expectProblem(/ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically imported module/)
    const page = await browser.visit(server.url)
    let isGone = true
    await page.route(/entry\.client/, (route) =>
      isGone ? route.abort("internetdisconnected") : route.continue(),
    )
    const lose = async () => {
      isGone = true
      const lost = page.waitForEvent("requestfailed", (request) => /entry\.client/.test(request.url()))
      await page.goto("/dev/ui")
      await lost
    }
    await lose()
    isGone = false
    await hydrated(page)
    await lose()
    await page.getByLabel("First Name").fill("Grace")
    let documents = 0
    page.on("request", (request) => {
      if (request.isNavigationRequest()) documents++
    })
    const asked = page.waitForResponse(/entry\.client/)
    isGone = false
    await asked
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
    await expect(page.getByLabel("First Name")).toHaveValue("Grace")
    expect(documents).toBe(0)
  })

  it("is left alone on Save-Data until somebody touches it, presses a key or moves the focus", {
    tags: ["WEAK-3"],
  }, async () => {
    const page = await browser.visit(server.url)
    await page.addInitScript(onSavedData)
    const asked: string[] = []
    page.on("request", (request) => asked.push(request.url()))
    await page.goto("/dev/ui")
    await page.evaluate(() => new Promise((done) => requestIdleCallback(() => setTimeout(done, 300))))
    expect(asked.filter((url) => /entry\.client|woff2/.test(url))).toEqual([])
    await page.getByRole("button", { name: "Show a toast" }).click()
    await expect(page.locator(".toast")).toHaveCount(1, { timeout: 20_000 })
  })
})

declare global {
  interface Window {
    tasksUntilHydrated: number
  }
}

/** Presses "Show a toast" between two of React's tasks, each of which does as little as it can. */
function clickAfterTask() {
  const wanted = Number(new URLSearchParams(location.search).get("click-after"))
  let tasks = 0
  let ahead = 0
  const now = performance.now.bind(performance)
  // Late enough that React postpones the rest.
  performance.now = () => {
    ahead += 10
    return now() + ahead
  }
  const onmessage = Object.getOwnPropertyDescriptor(MessagePort.prototype, "onmessage")
  Object.defineProperty(MessagePort.prototype, "onmessage", {
    ...onmessage,
    set(task: (event: MessageEvent) => void) {
      onmessage?.set?.call(this, (event: MessageEvent) => {
        task.call(this, event)
        tasks += 1
        if (tasks === wanted) press()
      })
    },
  })
  addEventListener("pushcart:hydrated", () => {
    window.tasksUntilHydrated = tasks
  })
  const press = () =>
    [...document.querySelectorAll("button")]
      .find(({ textContent }) => textContent === "Show a toast")
      ?.click()
}

/** A session of the pages in development mode, which have no database. */
const CUSTOMER: Partial<Session & LayoutData> = {
  actor: { role: "customer", userId: "u" },
  name: "Ada Byron",
  email: "ada@pushcart.test",
  cartCount: 3,
  unseenCount: 1,
  notifications: [{ id: "n", message: "Your order is ready.", date: "2024-03-05T12:00:00Z", seen: false }],
}

it("keeps what was typed, chosen and ticked while React was on its way", { tags: ["WEAK-4"] }, async () => {
  // In development mode, React reports every mismatch, and useBrowser fails the test that causes one.
  const development = await startPageServer()
  onTestFinished(development.stop)
  // Vite compiles a page's modules at the first request.
  await fetch(`${development.url}/dev/ui`)
  const page = await browser.visit(development.url)
  await page.route(/rooms\/ticket/, (route) => route.fulfill({ status: 401, body: "{}" }))
  const value = encodeURIComponent(JSON.stringify(CUSTOMER))
  await page.context().addCookies([{ name: "test-session", value, url: development.url }])
  const release = await holdReact(page)
  await page.goto("/dev/ui")
  await page.getByLabel("First Name").fill("Grace")
  await page.getByLabel("Email").fill("grace@pushcart.test")
  await page.getByLabel("State").selectOption("NY")
  await page.getByLabel(/18 or older/).check()
  await release()
  await expect(page.getByLabel("First Name")).toHaveValue("Grace")
  await expect(page.getByLabel("Email")).toHaveValue("grace@pushcart.test")
  await expect(page.getByLabel("State")).toHaveValue("NY")
  await expect(page.getByLabel(/18 or older/)).toBeChecked()
})

it("keeps a text that was changed, and adds a picture that was chosen, while React was on its way", {
  tags: ["WEAK-4"],
}, async () => {
  const { market, page } = await aSeller(server, browser)
  const product = await aProduct(server.database.db, market)
  const release = await holdReact(page)
  await page.goto(`/edit-product?product=${product.id}`)
  await page.getByLabel("Description").fill("Picked this morning.")
  await page.getByLabel("Photo", { exact: true }).setInputFiles(await aPhoto("picture.jpg", "red"))
  await release()
  await expect(page.getByLabel("Description")).toHaveValue("Picked this morning.")
  await expect(listed(page, "Photos")).toHaveCount(1)
})

it("refreshes the badges of a page that comes back from the cache", { tags: ["NOTE-6"] }, async () => {
  const { db } = server.database
  const { actor } = await aCustomer(db)
  const product = await aProduct(db, await aMarket(db))
  const add = (quantity: number) =>
    addToCart(ctxFor(server.database, actor), { productId: product.id, size: "", quantity })
  await add(1)
  const page = await browser.visit(server.url)
  await signIn(page, server, actor)
  await page.goto("/about")
  await expect(page.locator("[data-badge=cart]")).toHaveText("1")
  await page.goto("/faq")
  await add(2)
  await page.goBack()
  await expect(page.locator("[data-badge=cart]")).toHaveText("3")
})

it("shows the current cart after a return from the browser's cache, hydrated before or not", {
  tags: ["NOTE-6"],
}, async () => {
  const { melon } = await twoMarkets(server.database.db)
  const { customer, ctx } = await aCustomerWith(server.database.db, [{ productId: melon.id }])
  const addInAnotherTab = () => addToCart(ctx, { productId: melon.id, size: "", quantity: 2 })
  const page = await browser.visit(server.url)
  const comeBack = () =>
    page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })))
  await signIn(page, server, customer.actor)
  const release = await holdReact(page)
  await page.goto("/shopping-cart")
  await expect(page.locator("html[data-small]")).toBeAttached()
  await addInAnotherTab()
  await comeBack()
  await release()
  await expect(page.getByLabel("Quantity")).toHaveValue("3")
  await addInAnotherTab()
  await comeBack()
  await expect(page.getByLabel("Quantity")).toHaveValue("5")
})
