import type { PageHandle } from "#app/page-handle.ts"
import type { Route } from "./+types/jesus-saves.ts"

export const handle: PageHandle = { hydrate: "none" }

export const meta: Route.MetaFunction = () => [
  { title: "Jesus saves — Pushcart" },
  { name: "robots", content: "noindex" },
]

export default function JesusSaves() {
  return (
    <article className="prose">
      <h1>Jesus saves</h1>
      <figure>
        <blockquote className="lead">
          <p>
            “For God so loved the world, that he gave his only begotten Son, that whosoever believeth in him
            should not perish, but have everlasting life.”
          </p>
        </blockquote>
        <figcaption className="soft">John 3:16, King James Version</figcaption>
      </figure>
      <p>
        If today is heavy, you are not alone in it. You do not have to be good first, or to have the words. He
        said: “Come unto me, all ye that labour and are heavy laden, and I will give you rest” (Matthew
        11:28).
      </p>
      <p>Thank you for stopping by. May your table be full, and somebody sit at it with you.</p>
    </article>
  )
}
