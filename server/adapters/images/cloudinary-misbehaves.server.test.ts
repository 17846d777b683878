import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { startCloudinary } from "#tests/support/fake-cloudinary.ts"
import {
  type Answer,
  cut,
  type Fake,
  garbage,
  half,
  json,
  silence,
  startFake,
  status,
} from "#tests/support/fake-service.ts"

// Imported after the fake, which makes Cloudinary's library use plain HTTP.
const { cloudinaryImages } = await import("#server/adapters/images/cloudinary-images.ts")
const healthy = await startCloudinary()
await healthy.close()

const FACTS = { public_id: "products/melon", width: 800, height: 600 }
const address = { container: "products" as const, name: "melon" }
const photo = { bytes: new Uint8Array(2_000), contentType: "image/jpeg" as const, width: 800, height: 600 }
const MOODS: [name: string, answer: Answer][] = [
  ["never answers", silence],
  ["says 429", json({ error: { message: "Too many" } }, 429)],
  ["says 500", json({ error: { message: "General Error" } }, 500)],
  ["says 503 in no shape", status(503)],
  ["is a hotel's wifi", garbage],
  ["stops in the middle", half(FACTS)],
  ["hangs up in the middle", cut(FACTS)],
]

let outside: Fake
beforeEach(async () => {
  outside = await startFake()
})
afterEach(() => outside.close())

const images = (patience = {}) =>
  cloudinaryImages(`cloudinary://key:the-secret@stall?upload_prefix=${encodeURIComponent(outside.url)}`, {
    timeoutMs: 300,
    failures: 1_000,
    ...patience,
  })

describe.each(MOODS)("Cloudinary that %s", (_, answer) => {
  it("makes an upload a sentence for who waits, and lets a job try again", {
    tags: ["IMAGE-11"],
  }, async () => {
    outside.answers(answer)
    await expect(images().store(address, photo)).rejects.toMatchObject({
      code: "provider_down",
      message: expect.stringContaining("couldn't save your photos"),
    })
    await expect(images().process(address)).rejects.toMatchObject({
      name: "ProviderError",
      isTransient: true,
    })
    await expect(images().remove(address)).rejects.toMatchObject({ name: "ProviderError", isTransient: true })
  })
})

it("is a fault of ours when it rejects the key, and no sentence about waiting", {
  tags: ["IMAGE-11"],
}, async () => {
  outside.answers(json({ error: { message: "Invalid Signature" } }, 401))
  await expect(images().store(address, photo)).rejects.toMatchObject({
    name: "ProviderError",
    reason: "answered 401",
    isTransient: false,
  })
})

it("is not asked while its circuit is open, and works by itself when it is back", {
  tags: ["IMAGE-11"],
}, async () => {
  outside.answers(json({ error: { message: "General Error" } }, 500))
  const photos = images({ failures: 2, openMs: 400 })
  for (let call = 0; call < 3; call += 1)
    await expect(photos.store(address, photo)).rejects.toMatchObject({ code: "provider_down" })
  expect(outside.seen).toHaveLength(2)
  outside.answers(json(FACTS))
  await expect
    .poll(() => photos.process(address).catch(() => null), { timeout: 5_000 })
    .toEqual({
      width: 800,
      height: 600,
    })
})
