import type { PageHandle } from "#app/page-handle.ts"
import { Card } from "#app/ui/card.tsx"
import type { Route } from "./+types/faq.ts"

export const handle: PageHandle = { hydrate: "none" }

export const meta: Route.MetaFunction = () => [{ title: "Questions and answers — Pushcart" }]

export default function Faq() {
  return (
    <article className="stack" style={{ "--gap": "34px", maxWidth: "46rem" } as object}>
      <h1>Questions and answers</h1>
      {TOPICS.map(({ title, questions }) => (
        <section key={title} className="stack" style={{ "--gap": "10px" } as object}>
          <h2>{title}</h2>
          {questions.map(({ question, answer }) => (
            <Card as="details" key={question} className="faq">
              <summary>{question}</summary>
              <p className="soft">{answer}</p>
            </Card>
          ))}
        </section>
      ))}
    </article>
  )
}

const TOPICS = [
  {
    title: "Shopping",
    questions: [
      {
        question: "How do I find a market?",
        answer:
          "Type your five-digit zip code on the home page. You get the markets within 25 miles, the nearest first. Without a zip code you see all of them.",
      },
      {
        question: "Do I need an account?",
        answer:
          "Anyone can see which markets there are. To see what a market sells and to order, sign up as a customer and confirm your email with the link that we send you.",
      },
      {
        question: "Can I order from several markets at once?",
        answer:
          "Yes. Your cart can hold items from several markets, and you pay once. Each market gets its own order, and you can follow each of them.",
      },
      {
        question: "Can I return something?",
        answer:
          "All sales are final. If a market can't fulfill your order, we cancel it and refund the full amount to the card you paid with.",
      },
    ],
  },
  {
    title: "Delivery and pickup",
    questions: [
      {
        question: "What does delivery cost?",
        answer:
          "$3.99 for the first 2 miles from the market to your door and $0.75 for each further mile, up to 25 miles, for each market in your cart. All of it goes to the person who delivers.",
      },
      {
        question: "When is my order ready to pick up?",
        answer:
          "The market sets your order to “ready to pick up”, and you get a notification. Its hours are on the market's page.",
      },
      {
        question: "Who delivers it?",
        answer:
          "Either someone from the market or a Pushcart courier, whose identity we have checked. Your order shows its status, and a photo once it is delivered.",
      },
    ],
  },
  {
    title: "Selling",
    questions: [
      {
        question: "What do I need to start?",
        answer:
          "A photo ID, a photo of your market and your certificate or license. A person reviews them. Then you connect a bank account with our payment provider and subscribe.",
      },
      {
        question: "What does it cost?",
        answer:
          "$5.00 a month, and you can cancel at any time. Of the card processor's fee (2.9% and $0.30 a payment) you pay the share of your items, shown on every order; we pay the share of tax, delivery and tip.",
      },
      {
        question: "When am I paid?",
        answer:
          "Weekly or monthly, as you choose. You can also request what is available at any time with the Payout button.",
      },
    ],
  },
  {
    title: "Delivering",
    questions: [
      {
        question: "How do I become a courier?",
        answer:
          "Register on the express page with a photo ID. When a person has approved you and your bank account is connected, you see the deliveries near you on a map.",
      },
      {
        question: "What do I earn?",
        answer:
          "The whole delivery fee and the whole tip of each order you deliver. You see the distance, the fee and the tip before you take it.",
      },
    ],
  },
  {
    title: "Your account",
    questions: [
      {
        question: "I didn't get the confirmation email.",
        answer:
          "Look in your spam folder first. The link is good for a limited time; when it has expired, its page offers you a new one.",
      },
      {
        question: "Is my bank information safe?",
        answer:
          "Social security numbers, dates of birth, and bank and card numbers go from your browser straight to our payment provider. They never reach our servers.",
      },
    ],
  },
]
