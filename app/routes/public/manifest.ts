import { siteRulesContext } from "#app/context.ts"
import { APPS, appRole, iconOf } from "#app/install/apps.ts"
import type { Route } from "./+types/manifest.ts"

/** The web app manifest, with which a browser installs Pushcart on a home screen, for the role in `for`. */
export function loader({ url, context }: Route.LoaderArgs) {
  const { mark } = context.get(siteRulesContext)
  const marked = (text: string) => (mark ? `${mark.word}: ${text}` : text)
  const role = appRole(url.searchParams.get("for"))
  const { name, shortName, description, start, shortcuts } = APPS[role]
  const icons = [192, 512].flatMap((size) =>
    (["any", "maskable"] as const).map((purpose) => ({
      src: iconOf(role, size, purpose),
      sizes: `${size}x${size}`,
      type: "image/png",
      purpose,
    })),
  )
  const manifest = {
    id: `/?app=${role}`,
    name: marked(name),
    short_name: marked(shortName),
    description,
    lang: "en-US",
    start_url: start,
    scope: "/",
    display: "standalone",
    background_color: "#faf6ec",
    theme_color: "#1f5a32",
    icons,
    shortcuts,
  }
  return new Response(JSON.stringify(manifest), {
    headers: { "Content-Type": "application/manifest+json", "Cache-Control": "public, max-age=3600" },
  })
}
