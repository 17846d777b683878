import type { PlantedFault } from "./planted-fault.ts"

/** The source with the fault in it. Throws where the text to replace is not there, or is there more than once. */
export function plantFault(source: string, { file, find, replace }: PlantedFault): string {
  const parts = source.split(find)
  if (find === "" || parts.length === 1) throw new Error(`${file} does not contain: ${find}`)
  if (parts.length > 2) throw new Error(`${file} contains this ${parts.length - 1} times: ${find}`)
  if (find === replace) throw new Error(`${file}: the replacement changes nothing: ${find}`)
  return parts.join(replace)
}
