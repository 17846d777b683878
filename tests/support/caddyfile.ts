/** Adapts the Caddyfile to the installed Caddy: Debian 12's version 2.6 has another name for buffering requests. */
export function forCaddy(version: string, caddyfile: string): string {
  const [major = 0, minor = 0] = (/\d+\.\d+/.exec(version)?.[0] ?? "").split(".").map(Number)
  const isOld = major < 2 || (major === 2 && minor < 7)
  return isOld ? caddyfile.replace(/request_buffers \S+/g, "buffer_requests") : caddyfile
}
