import { data } from "react-router"
import { z } from "zod"
import { siteRulesContext } from "#app/context.ts"
import { submitForm } from "#app/forms/submit-form.ts"
import { needsJs } from "#app/page-protocol/attributes.ts"
import { Button, LinkButton } from "#app/ui/button.tsx"
import { Card, Dash, Pill, Receipt } from "#app/ui/card.tsx"
import { DateText } from "#app/ui/date-text.tsx"
import { Dialog, dialogHref } from "#app/ui/dialog.tsx"
import { plainField } from "#app/ui/field.tsx"
import { Form, SubmitButton, useSchemaForm } from "#app/ui/form.tsx"
import {
  Checkbox,
  PasswordInput,
  PhoneInput,
  QuantitySelect,
  Select,
  TextArea,
  TextInput,
  ZipInput,
} from "#app/ui/inputs.tsx"
import { Ledger } from "#app/ui/ledger.tsx"
import { MapView } from "#app/ui/map/map-view.tsx"
import { Money, PriceTag } from "#app/ui/money.tsx"
import { PhotoField } from "#app/ui/photos/photo-field.tsx"
import { EmptyState, LivePaused, Loader, Notice, RotateHint, ScrollArea } from "#app/ui/states.tsx"
import { StoredImage } from "#app/ui/stored-image.tsx"
import { toast } from "#app/ui/toast.ts"
import { PageToast } from "#app/ui/toaster.tsx"
import { Breadcrumbs, Pagination, ProgressBar, Tabs } from "#app/ui/wayfinding.tsx"
import { DomainError } from "#core/errors.ts"
import { emailField, firstNameField } from "#core/identity/fields.ts"
import { phoneField } from "#core/identity/phone.ts"
import "./ui.css"
import type { Route } from "./+types/ui.ts"

const sampleInput = z.object({ firstName: firstNameField, email: emailField, phone: phoneField })

export const meta: Route.MetaFunction = () => [{ title: "Components — Pushcart" }]

/** Every component on one page, for developers. Only on demo sites. */
export function loader({ context, request }: Route.LoaderArgs) {
  requireDevPages(context)
  if (new URL(request.url).searchParams.has("broken")) throw new Error("Asked for by /dev/ui?broken")
  return null
}

function requireDevPages(context: Route.LoaderArgs["context"]): void {
  if (!context.get(siteRulesContext).devPages) throw data(null, { status: 404 })
}

export async function action({ request, context }: Route.ActionArgs) {
  requireDevPages(context)
  return submitForm(request, sampleInput, async ({ email }) => {
    throw new DomainError("duplicate_email", `${email} has been used, please use another one!`, "email")
  })
}

export default function Components({ actionData }: Route.ComponentProps) {
  return (
    <div className="stack" style={{ "--gap": "40px" } as object}>
      <h1>Components</h1>
      <Words />
      <h2>Cards</h2>
      <Cards />
      <Sample answer={actionData} />
      <Finding />
      <Tables />
      <States />
      <Dialog name="sample" title="Hi there!">
        <p>In order to see what this market sells, you need to be Log In!</p>
        <LinkButton to="/login">Sign In</LinkButton>
      </Dialog>
      <MapView
        label="Markets"
        points={[
          {
            id: "1",
            lat: 40.75,
            lng: -73.99,
            title: "Chelsea Corner Grocer",
            lines: ["212 W 26th St", "212-555-0134"],
          },
          { id: "2", lat: 39.29, lng: -76.61, title: "Lexington Stalls", lines: ["400 W Lexington St"] },
        ]}
        height={320}
      />
    </div>
  )
}

function Words() {
  return (
    <section className="ui-row">
      <Button type="button" {...needsJs} onClick={() => toast("Saved. It shows for five seconds.")}>
        Show a toast
      </Button>
      <LinkButton to={dialogHref("", "sample")} kind="plain" preventScrollReset>
        Open the dialog
      </LinkButton>
      <Button type="button" kind="danger">
        Remove
      </Button>
      <Button type="button" disabled>
        Sold Out
      </Button>
      <PriceTag cents={450} />
      <PriceTag cents={1999} from />
      <Pill>0.3 mi</Pill>
      <Pill ground="butter">All sales are final</Pill>
      <Money cents={123450} />
      <DateText iso="2024-03-05T15:00:00Z" />
    </section>
  )
}

function Cards() {
  return (
    <section className="ui-cards">
      <Card flush as="article">
        <StoredImage
          image={null}
          category="Vegetables"
          alt="Rainbow carrots"
          width={270}
          height={168}
          className="ui-picture"
        />
        <div className="ui-product">
          <h3>Rainbow carrots</h3>
          <p className="attention">Only 3 are left</p>
          <p className="split">
            <PriceTag cents={325} />
            <a className="text-link" href="#top">
              View Product
            </a>
          </p>
        </div>
      </Card>
      <Card picked>
        <h3>Chelsea Corner Grocer</h3>
        <p className="soft">212 W 26th St, New York, NY 10001</p>
        <Dash />
        <LinkButton to="/home" small>
          Check the market out
        </LinkButton>
      </Card>
      <Card>
        <Receipt
          lines={[
            { label: "Heirloom tomatoes × 2", value: <Money cents={900} /> },
            { label: "Tax", value: <Money cents={80} /> },
            { label: "Delivery", value: <Money cents={399} /> },
            { label: "Total", value: <Money cents={1379} />, total: true },
          ]}
        />
      </Card>
    </section>
  )
}

type Answer = Route.ComponentProps["actionData"]

function Sample({ answer }: { answer: Answer }) {
  const [form, fields] = useSchemaForm(sampleInput, {
    id: "sample",
    answer,
    defaultValue: { firstName: "Ada" },
  })
  return (
    <Card>
      <PageToast message={answer?.toast} />
      <Form form={form}>
        <div className="columns">
          <TextInput field={fields.firstName} label="First Name" />
          <TextInput field={fields.email} label="Email" type="email" hint="We send the confirmation there." />
          <PhoneInput field={fields.phone} label="Phone" />
          <PasswordInput field={plainField("password")} label="Password" />
          <Select
            field={plainField("state")}
            label="State"
            placeholder="What state?"
            options={["CA", "NY"]}
          />
          <QuantitySelect field={plainField("quantity")} label="Quantity" max={50} />
          <ZipInput field={plainField("zip")} label="Zip" />
          <TextArea field={plainField("description")} label="Description" optional className="wide" />
          <PhotoField field={plainField("photo")} label="Photo" className="wide" />
          <Checkbox
            field={plainField("agree")}
            label="I am 18 or older and agree to the terms"
            className="wide"
          />
        </div>
        <SubmitButton>Register</SubmitButton>
      </Form>
    </Card>
  )
}

function Finding() {
  return (
    <section className="stack">
      <Breadcrumbs crumbs={[{ label: "Home", to: "/home" }, { label: "Vegetables" }, { label: "Carrots" }]} />
      <ProgressBar steps={["Category", "Description", "Sizes", "Images"]} current={1} />
      <Tabs
        label="Categories"
        tabs={["Vegetables", "Fruits", "Dairy", "Cookies", "Clothing", "Shoes"].map((label, index) => ({
          label,
          to: `?c=${label}`,
          current: index === 0,
        }))}
      />
      <Pagination page={4} pages={12} />
    </section>
  )
}

const SELLERS = [
  { id: "1", name: "Chelsea Corner Grocer", city: "New York", cents: 120450 },
  { id: "2", name: "Lexington Stalls", city: "Baltimore", cents: 98000 },
  { id: "3", name: "Union Fruit & Flower", city: "New York", cents: 1250 },
]

function Tables() {
  return (
    <Ledger
      name="sellers"
      caption="Sellers"
      rows={SELLERS}
      rowKey={(row) => row.id}
      empty={<EmptyState text="No sellers yet." />}
      columns={[
        { key: "name", label: "Market", cell: (row) => row.name, sort: (row) => row.name },
        { key: "city", label: "City", cell: (row) => row.city, sort: (row) => row.city },
        {
          key: "total",
          label: "Total",
          cell: (row) => <Money cents={row.cents} />,
          sort: (row) => row.cents,
          figure: true,
        },
      ]}
    />
  )
}

function States() {
  return (
    <section className="stack">
      <Notice>The payment didn't go through. Try another card.</Notice>
      <Notice kind="info">Deliveries near you refresh by themselves.</Notice>
      <Notice kind="good">Your email is confirmed.</Notice>
      <Notice kind="bad">You have been reject from stripe</Notice>
      <RotateHint />
      <LivePaused />
      <Loader />
      <ScrollArea height={90} label="A scroll area">
        {["One", "Two", "Three", "Four", "Five", "Six"].map((line) => (
          <p key={line}>{line}</p>
        ))}
      </ScrollArea>
      <EmptyState text="There are no items on your shopping cart" button={{ label: "Shop", to: "/home" }} />
    </section>
  )
}
