import type { PlantedFault } from "./planted-fault.ts"

/** Returns the source with the fault in it. Throws when the text to replace does not occur exactly once. */
export function plantFault(source: string, { file, find, replace }: PlantedFault): string {
  const parts = source.split(find)
  if (find === "" || parts.length === 1) throw new Error(`${file} does not contain: ${find}`)
  if (parts.length > 2) throw new Error(`${file} contains this ${parts.length - 1} times: ${find}`)
  if (find === replace) throw new Error(`${file}: the replacement changes nothing: ${find}`)
  return parts.join(replace)
}
