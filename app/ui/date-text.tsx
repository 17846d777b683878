/** "March 5, 2024", in the market's time zone where one is known. */
export function dateText(iso: string | Date, timeZone = "America/New_York"): string {
  return new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone }).format(new Date(iso))
}

export function DateText({ iso, timeZone }: { iso: string; timeZone?: string }) {
  return <time dateTime={iso}>{dateText(iso, timeZone)}</time>
}
