/**
 * A request whose address can be read. HTTP/1.0 needs no Host, and plain health checks of load balancers send none: Bun
 * then has a bare path for an address, and one that nobody can read for a Host that is no name.
 */
export function addressed(request: Request): Request {
  if (URL.canParse(request.url)) return request
  const path = request.url.replace(/^https?:\/\/[^/]*/, "")
  return new Request(`http://localhost${path || "/"}`, request)
}
