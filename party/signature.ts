const encoder = new TextEncoder()
const keys = new Map<string, Promise<CryptoKey>>()

/** HMAC-SHA-256 with the rooms' shared secret, base64url. */
export async function sign(secret: string, text: string): Promise<string> {
  return encodeBytes(
    new Uint8Array(await crypto.subtle.sign("HMAC", await key(secret), encoder.encode(text))),
  )
}

/** Compares in constant time, as WebCrypto's verify does. */
export async function verify(secret: string, text: string, signature: string): Promise<boolean> {
  const bytes = decodeBytes(signature)
  return bytes !== null && crypto.subtle.verify("HMAC", await key(secret), bytes, encoder.encode(text))
}

export function encodeText(text: string): string {
  return encodeBytes(encoder.encode(text))
}

export function decodeText(text: string): string | null {
  const bytes = decodeBytes(text)
  return bytes && new TextDecoder().decode(bytes)
}

function key(secret: string): Promise<CryptoKey> {
  const known = keys.get(secret)
  if (known) return known
  const imported = crypto.subtle.importKey(
    "raw",
    encoder.encode(secret),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign", "verify"],
  )
  keys.set(secret, imported)
  return imported
}

function encodeBytes(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "")
}

function decodeBytes(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]*$/.test(text)) return null
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0))
  } catch {
    return null
  }
}
