/** A file to save: never shown as a page, and never cached. A body that is a stream is sent as it is read. */
export function download(file: { name: string; type: string; body: BodyInit }): Response {
  return new Response(file.body, {
    headers: {
      "Content-Type": file.type,
      "Content-Disposition": `attachment; filename="${file.name}"`,
      "Cache-Control": "no-store",
    },
  })
}
