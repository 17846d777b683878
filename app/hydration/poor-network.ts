type Connection = { saveData?: boolean; effectiveType?: string }

/** Whether the person saves data, or has a network so slow that nothing may be loaded unasked. */
export function isPoorNetwork(): boolean {
  const { connection } = navigator as { connection?: Connection }
  return connection?.saveData === true || /2g/.test(connection?.effectiveType ?? "")
}
