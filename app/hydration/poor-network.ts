type Connection = { saveData?: boolean; effectiveType?: string }

/** Whether the person saves data, or has a network too slow to load anything they did not request. */
export function isPoorNetwork(): boolean {
  const { connection } = navigator as { connection?: Connection }
  return connection?.saveData === true || /2g/.test(connection?.effectiveType ?? "")
}
