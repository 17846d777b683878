import { answerOf, type DelivererRegistration, type SellerRegistration } from "@pushcart/api-client"
import { type Client, confirmationToken, type createCardProvider } from "./client.ts"

export const PASSWORD = "Pushcart#2026"
export const ADDRESS = { address: "75 9th Ave", city: "New York", state: "NY", zip: "10011" }
export type Images = { id: File; pictureOfMarket: File; certificate: File }

const IDS = { firstName: "Maria", lastName: "Lopez", phone: "212-555-0134" }

export async function registerSeller(seller: Client, url: string, email: string, images: Images) {
  const { address, city, state, zip } = ADDRESS
  const body: SellerRegistration = {
    Email: email,
    Password: PASSWORD,
    FirstName: IDS.firstName,
    LastName: IDS.lastName,
    Phone: IDS.phone,
    Address: address,
    City: city,
    State: state,
    Zip: zip,
    MarketName: "Chelsea Stall",
    Weekdays: "8am-7pm",
    Satuday: "9am-5pm",
    Sunday: "Closed",
    ...images,
  }
  await answerOf(seller.POST("/seller/RegisterSeller", { body }))
  const token = await confirmationToken(url, email)
  await answerOf(seller.GET("/email/emailConfirmedSeller/{token}", { params: { path: { token } } }))
  await answerOf(seller.POST("/seller/LoginSeller", { body: { email, password: PASSWORD } }))
}

export async function registerCourier(courier: Client, url: string, email: string, image: File) {
  const { address, city, state, zip } = ADDRESS
  const body: DelivererRegistration = {
    Email: email,
    Password: PASSWORD,
    FirstName: "Dora",
    LastName: "Wheeler",
    Phone: "212-555-0199",
    Address: address,
    AddressOne: "",
    City: city,
    State: state,
    Zip: zip,
    id: image,
  }
  await answerOf(courier.POST("/pushcartexpress/createpushcartexpress", { body }))
  const token = await confirmationToken(url, email)
  await answerOf(courier.GET("/email/emailConfirmedDeliverer/{token}", { params: { path: { token } } }))
  await answerOf(courier.POST("/pushcartexpress/login", { body: { email, password: PASSWORD } }))
}

export async function registerCustomer(customer: Client, url: string, email: string) {
  const body = { firstname: "Ada", lastname: "Byron", email, password: PASSWORD }
  await answerOf(customer.POST("/auth/register", { body }))
  const token = await confirmationToken(url, email)
  await answerOf(customer.GET("/email/emailConfirmedCustomer/{token}", { params: { path: { token } } }))
  await answerOf(customer.POST("/auth/login", { body: { email, password: PASSWORD } }))
}

type Approval =
  | { list: "/admin/approvalSeller"; decision: "/admin/approveSeller/{id}" }
  | { list: "/admin/delivererNeedOfApproval"; decision: "/admin/approveDeliverer/{id}" }

export async function approve(admin: Client, email: string, { list, decision }: Approval) {
  const waiting = await answerOf(admin.GET(list))
  const applicant = waiting.find((one) => one.email === email)
  if (!applicant) throw new Error(`${email} is not on ${list}`)
  await answerOf(admin.PUT(decision, { params: { path: { id: applicant.id } }, body: {} }))
}

/** Identity and bank details go to the payment provider; Pushcart only gets tokens. */
export async function connect(
  who: Client,
  path: "/seller/ConnectAccount" | "/seller/createMarketAccount" | "/pushcartexpress/connectedAccount",
  provider: ReturnType<typeof createCardProvider>,
  email: string,
) {
  const individual = {
    first_name: IDS.firstName,
    last_name: IDS.lastName,
    email,
    phone: "+12125550134",
    id_number: "000000000",
    "dob[month]": "1",
    "dob[day]": "1",
    "dob[year]": "1990",
    "address[line1]": ADDRESS.address,
    "address[city]": ADDRESS.city,
    "address[state]": ADDRESS.state,
    "address[postal_code]": ADDRESS.zip,
    "address[country]": "US",
  }
  const nested = Object.entries(individual).map(([name, value]) => {
    const [head = "", ...rest] = name.split("[")
    return [`account[individual][${head}]${rest.map((part) => `[${part}`).join("")}`, value]
  })
  const account = await provider("/v1/tokens", {
    "account[business_type]": "individual",
    "account[tos_shown_and_accepted]": "true",
    ...(Object.fromEntries(nested) as Record<string, string>),
  })
  const bank = await provider("/v1/tokens", {
    "bank_account[country]": "US",
    "bank_account[currency]": "usd",
    "bank_account[account_number]": "000123456789",
    "bank_account[routing_number]": "110000000",
    "bank_account[account_holder_name]": "Maria Lopez",
    "bank_account[account_holder_type]": "individual",
  })
  const connected = await answerOf(
    who.POST(path, {
      body: {
        accountToken: account.id,
        bankToken: bank.id,
        Schedule: "weekly",
        Url: "",
        ProductDescription: "Fruit and vegetables of the season",
      },
    }),
  )
  if (connected.missing.length > 0)
    throw new Error(`The provider still wants ${connected.missing.join(", ")}`)
}
