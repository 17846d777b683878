import { writeFileSync } from "node:fs"
import { openapi } from "#server/api/v1/openapi.ts"
import { OPERATIONS } from "#server/api/v1/operations/index.ts"

/** The first half of `npm run api-client`: the OpenAPI document from which the client is generated. */
export const API_DOCUMENT = new URL("../../packages/api-client/openapi.json", import.meta.url)

export const apiDocument = () => `${JSON.stringify(openapi(OPERATIONS), null, 2)}\n`

if (import.meta.main) writeFileSync(API_DOCUMENT, apiDocument())
