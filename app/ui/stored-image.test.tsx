import { renderToStaticMarkup } from "react-dom/server"
import { expect, it } from "vitest"
import { StoredImage } from "./stored-image.tsx"

const box = { category: "Fruits", alt: "A melon", width: 560, height: 480, sizes: "100vw" }
const drawn = (more: { preview?: string; main?: boolean }) =>
  renderToStaticMarkup(<StoredImage image={{ container: "products", name: "melon" }} {...box} {...more} />)

it("asks for the main picture at once: before all else, or behind the words where a stand-in holds its place", {
  tags: ["PROD-10"],
}, () => {
  const alone = drawn({ main: true })
  expect(alone).toContain(`loading="eager" fetchPriority="high"`)
  expect(alone).not.toContain("background-image")
  const stoodIn = drawn({ main: true, preview: "data:image/avif;base64,AAAA" })
  expect(stoodIn).toContain(`style="background-image:url(data:image/avif;base64,AAAA)"`)
  expect(stoodIn).toContain(`loading="eager" fetchPriority="low"`)
})

it("asks for the others when the page is laid out and they are near", { tags: ["PROD-10"] }, () => {
  expect(drawn({})).toContain(`loading="lazy" fetchPriority="low"`)
})
