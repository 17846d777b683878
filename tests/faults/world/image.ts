import { spawnSync } from "node:child_process"
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../../..", import.meta.url)).replace(/\/$/, "")
const RIGHTLESS = "--clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all"

/** The image as a machine runs it: read-only, without rights, with nothing to write to but its volume and /tmp. */
export interface Image {
  /** What its programs call the volume. */
  volume: string
  megabytes: number
  /** A command line for one of its programs, `data` standing in the volume's place. */
  command(data: string): (...args: string[]) => string[]
  remove(): void
}

/** The files of a built image, mounted somewhere (`npm run image` does), as the user that the image names. */
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

/** The image's files without a container engine: what the Dockerfile's last stage copies, after the Dockerfile's own prune. */
export function assembledImage(): Image {
  const folder = mkdtempSync(join(tmpdir(), "pushcart-image-"))
  chmodSync(folder, 0o755)
  for (const path of ["package.json", "bun.lock", ...copied()])
    cpSync(join(root, path), join(folder, path), { recursive: true })
  // Linked where that is possible: what is pruned here stays there.
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

/** What the Dockerfile copies beside the packages. */
function copied(): string[] {
  const dockerfile = readFileSync(join(root, "Dockerfile"), "utf8")
  const last = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "))
  const paths = [...last.matchAll(/^COPY --from=build \/app\/(\S+)/gm)].map(([, path = ""]) => path)
  return paths.filter((path) => path !== "node_modules" && path !== "package.json")
}

/** In a mount namespace of its own, which ends with the program. */
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
