import type { PlantedFault } from "./planted-fault.ts"

/** Input beyond a limit is accepted. */
export const LIMITS: PlantedFault[] = [
  {
    title: "a form is taken that came without TLS",
    file: "server/http/rejected-requests.ts",
    find: 'if (request.method !== "GET" && request.method !== "HEAD")',
    replace: 'if (request.method === "GET" && request.method === "HEAD")',
    test: {
      file: "server/http/rejected-requests.test.ts",
      name: "leads what a proxy took without TLS to https, and takes no form from there",
    },
  },
  {
    title: "a common password is taken",
    file: "server/auth/passwords.ts",
    find: "if (await isCommonPassword(password))",
    replace: "if (password.length === 0)",
    test: {
      file: "tests/contract/api/accounts.test.ts",
      name: "sets a new password once, under the path with and without its slash, and ends every session and token",
    },
  },
  {
    title: "a market's website shows a user name as if it were the host",
    file: "core/payouts/fields.ts",
    find: "return !url?.username && !url?.password && ",
    replace: "return ",
    test: {
      file: "core/payouts/fields.test.ts",
      name: "takes a website of one host, without a user name, and writes it as browsers read it",
    },
  },
  {
    title: "a form without the name of its action does what stands last",
    file: "app/forms/form-actions.ts",
    find: 'typeof intent === "string" && Object.hasOwn(some, intent) ? some[intent] : undefined',
    replace: "some[String(intent)] ?? Object.values(some).at(-1)",
    test: {
      file: "app/routes/admin/admin-orders.server.test.ts",
      name: "does nothing with a form that names no action of the page",
    },
  },
  {
    title: "a device is turned on with a key that is no point of the curve",
    file: "core/push/browser-keys.server.ts",
    find: "bytes.length === 65 && bytes[0] === 4 && isPoint(bytes)",
    replace: "bytes.length === 65 && bytes[0] === 4",
    test: {
      file: "core/push/browser-keys.server.test.ts",
      name: "are a point of the curve and sixteen bytes",
    },
  },
  {
    title: "a device whose keys encrypt nothing fails its push jobs",
    file: "server/adapters/push/web-push.ts",
    find: "if (!browserKeys.safeParse(target).success)",
    replace: "if (!browserKeys.safeParse)",
    test: {
      file: "core/push/push.server.test.ts",
      name: "removes a device with keys that encrypt nothing, and tells the person's other devices",
    },
  },
  {
    title: "a person has more devices when many are turned on at once",
    file: "core/push/turn-on-push.server.ts",
    find: "await lockPerson(tx, userId)",
    replace: "",
    test: {
      file: "core/push/devices.server.test.ts",
      name: "gives a person at most twenty devices, however many are turned on at once, and forgets the oldest",
    },
  },
  {
    title: "a person has any number of devices",
    file: "core/push/turn-on-push.server.ts",
    find: ".offset(MOST_DEVICES - 1)",
    replace: ".offset(MOST_DEVICES * 1000)",
    test: {
      file: "core/push/devices.server.test.ts",
      name: "gives a person at most twenty devices, however many are turned on at once, and forgets the oldest",
    },
  },
  {
    title: "a person has any number of sessions",
    file: "core/identity/end-sessions.server.ts",
    find: ".offset(MOST_SESSIONS)",
    replace: ".offset(MOST_SESSIONS * 1000)",
    test: {
      file: "server/auth/sessions.server.test.ts",
      name: "keeps the fifty newest sessions of a person, however many sign in at once, and ends the others like any",
    },
  },
  {
    title: "a push message leaves the demo's push service by dots in its path",
    file: "server/adapters/push/web-push.ts",
    find: "new URL(endpoint).href.startsWith(own)",
    replace: "endpoint.startsWith(own)",
    test: {
      file: "server/adapters/push/web-push.server.test.ts",
      name: "is the demo's own push service as it is requested, not as its address is spelled",
    },
  },
  {
    title: "a push message goes wherever a browser says, without TLS",
    file: "server/adapters/push/web-push.ts",
    find: 'protocol !== "https:" || ',
    replace: "",
    test: {
      file: "server/adapters/push/web-push.server.test.ts",
      name: "is by https to a host of the list, and nowhere else",
    },
  },
  {
    title: "a courier is shown wherever their phone says",
    file: "core/deliveries/courier-position.server.ts",
    find: "if (!isPlausible(position, last ?? null)) return",
    replace: "if (!isPlausible(position, null)) return",
    test: {
      file: "core/deliveries/courier-position.server.test.ts",
      name: "shows the customer no place where the courier cannot be, and keeps the last good one with its time",
    },
  },
  {
    title: "guesses of a password are counted and never stopped",
    file: "core/identity/rate-limit.server.ts",
    find: "if (!row || row.count <= tries * times) continue",
    replace: "if (!row || row.count <= tries * times * 1000) continue",
    test: {
      file: "core/identity/signing-in.server.test.ts",
      name: "stops eight wrong guesses even when they come at once, and forgives right ones",
    },
  },
  {
    title: "each address of one IPv6 line is counted by itself",
    file: "core/identity/rate-limit.server.ts",
    find: 'LIMITS[limit].by === "address" ? networksOf(last) : ',
    replace: "",
    test: {
      file: "core/identity/rate-limit.server.test.ts",
      name: "sign in from an address counts an IPv6 line by both of its networks, or a person once",
    },
  },
  {
    title: "guesses of others keep the owner out",
    file: "core/identity/sign-in-tries.server.ts",
    find: "device.userIds.includes(userId))",
    replace: "device.userIds.length === 0)",
    test: {
      file: "core/identity/signing-in.server.test.ts",
      name: "lets the owner in from a known device after a hundred guesses of others, and counts that device's own",
    },
  },
  {
    title: "a device that knows one account is known to every account",
    file: "core/identity/sign-in-tries.server.ts",
    find: "device.userIds.includes(userId))",
    replace: "device.userIds.length > 0)",
    test: {
      file: "core/identity/signing-in.server.test.ts",
      name: "lets the owner in from a known device after a hundred guesses of others, and counts that device's own",
    },
  },
  {
    title: "a link for another purpose makes a device known",
    file: "core/identity/open-device-link.server.ts",
    find: '"know-device"',
    replace: '"reset-password"',
    test: {
      file: "core/identity/signing-in.server.test.ts",
      name: "makes a device known by a link that was emailed for it, once, and by no other",
    },
  },
  {
    title: "IPv6 addresses are counted one by one",
    file: "core/identity/networks.ts",
    find: 'address.includes(":") ? groupsOf(address) : undefined',
    replace: 'address.includes(" ") ? groupsOf(address) : undefined',
    test: {
      file: "core/identity/signing-in.server.test.ts",
      name: "counts everybody of one IPv6 line and of one network together",
    },
  },
  {
    title: "a product takes an eighth image",
    file: "core/catalog/product-images.server.ts",
    find: "if ((taken?.count ?? 0) >= MAX_IMAGES) throw",
    replace: "if ((taken?.count ?? 0) > MAX_IMAGES) throw",
    test: {
      file: "core/catalog/product-draft.server.test.ts",
      name: "are at most seven, also when the seventh and eighth come at once",
    },
  },
]

/** A request is executed twice, or mistaken for another one. */
export const IDEMPOTENCY: PlantedFault[] = [
  {
    title: "a job that runs again sends each device its message again",
    file: "core/push/deliver-push.server.ts",
    find: "isNull(pushDeliveries.jobId),",
    replace: "",
    test: {
      file: "core/push/push.server.test.ts",
      name: "sends each device a message once, whatever happens to the others and however often the job runs",
    },
  },
  {
    title: "a double click adds to the cart twice",
    file: "core/cart/add-to-cart.server.ts",
    find: "key: idempotencyKey, request: input }",
    replace: "key: undefined, request: input }",
    test: {
      file: "core/cart/cart.server.test.ts",
      name: "adds once when the same form comes twice, as after a double click",
    },
  },
  {
    title: "a key finds the answer that another person's request had",
    file: "core/idempotency.server.ts",
    find: "and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.command, command)",
    replace: "and(eq(idempotencyKeys.command, command)",
    test: {
      file: "core/idempotency.server.test.ts",
      name: "keeps the answers of two people apart who use the same key",
    },
  },
  {
    title: "Pay Now in two tabs opens two payments",
    file: "server/adapters/stripe/stripe-payments.ts",
    find: 'making(key("pay", payment, params), ',
    replace: "making(crypto.randomUUID(), ",
    test: { file: "core/checkout/race.server.test.ts", name: "opens one payment and charges it once" },
  },
  {
    title: "the provider's page is asked for again with another end",
    file: "core/checkout/start-hosted-checkout.server.ts",
    find: "return holdUntil(holdEndsAt, ",
    replace: "return holdUntil(ctx.now(), ",
    test: {
      file: "core/checkout/hosted-page.server.test.ts",
      name: "is the same one when its answer was lost and Pay Now is pressed again later",
    },
  },
]

/** A Stripe webhook is accepted without its signature, or processed twice. */
export const WEBHOOKS: PlantedFault[] = [
  {
    title: "what is signed and is no event is believed",
    file: "server/adapters/stripe/from-stripe.ts",
    find: "eventShape.safeParse(signed).success",
    replace: "signed !== undefined",
    test: {
      file: "tests/contract/api/stripe-webhooks.test.ts",
      name: "rejects a correctly signed body that is not an event, and stores no trace of it",
    },
  },
  {
    title: "test events change a live site",
    file: "server/adapters/stripe/stripe-payments.ts",
    find: 'event.livemode === isLive ? providerEvent(event) : "of the other mode"',
    replace: "providerEvent(event)",
    test: {
      file: "tests/contract/api/stripe-webhooks.test.ts",
      name: "ignores an event of the other mode, which live endpoints of connected accounts get too",
    },
  },
  {
    title: "live keys start on a database of test keys",
    file: "core/payments/require-same-platform.server.ts",
    find: "if (known?.isLive !== isLive)",
    replace: "if (!known)",
    test: {
      file: "core/payments/require-same-platform.server.test.ts",
      name: "rejects live keys on a database of test keys, and the other way round",
    },
  },
  {
    title: "a webhook is taken without its signature being checked",
    file: "server/adapters/stripe/stripe-payments.ts",
    find: "stripe.webhooks.constructEvent(body, signature, secret, undefined, CRYPTO)",
    replace: "JSON.parse(body)",
    test: {
      file: "tests/contract/api/stripe-webhooks.test.ts",
      name: "rejects a forged, changed, stale or unsigned event, and stores no trace of it",
    },
  },
  {
    title: "an event that comes twice is queued twice",
    file: "core/payments/receive-event.server.ts",
    find: ".onConflictDoNothing()",
    replace: ".onConflictDoUpdate({ target: stripeEvents.id, set: { type: event.type } })",
    test: {
      file: "tests/contract/api/stripe-webhooks.test.ts",
      name: "stores an event once however often it arrives, from either of our endpoints",
    },
  },
  {
    title: "an event that was processed is processed again",
    file: "core/payments/process-event.server.ts",
    find: "is null) is not false`",
    replace: "is null) is not null`",
    test: {
      file: "core/payments/process-event.server.test.ts",
      name: "asks the provider once about an event, however often its job runs",
    },
  },
]

/** A file is stored that is too large, not an image, or somebody else's. */
export const UPLOADS: PlantedFault[] = [
  {
    title: "an image of more than 1 MB is kept",
    file: "server/adapters/images/check-image.ts",
    find: "if (bytes.byteLength > MAX_IMAGE_BYTES)",
    replace: "if (bytes.byteLength > 2 * MAX_IMAGE_BYTES)",
    test: {
      file: "core/images/images.server.test.ts",
      name: "pictures on disk > rejects a picture of more than 1 MB, in the specification's words",
    },
  },
  {
    title: "a file that is no image is kept",
    file: "server/adapters/images/check-image.ts",
    find: "if (!type) throw notImage()",
    replace: 'if (!type) return { bytes, contentType: "image/png", width: 1, height: 1 }',
    test: {
      file: "core/images/images.server.test.ts",
      name: "pictures on disk > rejects what is not a picture, whatever it is called",
    },
  },
  {
    title: "half a photo is kept",
    file: "server/adapters/images/check-image.ts",
    find: 'encoded(closed, "warning")',
    replace: 'encoded(closed, "error")',
    test: {
      file: "server/adapters/images/check-image.test.ts",
      name: "a photo as phones and networks leave it > asks for a JPEG again that did not come whole",
    },
  },
  {
    title: "a drawing is rendered before it is rejected",
    file: "core/images/image-formats.ts",
    find: "return undefined",
    replace: 'return "image/png"',
    test: {
      file: "core/images/images.server.test.ts",
      name: "pictures on disk > rejects a drawing before anything renders it",
    },
  },
  {
    title: "any number of images is decoded at once",
    file: "server/adapters/images/limit-at-once.ts",
    find: "new PQueue({ concurrency: atOnce })",
    replace: "new PQueue({ concurrency: atOnce * 1000 })",
    test: {
      file: "core/images/images.server.test.ts",
      name: "pictures on disk > asks to come back while too many others wait, and takes photos again afterwards",
    },
  },
  {
    title: "people without an account fill the places in which members wait",
    file: "server/adapters/images/limit-at-once.ts",
    find: "queue.sizeBy({ priority }) >= waiting",
    replace: "queue.size >= waiting",
    test: {
      file: "server/adapters/images/limit-at-once.test.ts",
      name: "starts who waits in the first lane before everybody of the second, who take none of its waiting places",
    },
  },
  {
    title: "one address has any number of images decoded",
    file: "server/adapters/images/check-image.ts",
    find: "check = () => ofAddress(name, times, inner)",
    replace: "check = () => ofAddress(name, times * 1000, inner)",
    test: {
      file: "core/registration/image-flood.server.test.ts",
      name: "takes every photo of a seller while one address uploads 24 huge AVIFs at once to 12 drafts",
    },
  },
  {
    title: "a photo that was turned away because others were checked is a try",
    file: "core/images/keep-image.server.ts",
    find: "if (isTurnedAway(error)) for",
    replace: "if (isTurnedAway(error) && counted.length > 9) for",
    test: {
      file: "core/registration/image-flood.server.test.ts",
      name: "counts no upload that was turned away because too many others were checked",
    },
  },
  {
    title: "a photo is decoded for a courier who does not carry the delivery",
    file: "core/deliveries/courier-steps.server.ts",
    find: "and(eq(deliveries.id, deliveryId), eq(deliveries.courierId, ctx.actor.userId))",
    replace: "and(eq(deliveries.id, deliveryId))",
    test: {
      file: "core/deliveries/deliveries.server.test.ts",
      name: "has no photo decoded of anybody else, nor before pick-up, nor a second time",
    },
  },
  {
    title: "a link to a private image works after its end",
    file: "server/adapters/images/private-link.ts",
    find: "|| expires * 1000 <= link.now.getTime()) return false",
    replace: ") return false",
    test: {
      file: "core/images/images.server.test.ts",
      name: "hide private ones without a link, with a stale link, and with a link made for another picture",
    },
  },
  {
    title: "a seller adds an image to another seller's product",
    file: "core/catalog/product-images.server.ts",
    find: "eq(products.marketId, marketId), ",
    replace: "",
    test: {
      file: "core/catalog/product-draft.server.test.ts",
      name: "of another seller's product can be neither added nor removed",
    },
  },
]
