import { spawnSync } from "node:child_process"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as apps from "kubernetes-models/apps/v1"
import * as autoscaling from "kubernetes-models/autoscaling/v2"
import * as batch from "kubernetes-models/batch/v1"
import * as networking from "kubernetes-models/networking.k8s.io/v1"
import * as policy from "kubernetes-models/policy/v1"
import * as core from "kubernetes-models/v1"
import { describe, expect, it } from "vitest"
import { parse, parseAllDocuments } from "yaml"
import { parseEnv } from "#server/config/env.ts"
import { SETTINGS } from "#server/config/settings.ts"

const root = join(import.meta.dirname, "..", "..", "..")
const folder = join(root, "deploy", "kubernetes")
const read = (name: string) => readFileSync(join(folder, name), "utf8")

const MODELS = {
  "apps/v1": { path: "apps/v1", models: apps },
  "autoscaling/v2": { path: "autoscaling/v2", models: autoscaling },
  "batch/v1": { path: "batch/v1", models: batch },
  "networking.k8s.io/v1": { path: "networking.k8s.io/v1", models: networking },
  "policy/v1": { path: "policy/v1", models: policy },
  v1: { path: "v1", models: core },
} as const

type Container = {
  name: string
  env?: { name: string; value?: string; valueFrom?: unknown }[]
  readinessProbe?: { httpGet: { path: string } }
  livenessProbe?: { httpGet: { path: string } }
  lifecycle?: { preStop: { sleep: { seconds: number } } }
  resources: { requests: object; limits: object }
  securityContext: object
}
type Manifest = {
  apiVersion: keyof typeof MODELS
  kind: string
  metadata: { name: string; labels?: Record<string, string> }
  spec: {
    selector?: { matchLabels?: Record<string, string> } & Record<string, unknown>
    template: {
      metadata: { labels: Record<string, string> }
      spec: { terminationGracePeriodSeconds: number; containers: [Container]; securityContext: object }
    }
    metrics: { pods: { metric: { name: string } } }[]
  }
}
type Kustomization = {
  resources: string[]
  images: { name: string }[]
  configMapGenerator: { name: string; envs: string[] }[]
}

const kustomization = parse(read("kustomization.yaml")) as Kustomization & Record<string, unknown>
const manifests = kustomization.resources.flatMap((name) =>
  parseAllDocuments(read(name)).map((document) => document.toJS() as Manifest),
)
const named = (kind: string, name: string) =>
  manifests.find((one) => one.kind === kind && one.metadata.name === name)!
const programs = manifests.filter(({ kind }) => ["Deployment", "StatefulSet", "Job"].includes(kind))

/** The errors that the models' own check finds: wrong types and missing fields. */
function wrongIn(manifest: Manifest): string[] {
  const models = MODELS[manifest.apiVersion]?.models as Record<
    string,
    new (
      data: object,
    ) => { validate(): void }
  >
  const Model = models?.[manifest.kind]
  if (!Model) return [`${manifest.apiVersion} has no ${manifest.kind}`]
  try {
    new Model(manifest).validate()
    return []
  } catch (error) {
    return [`${manifest.kind} ${manifest.metadata.name}: ${error}`]
  }
}

/** The models' check ignores unknown fields, but their TypeScript types reject them in an object literal. */
function unknownIn(all: Manifest[]): string {
  const lines = all.flatMap((manifest, n) => {
    const { path } = MODELS[manifest.apiVersion]
    return [
      `import type { I${manifest.kind} as Kind${n} } from "kubernetes-models/${path}"`,
      `export const manifest${n}: Kind${n} = ${JSON.stringify(manifest)}`,
    ]
  })
  const file = join(root, "tests/.artifacts", `manifests-${crypto.randomUUID()}.ts`)
  mkdirSync(join(root, "tests/.artifacts"), { recursive: true })
  writeFileSync(file, lines.join("\n"))
  const { stdout } = spawnSync(
    join(root, "node_modules/.bin/tsc"),
    "--noEmit --strict --skipLibCheck --ignoreConfig --target esnext --module preserve --moduleResolution bundler --types"
      .split(" ")
      .concat("node", file),
    { encoding: "utf8", cwd: root },
  )
  return stdout
}

const lines = (text: string) =>
  Object.fromEntries(
    text
      .split("\n")
      .filter((line) => line && !line.startsWith("#"))
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  )
const settings = lines(read("settings.env"))
const secrets = lines(read("secrets.env.example"))
const key = "0123456789abcdef".repeat(4)
const FILLED: Record<string, string> = {
  AUTH_SECRET: key,
  BACKUP_PASSPHRASE: "four words are enough",
  DATABASE_URL: "postgres://pushcart:password@db.example:5432/pushcart",
  IMAGES_S3_ACCESS_KEY_ID: "AKIA1",
  IMAGES_S3_SECRET_ACCESS_KEY: "secret",
  IMAGE_SECRET: key,
  METRICS_TOKEN: key,
  REDIS_URL: "rediss://redis.example:6379",
  ROOMS_SECRET: key,
  SMTP_URL: "smtps://user:password@mail.example:465",
  STRIPE_CONNECT_WEBHOOK_SECRET: "whsec_2",
  STRIPE_PUBLISHABLE_KEY: "pk_live_1",
  STRIPE_SECRET_KEY: "sk_live_1",
  STRIPE_WEBHOOK_SECRET: "whsec_1",
}

describe("the manifests for Kubernetes", () => {
  it("are valid, with no field that Kubernetes does not know", { tags: ["OPS-43"], timeout: 120_000 }, () => {
    expect(manifests.length).toBeGreaterThan(10)
    expect(manifests.flatMap(wrongIn)).toEqual([])
    expect(unknownIn(manifests)).toBe("")
    const misspelled = structuredClone(named("Deployment", "web")) as unknown as Record<string, object>
    const text = JSON.stringify(misspelled).replace('"readinessProbe"', '"readinesProbe"')
    expect(unknownIn([JSON.parse(text) as Manifest])).toContain("readinesProbe")
  })

  it("are built by any kubectl: resources, images and a config map, and nothing else", {
    tags: ["OPS-43"],
  }, () => {
    expect(Object.keys(kustomization).sort()).toEqual([
      "apiVersion",
      "configMapGenerator",
      "images",
      "kind",
      "resources",
    ])
    const { status, stdout, error } = spawnSync("kubectl", ["kustomize", folder], { encoding: "utf8" })
    if (error) return
    expect(status).toBe(0)
    for (const image of ["pushcart", "pushcart-backup"])
      expect(stdout).toContain(`image: registry.example.com/${image}:1`)
    expect(stdout).toMatch(/name: pushcart-[a-z0-9]{10}\n/)
  })

  it("start web and worker with the settings and the secrets filled in, and hold no secret themselves", {
    tags: ["OPS-43"],
  }, () => {
    expect(Object.keys(secrets).sort()).toEqual(Object.keys(FILLED).sort())
    expect(new Set(Object.values(secrets))).toEqual(new Set([""]))
    expect(manifests.map(({ kind }) => kind)).not.toContain("Secret")
    for (const name of [...Object.keys(settings), ...Object.keys(secrets)])
      expect(Object.keys(SETTINGS), name).toContain(name)
    for (const name of Object.keys(settings))
      expect("secret" in SETTINGS[name as keyof typeof SETTINGS], name).toBe(false)
    for (const PROCESS of ["web", "worker"])
      expect(parseEnv({ ...settings, ...FILLED, PROCESS })).toMatchObject({ PROCESS, MODE: "production" })
    const test = { STRIPE_SECRET_KEY: "sk_test_1", STRIPE_PUBLISHABLE_KEY: "pk_test_1" }
    expect(() => parseEnv({ ...settings, ...FILLED, ...test })).toThrow(
      /a test key, and nobody would be paid/,
    )
    expect(parseEnv({ ...settings, ...FILLED, ...test, MODE: "staging" })).toMatchObject({ MODE: "staging" })
  })

  it("restart a hanging process, send requests to healthy ones, and give a stop enough time", {
    tags: ["OPS-43"],
  }, () => {
    for (const [kind, name, live, health] of [
      ["Deployment", "web", "/api/v1/live", "/api/v1/health"],
      ["Deployment", "worker", "/api/v1/live", "/api/v1/health"],
      ["StatefulSet", "rooms", "/live", "/health"],
      ["StatefulSet", "backup", "/live", "/health"],
    ] as const) {
      const pod = named(kind, name).spec.template.spec
      const [container] = pod.containers
      expect(container.livenessProbe?.httpGet.path).toBe(live)
      expect(container.readinessProbe?.httpGet.path).toBe(health)
      const drains = (container.lifecycle?.preStop.sleep.seconds ?? 0) + (kind === "Deployment" ? 40 : 0)
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(
        drains + Number(settings.DRAIN_SECONDS),
      )
    }
  })

  it("give programs no privilege, no file to change but their own, and say what they need", {
    tags: ["OPS-43"],
  }, () => {
    expect(programs.map(({ metadata }) => metadata.name).sort()).toEqual([
      "backup",
      "migrate",
      "rooms",
      "web",
      "worker",
    ])
    for (const { spec } of programs) {
      const pod = spec.template.spec
      const [container] = pod.containers
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true })
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      })
      expect(container.resources.requests).toMatchObject({
        cpu: expect.anything(),
        memory: expect.anything(),
      })
    }
    const backup = named("StatefulSet", "backup").spec.template.spec.containers[0].env ?? []
    for (const { name } of backup) expect(Object.keys(SETTINGS), name).toContain(name)
    const { env = [] } = named("StatefulSet", "rooms").spec.template.spec.containers[0]
    expect(env.map(({ name }) => name)).toEqual(["ROOMS_SECRET", "METRICS_TOKEN", "PORT", "HOST"])
  })

  it("name one another: services, budgets and policies choose pods that there are", {
    tags: ["OPS-43"],
  }, () => {
    const pods = programs.map(({ spec }) => spec.template.metadata.labels)
    const chooses = (labels: Record<string, string>) =>
      pods.some((pod) => Object.entries(labels).every(([name, value]) => pod[name] === value))
    const selectors = manifests.flatMap(({ kind, metadata, spec }) => {
      const podSelector = (spec as { podSelector?: { matchLabels: Record<string, string> } }).podSelector
      const labels = kind === "Service" ? spec.selector : (podSelector ?? spec.selector)?.matchLabels
      return labels ? [{ of: `${kind} ${metadata.name}`, labels: labels as Record<string, string> }] : []
    })
    expect(selectors.length).toBeGreaterThan(8)
    expect(selectors.filter(({ labels }) => !chooses(labels))).toEqual([])
  })

  it("scale web by a rate of requests that its own /metrics counts", { tags: ["OPS-43"] }, () => {
    const [metric] = named("HorizontalPodAutoscaler", "web").spec.metrics
    const adapter = parse(read("prometheus-adapter.yaml")) as {
      rules: { custom: { seriesQuery: string; name: { as: string }; metricsQuery: string }[] }
    }
    const rule = adapter.rules.custom.find(({ name }) => name.as === metric!.pods.metric.name)!
    const exported = readFileSync(join(root, "server/operations/metrics.ts"), "utf8")
    for (const query of [rule.seriesQuery, rule.metricsQuery]) {
      const [name = "nothing"] = /pushcart_\w+/.exec(query) ?? []
      expect(exported).toContain(`name: "${name}"`)
    }
  })
})
