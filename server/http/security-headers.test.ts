import { describe, expect, it } from "vitest"
import { parseEnv } from "#server/config/env.ts"
import { contentSecurityPolicy } from "./security-headers.ts"

const demo = {
  MODE: "demo",
  DATABASE_URL: "postgres://localhost/pushcart",
  STRIPE_API_URL: "http://127.0.0.1:12111",
  AUTH_SECRET: "a".repeat(32),
  ROOMS_SECRET: "b".repeat(32),
  IMAGE_SECRET: "c".repeat(32),
}

function directive(name: string, settings: Record<string, string>): string[] {
  const policy = contentSecurityPolicy(parseEnv({ ...demo, ...settings }), { development: false })("n0nce")
  const found = policy.split("; ").find((part) => part.startsWith(`${name} `))
  return found?.split(" ").slice(1) ?? []
}

const sockets = (settings: Record<string, string>) =>
  directive("connect-src", settings).filter((source) => /^wss?:/.test(source))

describe("the rooms in connect-src", { tags: ["SEC-2"] }, () => {
  it("names no outside host while the rooms are in the server", () => {
    expect(sockets({})).toEqual([])
  })

  it("takes a bare PARTY_HOST for a public name over TLS, and never opens ws:// to it", () => {
    expect(sockets({ PARTY_HOST: "party.pushcart.example" })).toEqual(["wss://party.pushcart.example"])
  })

  it("keeps the scheme and port that are written, and lets the public name win", () => {
    expect(sockets({ PARTY_HOST: "http://127.0.0.1:1999/" })).toEqual(["ws://127.0.0.1:1999"])
    expect(
      sockets({ PARTY_HOST: "http://party:1999", PARTY_PUBLIC_HOST: "https://party.pushcart.example" }),
    ).toEqual(["wss://party.pushcart.example"])
  })
})

describe("Google in the policy", { tags: ["SEC-2"] }, () => {
  const google = { GOOGLE_MAPS_BROWSER_KEY: "AIza-browser", GOOGLE_MAPS_SERVER_KEY: "AIza-server" }
  const names = ["script-src", "style-src", "img-src", "font-src", "connect-src", "frame-src"]
  const isGoogle = (source: string) => /google|gstatic/.test(source)

  it("is in no directive without a key", () => {
    for (const name of names) expect(directive(name, {}).filter(isGoogle), name).toEqual([])
  })

  it("is in those that its map needs with one, and still nothing may be compiled at run time", () => {
    for (const name of names) expect(directive(name, google).filter(isGoogle), name).not.toEqual([])
    expect(directive("script-src", google)).not.toContain("'unsafe-eval'")
    expect(directive("script-src", google)).not.toContain("'unsafe-inline'")
    expect(directive("form-action", google).filter(isGoogle)).toEqual([])
  })
})

describe("the hosts in the policy", { tags: ["SEC-2"] }, () => {
  const outside = (settings: Record<string, string>) =>
    Object.fromEntries(
      ["script-src", "style-src", "img-src", "font-src", "connect-src", "frame-src", "form-action"].flatMap(
        (name) => {
          const hosts = directive(name, settings).filter((source) => source.startsWith("https:"))
          return hosts.length > 0 ? [[name, hosts]] : []
        },
      ),
    )
  const tiles = {
    "img-src": ["https://tiles.openfreemap.org"],
    "connect-src": ["https://tiles.openfreemap.org"],
  }
  const real = {
    MODE: "production",
    STRIPE_API_URL: "",
    SMTP_URL: "smtp://mail",
    PUBLIC_URL: "https://pushcart.example",
    TAX: "table",
    STRIPE_SECRET_KEY: "sk_live_1",
    STRIPE_PUBLISHABLE_KEY: "pk_live_1",
    STRIPE_WEBHOOK_SECRET: "whsec_1",
    STRIPE_CONNECT_WEBHOOK_SECRET: "whsec_2",
    MAIL_FROM: "Pushcart <hello@pushcart.example>",
    POSTAL_ADDRESS: "Pushcart, 500 Market St, San Francisco, CA 94105",
  }

  it("are the street tiles alone in a demo", () => {
    expect(outside({})).toEqual(tiles)
  })

  it("are Stripe's own beside them with its keys, and nothing else of Stripe's", () => {
    expect(outside(real)).toEqual({
      "script-src": ["https://js.stripe.com"],
      "img-src": tiles["img-src"],
      "connect-src": [...tiles["connect-src"], "https://api.stripe.com", "https://files.stripe.com"],
      "frame-src": ["https://js.stripe.com", "https://hooks.stripe.com"],
      "form-action": [
        "https://checkout.stripe.com",
        "https://billing.stripe.com",
        "https://hooks.stripe.com",
      ],
    })
  })

  it("are Cloudinary's for pictures alone", () => {
    expect(outside({ CLOUDINARY_URL: "cloudinary://key:secret@cloud" })).toEqual({
      ...tiles,
      "img-src": [...tiles["img-src"], "https://res.cloudinary.com", "https://api.cloudinary.com"],
    })
  })
})
