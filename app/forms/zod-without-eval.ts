import { config } from "zod"

// The site's content security policy forbids eval. Zod would try it once and fail, and the browser would report a
// violation.
config({ jitless: true })
