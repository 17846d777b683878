import { expect, it } from "vitest"
import { initials, navRules } from "./nav-rules.ts"

it("shows Getting Started to nobody but logged-out visitors of / and /home", { tags: ["NAV-2"] }, () => {
  expect(navRules(null, "/").gettingStarted).toBe(true)
  expect(navRules(null, "/home").gettingStarted).toBe(true)
  expect(navRules(null, "/about").gettingStarted).toBe(false)
  for (const role of ["customer", "seller", "deliverer", "admin"] as const)
    expect(navRules(role, "/home").gettingStarted).toBe(false)
})

it("gives customers cart, notifications and menu, sellers notifications and menu, couriers a menu alone, admins Logout", {
  tags: ["NAV-3", "NAV-4", "NAV-5", "NAV-6"],
}, () => {
  const seen = (role: Parameters<typeof navRules>[0]) => {
    const { cart, notifications, menu, logout } = navRules(role, "/somewhere")
    return { cart, notifications, logout, menu: menu?.map(({ label, to }) => `${label} ${to}`) ?? null }
  }
  expect(seen("customer")).toEqual({
    cart: true,
    notifications: true,
    logout: false,
    menu: ["Profile /customer-dashboard", "All Markets /home"],
  })
  expect(seen("seller")).toEqual({
    cart: false,
    notifications: true,
    logout: false,
    menu: ["Profile /market-dashboard", "Your data and account /account", "API tokens /api-tokens"],
  })
  expect(seen("deliverer")).toEqual({
    cart: false,
    notifications: false,
    logout: false,
    menu: ["Profile /express-dashboard"],
  })
  expect(seen("admin")).toEqual({ cart: false, notifications: false, logout: true, menu: null })
  expect(seen(null)).toEqual({ cart: false, notifications: false, logout: false, menu: null })
})

it("makes initials of first and last name, whatever they are written in", { tags: ["NAV-8"] }, () => {
  expect(initials("Ada King Byron")).toBe("AB")
  expect(initials("  ada ")).toBe("A")
  expect(initials("Åsa 🐟")).toBe("Å🐟")
  expect(initials("")).toBe("")
})
