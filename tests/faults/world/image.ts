import { spawnSync } from "node:child_process"
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../../..", import.meta.url)).replace(/\/$/, "")
const RIGHTLESS = "--clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all"

/** The image as on a server: read-only, unprivileged, able to write only to its volume and /tmp. */
export interface Image {
  /** The path of the volume inside the image. */
  volume: string
  megabytes: number
  /** Returns the command line of one of its programs; `data` is the folder used as its volume. */
  command(data: string): (...args: string[]) => string[]
  remove(): void
}

/** A built image's files, mounted by `npm run image`, run as the image's user. */
export function mountedImage(files: string): Image {
  return {
    volume: "/data",
    megabytes: megabytesOf(files),
    remove() {},
    command: (data) =>
      jail([
        `mount --rbind ${files} /mnt`,
        "mount -o remount,bind,ro /mnt",
        `mount --bind ${data} /mnt/data`,
        "mount -t tmpfs -o mode=1777 tmpfs /mnt/tmp",
        "mount -t proc proc /mnt/proc",
        "mount --rbind /dev /mnt/dev",
        `exec chroot /mnt setpriv --reuid=1000 --regid=1000 ${RIGHTLESS} sh -c 'cd /app && exec "$@"' app "$@"`,
      ]),
  }
}

/** Assembles the image's files without a container engine: the Dockerfile's last stage, after its prune. */
export function assembledImage(): Image {
  const folder = mkdtempSync(join(tmpdir(), "pushcart-image-"))
  chmodSync(folder, 0o755)
  for (const path of ["package.json", "bun.lock", ...copied()])
    cpSync(join(root, path), join(folder, path), { recursive: true })
  // Hard links where possible. Pruning here does not delete the original files.
  const packages = join(folder, "node_modules")
  run(
    "sh",
    "-c",
    `cp -al ${root}/node_modules ${packages} || { rm -rf ${packages}; cp -a ${root}/node_modules ${packages}; }`,
  )
  run(process.execPath, join(folder, "packages/devkit/src/pack/prune-packages.ts"))
  return {
    volume: "/srv",
    megabytes: megabytesOf(folder),
    remove: () => rmSync(folder, { recursive: true, force: true }),
    command: (data) =>
      jail([
        `mount --bind ${data} /srv`,
        `mount --bind ${folder} /mnt`,
        "mount -o remount,bind,ro /mnt",
        "mount -t tmpfs -o mode=1777 tmpfs /tmp",
        "cd /mnt",
        `exec setpriv --reuid=65534 --regid=65534 ${RIGHTLESS} "$@"`,
      ]),
  }
}

/** Returns the paths that the Dockerfile copies besides the packages. */
function copied(): string[] {
  const dockerfile = readFileSync(join(root, "Dockerfile"), "utf8")
  const last = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "))
  const paths = [...last.matchAll(/^COPY --from=build \/app\/(\S+)/gm)].map(([, path = ""]) => path)
  return paths.filter((path) => path !== "node_modules" && path !== "package.json")
}

/** Runs a program in its own mount namespace, which ends with the program. */
const jail =
  (steps: string[]) =>
  (...args: string[]) => [
    "unshare",
    "--mount",
    "sh",
    "-c",
    steps.join(" && "),
    "jail",
    "node_modules/.bin/bun",
    ...args,
  ]

const megabytesOf = (folder: string) => Number.parseInt(run("du", "-smx", folder), 10)

function run(command: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args)
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}: ${stderr}${stdout}`)
  return String(stdout)
}
