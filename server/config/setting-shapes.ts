import { z } from "zod"

/** One environment variable: its schema, and the sentence that the settings table in the docs shows. */
export interface Setting<S extends z.ZodType = z.ZodType> {
  schema: S
  group: SettingGroup
  about: string
  /** A valid value, shown in error messages. */
  example: string
  secret?: true
}

export type SettingGroup =
  | "server"
  | "database"
  | "rooms"
  | "secrets"
  | "payments"
  | "images"
  | "mail"
  | "push"
  | "places"
  | "rates"
  | "retention"
  | "traces"

export function setting<S extends z.ZodType>(
  group: SettingGroup,
  schema: S,
  about: string,
  example: string,
): Setting<S> {
  return { group, schema, about, example }
}

export function secret<S extends z.ZodType>(group: SettingGroup, schema: S, about: string, example: string) {
  return { group, schema, about, example, secret: true as const }
}

/** On, off, and the spellings people use for them. */
export const flag = z
  .enum(["1", "0", "true", "false", "on", "off"])
  .transform((v) => ["1", "true", "on"].includes(v))
export const port = z.coerce.number().int().min(0).max(65_535)
export const wholeCents = z.coerce.number().int().min(0)
export const basisPoints = z.coerce.number().int().min(0).max(10_000)
export const key = z.string().min(32, "is shorter than 32 characters")
/** A point or a number of P-256, as web-push writes it. */
export const vapidKey = (bytes: number) =>
  z
    .string()
    .refine(
      (value) => /^[\w-]+$/.test(value) && Buffer.from(value, "base64url").length === bytes,
      `is not ${bytes} bytes in base64url`,
    )
export const url = (...schemes: string[]) =>
  z.string().refine((value) => schemes.some((s) => value.startsWith(`${s}://`)) && URL.canParse(value), {
    error: `is not an address that starts with ${schemes.map((s) => `${s}://`).join(" or ")}`,
  })
export const startsWith = (...prefixes: string[]) =>
  z
    .string()
    .refine(
      (value) => prefixes.some((p) => value.startsWith(p)),
      `does not start with ${prefixes.join(" or ")}`,
    )
export const list = z.string().transform((value) =>
  value
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean),
)

/** The URL of a style, a file of tiles, or "off"; server/map/map-streets.ts distinguishes them. */
export const mapTiles = z
  .string()
  .refine((value) => value === "off" || /\.(pmtiles|mbtiles)$/.test(value) || /^https?:/.test(value), {
    error: "is neither the address of a style, nor a file that ends in .pmtiles or .mbtiles, nor off",
  })
