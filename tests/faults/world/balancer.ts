import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { freePort } from "#server/cli/ports.ts"
import { forCaddy } from "#tests/support/caddyfile.ts"
import { until } from "./program.ts"

const root = fileURLToPath(new URL("../../..", import.meta.url))

/** A real load balancer with TLS, configured by its sample in deploy/. */
export type BalancerKind = "nginx" | "haproxy" | "caddy"

export interface Balancer {
  url: string
  version: string
  stop(): Promise<void>
}

type Place = {
  folder: string
  version: string
  certificate: string
  httpPort: number
  port: number
  web: string[]
  rooms: string
}

/**
 * Replaces the parts of a sample that each operator sets: addresses, certificate, ports. The sample must contain each
 * of them.
 */
type Own = [sample: string, here: (place: Place) => string]

interface Sample {
  file: string
  packageName: string
  own: Own[]
  /** Wraps the sample's configuration for a program that runs alongside others. */
  around(sample: string, place: Place): string
  version: string[]
  command(file: string): string[]
}

const SAMPLES: Record<BalancerKind, Sample> = {
  nginx: {
    file: "deploy/nginx/pushcart.conf",
    packageName: "nginx-light",
    own: [
      ["server 10.0.0.11:3000", ({ web }) => `server ${web[0]}`],
      ["server 10.0.0.12:3000", ({ web }) => `server ${web[1]}`],
      ["server 10.0.0.21:1999", ({ rooms }) => `server ${rooms}`],
      ["listen 80;", ({ httpPort }) => `listen 127.0.0.1:${httpPort};`],
      ["listen 443 ssl", ({ port }) => `listen 127.0.0.1:${port} ssl`],
      ["server_name pushcart.example;", () => "server_name localhost;"],
      ["/etc/ssl/pushcart.pem", ({ certificate }) => certificate],
      ["/etc/ssl/pushcart.key", ({ certificate }) => certificate],
    ],
    around: (sample, { folder }) =>
      [
        // Its workers write large forms to this folder.
        process.getuid?.() === 0 ? "user root;" : "",
        `daemon off; pid ${folder}/pid; error_log stderr error; events {}`,
        `http { access_log off; ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
          .map((name) => `${name}_temp_path ${folder}/${name};`)
          .join(" ")}`,
        sample,
        "}",
      ].join("\n"),
    version: ["nginx", "-v"],
    command: (file) => ["nginx", "-e", "stderr", "-c", file],
  },
  haproxy: {
    file: "deploy/haproxy/haproxy.cfg",
    packageName: "haproxy",
    own: [
      ["web1 10.0.0.11:3000", ({ web }) => `web1 ${web[0]}`],
      ["web2 10.0.0.12:3000", ({ web }) => `web2 ${web[1]}`],
      ["rooms1 10.0.0.21:1999", ({ rooms }) => `rooms1 ${rooms}`],
      ["bind :80\n", ({ httpPort }) => `bind 127.0.0.1:${httpPort}\n`],
      ["bind :443 ssl", ({ port }) => `bind 127.0.0.1:${port} ssl`],
      ["/etc/haproxy/pushcart.pem", ({ certificate }) => certificate],
    ],
    around: (sample) => sample,
    version: ["haproxy", "-v"],
    command: (file) => ["haproxy", "-db", "-f", file],
  },
  caddy: {
    file: "deploy/caddy/Caddyfile",
    packageName: "caddy",
    own: [
      [
        "{$PUBLIC_URL} {",
        ({ port, certificate }) => `https://localhost:${port} {\n\ttls ${certificate} ${certificate}`,
      ],
      ["@rooms party:1999", ({ rooms }) => `@rooms ${rooms}`],
      [
        "dynamic a {\n\t\t\tname web\n\t\t\tport 3000\n\t\t\trefresh 1s\n\t\t}",
        ({ web }) => `to ${web.join(" ")}`,
      ],
    ],
    around: (sample, { httpPort, version }) =>
      `{\n\tadmin off\n\thttp_port ${httpPort}\n}\n${forCaddy(version, sample)}`,
    version: ["caddy", "version"],
    command: (file) => ["caddy", "run", "--adapter", "caddyfile", "--config", file],
  },
}

/** @throws if the program is not installed, naming what to install */
export async function startBalancer(
  kind: BalancerKind,
  given: { port: number; web: string[]; rooms: string },
): Promise<Balancer> {
  const sample = SAMPLES[kind]
  const version = versionOf(kind, sample)
  const folder = mkdtempSync(join(tmpdir(), `pushcart-${kind}-`))
  const place: Place = {
    folder,
    version,
    certificate: ownCertificate(folder),
    httpPort: await freePort(),
    port: given.port,
    web: given.web.map(hostOf),
    rooms: hostOf(given.rooms),
  }
  const file = join(folder, "configuration")
  writeFileSync(file, sample.around(adapted(sample, place), place))
  const child = Bun.spawn(sample.command(file), {
    env: { PATH: process.env.PATH, HOME: folder },
    stdout: "ignore",
    stderr: Bun.file(join(folder, "errors")),
  })
  const url = `https://localhost:${given.port}`
  await until(`${kind} to answer`, async () => {
    if (child.exitCode !== null) throw new Error(`${kind} ended:\n${readFileSync(join(folder, "errors"))}`)
    return (await fetch(`${url}/api/v1/live`).catch(() => undefined))?.ok ?? false
  })
  return {
    url,
    version,
    async stop() {
      child.kill()
      await child.exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function adapted({ file, own }: Sample, place: Place): string {
  let text = readFileSync(join(root, file), "utf8")
  for (const [sample, here] of own) {
    if (!text.includes(sample)) throw new Error(`${file} does not say ${JSON.stringify(sample)}`)
    text = text.replaceAll(sample, here(place))
  }
  return text
}

const hostOf = (url: string) => new URL(url).host

function versionOf(kind: BalancerKind, { version: command, packageName }: Sample): string {
  const { stdout, stderr, success } = Bun.which(kind)
    ? Bun.spawnSync(command)
    : { stdout: "", stderr: "", success: false }
  if (!success) throw new Error(`${kind} is needed: apt-get install ${packageName}`)
  return /\d+\.\d+(\.\d+)?/.exec(`${stdout}${stderr}`)?.[0] ?? "unknown"
}

/** Creates key and certificate for this name in one file, valid for some days. */
function ownCertificate(folder: string): string {
  const [key, certificate, both] = ["key.pem", "certificate.pem", "both.pem"].map((name) =>
    join(folder, name),
  )
  const made = Bun.spawnSync(
    `openssl req -x509 -newkey rsa:2048 -nodes -days 3 -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout ${key} -out ${certificate}`.split(
      " ",
    ),
  )
  if (!made.success) throw new Error(`openssl made no certificate:\n${made.stderr}`)
  writeFileSync(`${both}`, readFileSync(`${certificate}`, "utf8") + readFileSync(`${key}`, "utf8"))
  return `${both}`
}
