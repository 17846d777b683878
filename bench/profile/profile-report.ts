import type { Profile, Share } from "./read-profile.ts"

const SHOWN = 25

/** Returns a profile as text: the functions and packages with the most time, their own and that of their callees. */
export function profileReport(profile: Profile, title: string): string {
  const share = (samples: number) => `${((100 * samples) / profile.samples).toFixed(1)}%`
  const functions = (list: Share[]) =>
    list
      .slice(0, SHOWN)
      .map(({ name, where, self, total }) => `| \`${name}\` | ${where} | ${share(self)} | ${share(total)} |`)
  const bySelf = profile.functions.toSorted((a, b) => b.self - a.self)
  const ours = profile.functions
    .filter(({ where }) => /^index\.js:/.test(where))
    .sort((a, b) => b.total - a.total)
  return [
    `## ${title}`,
    "",
    `${profile.samples} samples of a busy thread. “Self” is a function's own time, “total” what runs beneath it too.`,
    "",
    "| package | self | total |",
    "|---|---:|---:|",
    ...profile.packages
      .slice(0, SHOWN)
      .map(({ name, self, total }) => `| ${name} | ${share(self)} | ${share(total)} |`),
    "",
    "| function, by its own time | where | self | total |",
    "|---|---|---:|---:|",
    ...functions(bySelf),
    "",
    "| our functions, by what runs beneath them | where | self | total |",
    "|---|---|---:|---:|",
    ...functions(ours),
    "",
  ].join("\n")
}
