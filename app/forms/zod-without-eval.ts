import { config } from "zod"

// The site's policy forbids eval. Zod would try it once, be rejected, and the browser would report a violation.
config({ jitless: true })
