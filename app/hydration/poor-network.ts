type Connection = { saveData?: boolean; effectiveType?: string }

/** Whether the person has data saving on, or a network too slow to load anything that they did not request. */
export function isPoorNetwork(): boolean {
  const { connection } = navigator as { connection?: Connection }
  return connection?.saveData === true || /2g/.test(connection?.effectiveType ?? "")
}
