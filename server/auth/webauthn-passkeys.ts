import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server"
import { z } from "zod"
import type { PasskeyCredential, Passkeys } from "#core/ports/passkeys.ts"

/** The minimum shape of a response; the library checks the rest. */
const answerShape = z.looseObject({
  id: z.string().max(1_500),
  response: z.looseObject({ clientDataJSON: z.string() }),
})

/**
 * Passkeys by SimpleWebAuthn, which better-auth's passkey plugin also uses. The plugin itself is not used because its
 * sessions have no role.
 */
export const webAuthnPasskeys: Passkeys = {
  async creationOptions({ host }, { userId, email, name, challenge, known }) {
    const options = await generateRegistrationOptions({
      rpName: "Pushcart",
      rpID: host,
      userID: new TextEncoder().encode(userId),
      userName: email,
      userDisplayName: name,
      challenge: Uint8Array.from(challenge),
      attestationType: "none",
      excludeCredentials: known.map(descriptorOf),
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    })
    return { ...options }
  },

  async readNew({ host, origin }, answer, spend) {
    if (!answerShape.safeParse(answer).success) return null
    const read = await verifyRegistrationResponse({
      response: answer as RegistrationResponseJSON,
      expectedChallenge: spend,
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
    }).catch(() => null)
    if (!read?.verified) return null
    const { id, publicKey, counter, transports = [] } = read.registrationInfo.credential
    return {
      credentialId: id,
      publicKey: Buffer.from(publicKey).toString("base64url"),
      counter,
      transports: transports.map(String),
    }
  },

  async requestOptions({ host }, challenge) {
    const options = await generateAuthenticationOptions({
      rpID: host,
      challenge: Uint8Array.from(challenge),
      userVerification: "required",
    })
    return { ...options }
  },

  credentialIdOf: (answer) => answerShape.safeParse(answer).data?.id ?? null,

  async checkUse({ host, origin }, answer, known, spend) {
    const read = await verifyAuthenticationResponse({
      response: answer as AuthenticationResponseJSON,
      expectedChallenge: spend,
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
      credential: {
        ...descriptorOf(known),
        publicKey: Uint8Array.from(Buffer.from(known.publicKey, "base64url")),
        counter: known.counter,
      },
    }).catch(() => null)
    return read?.verified ? { counter: read.authenticationInfo.newCounter } : null
  },
}

const descriptorOf = ({ credentialId, transports }: PasskeyCredential) => ({
  id: credentialId,
  transports: [...transports],
})
