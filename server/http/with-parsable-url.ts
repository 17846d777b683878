/**
 * Returns the request with a URL that can be parsed. HTTP/1.0 needs no Host, and plain health checks of load balancers
 * send none: Bun then uses a bare path as the URL, and an unparsable one for an invalid Host.
 */
export function withParsableUrl(request: Request): Request {
  if (URL.canParse(request.url)) return request
  const path = request.url.replace(/^https?:\/\/[^/]*/, "")
  return new Request(`http://localhost${path || "/"}`, request)
}
