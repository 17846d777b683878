import { type Client, confirmationToken, type createCardProvider, formOf } from "./client.ts"

export const PASSWORD = "Pushcart#2026"
export const ADDRESS = { address: "75 9th Ave", city: "New York", state: "NY", zip: "10011" }
export type Pictures = { id: File; pictureOfMarket: File; certificate: File }

const IDS = { firstName: "Maria", lastName: "Lopez", phone: "212-555-0134" }

export async function registerSeller(seller: Client, url: string, email: string, pictures: Pictures) {
  const { address, city, state, zip } = ADDRESS
  const fields = {
    ...{
      Email: email,
      Password: PASSWORD,
      FirstName: IDS.firstName,
      LastName: IDS.lastName,
      Phone: IDS.phone,
    },
    ...{ Address: address, City: city, State: state, Zip: zip, MarketName: "Chelsea Stall" },
    ...{ Weekdays: "8am-7pm", Satuday: "9am-5pm", Sunday: "Closed" },
    ...pictures,
  }
  await seller.post("/seller/RegisterSeller", formOf(fields))
  await seller.get(`/email/emailConfirmedSeller/${await confirmationToken(url, email)}`)
  await seller.post("/seller/LoginSeller", { email, password: PASSWORD })
}

export async function registerCourier(courier: Client, url: string, email: string, picture: File) {
  const { address, city, state, zip } = ADDRESS
  const fields = {
    ...{ Email: email, Password: PASSWORD, FirstName: "Dora", LastName: "Wheeler", Phone: "212-555-0199" },
    ...{ Address: address, AddressOne: "", City: city, State: state, Zip: zip, MarketName: "", id: picture },
  }
  await courier.post("/pushcartexpress/createpushcartexpress", formOf(fields))
  await courier.get(`/email/emailConfirmedDeliverer/${await confirmationToken(url, email)}`)
  await courier.post("/pushcartexpress/login", { email, password: PASSWORD })
}

export async function registerCustomer(customer: Client, url: string, email: string) {
  await customer.post("/auth/register", { firstname: "Ada", lastname: "Byron", email, password: PASSWORD })
  await customer.get(`/email/emailConfirmedCustomer/${await confirmationToken(url, email)}`)
  await customer.post("/auth/login", { email, password: PASSWORD })
}

export async function approve(admin: Client, email: string, list: string, decision: string) {
  const waiting = await admin.get<{ id: string; email: string }[]>(list)
  const applicant = waiting.find((one) => one.email === email)
  if (!applicant) throw new Error(`${email} is not on ${list}`)
  await admin.put(`${decision}/${applicant.id}`, {})
}

/** Identity and bank go to the payment provider; what Pushcart gets is tokens. */
export async function connect(
  who: Client,
  path: string,
  provider: ReturnType<typeof createCardProvider>,
  email: string,
) {
  const individual = {
    ...{
      first_name: IDS.firstName,
      last_name: IDS.lastName,
      email,
      phone: "+12125550134",
      id_number: "000000000",
    },
    ...{ "dob[month]": "1", "dob[day]": "1", "dob[year]": "1990" },
    ...{ "address[line1]": ADDRESS.address, "address[city]": ADDRESS.city, "address[state]": ADDRESS.state },
    ...{ "address[postal_code]": ADDRESS.zip, "address[country]": "US" },
  }
  const nested = Object.entries(individual).map(([name, value]) => {
    const [head = "", ...rest] = name.split("[")
    return [`account[individual][${head}]${rest.map((part) => `[${part}`).join("")}`, value]
  })
  const account = await provider("/v1/tokens", {
    ...{ "account[business_type]": "individual", "account[tos_shown_and_accepted]": "true" },
    ...(Object.fromEntries(nested) as Record<string, string>),
  })
  const bank = await provider("/v1/tokens", {
    ...{ "bank_account[country]": "US", "bank_account[currency]": "usd" },
    ...{ "bank_account[account_number]": "000123456789", "bank_account[routing_number]": "110000000" },
    ...{
      "bank_account[account_holder_name]": "Maria Lopez",
      "bank_account[account_holder_type]": "individual",
    },
  })
  const told = await who.post<{ missing: string[] }>(
    path,
    formOf({
      ...{ accountToken: account.id, bankToken: bank.id, Schedule: "weekly" },
      ...{ Url: "", ProductDescription: "Fruit and vegetables of the season" },
    }),
  )
  if (told.missing.length > 0) throw new Error(`The provider still wants ${told.missing.join(", ")}`)
}
