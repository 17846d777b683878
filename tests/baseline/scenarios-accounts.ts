import { threeImages } from "#tests/support/images.ts"
import { waitForEmail } from "../support/mailbox.ts"
import { formOf } from "./api-recorder.ts"
import { aFileThatIsNoImage, aTooLargeFile, PASSWORD, type Stage } from "./stage.ts"
import { aVisitor } from "./visitor.ts"

const LOGINS = [
  ["customer", "/auth/login", "/auth/logout", "POST"],
  ["seller", "/seller/LoginSeller", "/seller/LogoutSeller", "POST"],
  ["deliverer", "/pushcartexpress/login", "/pushcartexpress/logout", "POST"],
  ["admin", "/admin/loginAdmin", "/admin/logoutAdmin", "GET"],
] as const

/** Signing in and out in each role, and failed attempts. */
export async function signIns({ recorder, build, server }: Stage): Promise<void> {
  const people = {
    customer: [await build.customer("Lola"), "Lola"],
    seller: [await build.market("Login Market"), "Login Market"],
    deliverer: [await build.courier("Leo"), "Leo"],
    admin: [await build.admin("Lena Admin"), "Lena Admin"],
  } as const
  for (const [role, login, logout, method] of LOGINS) {
    const visitor = aVisitor(server.url)
    const email = build.emailOf(people[role][1])
    await recorder.all(role, visitor, [
      [`POST ${login}`, { email, password: "Wrong#2026xx" }],
      [`POST ${login}`, { email: "nobody@example.test", password: PASSWORD }],
      [`POST ${login}`, { email: email.toUpperCase(), password: PASSWORD }],
      "GET /badges",
      `${method} ${logout}`,
      "GET /badges",
      `${method} ${logout}`,
    ])
    const other = LOGINS.find(([one]) => one !== role)?.[1] ?? ""
    await recorder.all(`${role} at another's login`, aVisitor(server.url), [
      [`POST ${other}`, { email, password: PASSWORD }],
    ])
  }
  const unconfirmed = await build.customer("Uma")
  await build.query("update users set email_verified = false where id = $1", [unconfirmed.userId])
  await recorder.all("not confirmed", aVisitor(server.url), [
    ["POST /auth/login", { email: build.emailOf("Uma"), password: PASSWORD }],
  ])
  const visitor = aVisitor(server.url)
  const headers = { "x-forwarded-for": "198.51.100.7" }
  for (let tries = 0; tries < 9; tries += 1) {
    const body = { email: "guessed@example.test", password: "Wrong#2026xx" }
    const answer = await visitor.send("POST", "/api/v1/auth/login", body, headers)
    if (tries >= 7) recorder.add(`guessing, try ${tries + 1}: POST /auth/login`, answer)
  }
  const lola = await build.signedIn("customer", people.customer[0])
  await recorder.all("customer", lola, [
    "GET /auth/customerInfo",
    "GET /auth/customerEmail",
    "GET /rooms/ticket?party=customer",
    "GET /rooms/ticket?party=seller",
    "GET /rooms/ticket?party=nonsense",
  ])
}

/** Registering in each role, and the errors on the way. */
export async function registrations({ recorder, build, server }: Stage): Promise<void> {
  const nobody = aVisitor(server.url)
  await build.customer("Taken")
  const customer = {
    firstname: "Ada",
    lastname: "Byron",
    email: "ada-registers@example.test",
    password: PASSWORD,
  }
  await recorder.all("nobody", nobody, [
    ["POST /auth/register", customer],
    ["POST /auth/register", customer],
    ["POST /auth/register", { ...customer, email: build.emailOf("Taken") }],
    ["POST /auth/register", { ...customer, email: "no email" }],
    ["POST /auth/register", { ...customer, password: "short" }],
    ["POST /auth/register", { ...customer, password: "longbutlowercase" }],
    ["POST /auth/login", { email: customer.email, password: PASSWORD }],
  ])
  const again = { ...customer, email: "ada-again@example.test" }
  const key = { headers: { "idempotency-key": "one-key" } }
  const oneAddress = { headers: { ...key.headers, "x-forwarded-for": "198.51.100.8" } }
  await recorder.send("nobody", nobody, "POST /auth/register", again, { ...oneAddress, note: "with a key" })
  await recorder.send("nobody", nobody, "POST /auth/register", again, {
    ...oneAddress,
    note: "with the same key",
  })
  const changed = { ...again, firstname: "Eve" }
  await recorder.send("nobody", nobody, "POST /auth/register", changed, {
    ...oneAddress,
    note: "another body, the same key",
  })
  const images = await threeImages()
  const person = { Password: PASSWORD, FirstName: "Maria", LastName: "Lopez", Phone: "212-555-0134" }
  const place = { Address: "75 9th Ave", City: "New York", State: "NY", Zip: "10011" }
  const hours = { Weekdays: "8am-7pm", Satuday: "9am-5pm", Sunday: "Closed" }
  const seller = (changes: Record<string, string | File>) =>
    formOf({
      Email: "maria-registers@example.test",
      ...person,
      ...place,
      ...hours,
      MarketName: "Maria's",
      ...images,
      ...changes,
    })
  const courier = (changes: Record<string, string | File>) =>
    formOf({
      Email: "dora-registers@example.test",
      ...person,
      ...place,
      AddressOne: "",
      MarketName: "",
      id: images.id,
      ...changes,
    })
  const large = await aTooLargeFile()
  for (const [path, form] of [
    ["/seller/RegisterSeller", seller],
    ["/pushcartexpress/createpushcartexpress", courier],
  ] as const)
    await recorder.all("nobody", nobody, [
      [`POST ${path}`, form({ Zip: "00000" })],
      [`POST ${path}`, form({ State: "ZZ" })],
      [`POST ${path}`, form({ id: large })],
      [`POST ${path}`, form({ id: aFileThatIsNoImage() })],
      [`POST ${path}`, form({ Email: build.emailOf("Taken") })],
      [`POST ${path}`, form({})],
      [`POST ${path}`, form({})],
    ])
  await recorder.all("nobody", nobody, [
    ["POST /seller/RegisterSeller", seller({ Weekdays: "2am-3am" })],
    ["POST /seller/RegisterSeller", seller({ Email: "same-picture@example.test", certificate: images.id })],
  ])
}

/** The links of emails, to confirm an address and to set a new password. */
export async function confirmations({ recorder, build, server, normalizer }: Stage): Promise<void> {
  const nobody = aVisitor(server.url)
  for (const [who, email] of [
    ["Customer", "ada-registers@example.test"],
    ["Seller", "maria-registers@example.test"],
    ["Deliverer", "dora-registers@example.test"],
  ] as const) {
    const token = await tokenOf(server, email, /confirm/i)
    normalizer.name(token, "the email's token")
    await recorder.all("nobody", nobody, [
      `GET /email/emailConfirmed${who}/no-token`,
      `GET /email/emailConfirmed${who}/${token}`,
      `GET /email/emailConfirmed${who}/${token}`,
    ])
  }
  const seller = aVisitor(server.url)
  await recorder.all("seller", seller, [
    ["POST /seller/LoginSeller", { email: "maria-registers@example.test", password: PASSWORD }],
    "GET /seller/getSellerInformation",
    "GET /seller/sellerEmail",
    "GET /seller/getrequirements",
  ])
  const courier = aVisitor(server.url)
  await recorder.all("courier", courier, [
    ["POST /pushcartexpress/login", { email: "dora-registers@example.test", password: PASSWORD }],
    "GET /pushcartexpress/delivererInformation",
    "GET /pushcartexpress/getrequirements",
  ])
  const forgetful = await build.customer("Flora")
  const market = await build.market("Forgetful Market")
  const flora = await build.signedIn("customer", forgetful)
  for (const [path, email, update] of [
    ["/email/forgotPasswordCustomer", build.emailOf("Flora"), "/auth/updatePassword/"],
    ["/email/forgotPasswordSeller", build.emailOf(market.name), "/seller/updatePassword/"],
  ] as const) {
    await recorder.all("nobody", nobody, [
      `GET ${path}/nobody-at-all@example.test`,
      `GET ${path}/no-email`,
      `GET ${path}/${email}`,
    ])
    const token = await tokenOf(server, email, /password/i)
    normalizer.name(token, "the email's token")
    await recorder.all("nobody", nobody, [
      [`PUT ${update}`, { password: "weak", token }],
      [`PUT ${update}`, { password: "Barrow#2026xy", token: "no-token" }],
      [`PUT ${update}`, { password: "Barrow#2026xy", token }],
      [`PUT ${update}`, { password: "Barrow#2026xy", token }],
    ])
  }
  await recorder.all("customer, whose password is another one now", flora, ["GET /badges"])
}

async function tokenOf(server: Stage["server"], email: string, subject: RegExp): Promise<string> {
  const { links } = await waitForEmail(server, { to: email, subject })
  const link = links.find((one) => one.includes("id="))
  return new URL(link ?? "", server.url).searchParams.get("id") ?? ""
}
