import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto"

const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest()
const hex = (text: string) => Buffer.from(text.replaceAll(" ", ""), "hex")

/** The client data that a browser creates for a challenge. */
const clientData = (type: "create" | "get", challenge: string, origin: string) =>
  Buffer.from(JSON.stringify({ type: `webauthn.${type}`, challenge, origin, crossOrigin: false }))

/** The authenticator data: the host's hash, the flags for what was verified, and the signature counter. */
const authenticatorData = (host: string, flags: string, rest = Buffer.alloc(0)) =>
  Buffer.concat([sha256(host), hex(flags), Buffer.alloc(4), rest])

/**
 * A software authenticator for requests without a browser. It reports that the user is present and verified, as a phone
 * does (WebAuthn level 2, "none" attestation, ES256).
 */
export function anAuthenticator(site: { origin: string; host: string }) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const { x = "", y = "" } = publicKey.export({ format: "jwk" })
  const id = randomBytes(16)
  const coordinate = (text: string) => Buffer.from(text, "base64url")
  const key = Buffer.concat([
    hex("a5 01 02 03 26 20 01 21 58 20"),
    coordinate(x),
    hex("22 58 20"),
    coordinate(y),
  ])
  const answer = (response: Record<string, Buffer>) => ({
    id: id.toString("base64url"),
    rawId: id.toString("base64url"),
    type: "public-key",
    clientExtensionResults: {},
    response: Object.fromEntries(
      Object.entries(response).map(([name, bytes]) => [name, bytes.toString("base64url")]),
    ),
  })
  return {
    /** Creates a passkey for registration options. */
    make(challenge: string) {
      const data = authenticatorData(
        site.host,
        "45",
        Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]),
      )
      const attestationObject = Buffer.concat([
        hex("a3 63"),
        Buffer.from("fmt"),
        hex("64"),
        Buffer.from("none"),
        hex("67"),
        Buffer.from("attStmt"),
        hex("a0 68"),
        Buffer.from("authData"),
        Buffer.from([0x58, data.length]),
        data,
      ])
      return answer({ attestationObject, clientDataJSON: clientData("create", challenge, site.origin) })
    },
    /** Signs the options of a sign-in. */
    use(challenge: string) {
      const clientDataJSON = clientData("get", challenge, site.origin)
      const data = authenticatorData(site.host, "05")
      const signature = sign("sha256", Buffer.concat([data, sha256(clientDataJSON)]), privateKey)
      return answer({ clientDataJSON, authenticatorData: data, signature })
    },
  }
}
