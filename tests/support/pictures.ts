import sharp from "sharp"

/** A real picture as a file to choose in a form. */
export async function aPhoto(name = "photo.jpg", colour = "#7a9") {
  const picture = sharp({ create: { width: 320, height: 240, channels: 3, background: colour } })
  return { name, mimeType: "image/jpeg", buffer: await picture.jpeg().toBuffer() }
}

/** A picture that is one byte over 1 MB. */
export async function tooLargePhoto(name = "large.jpg") {
  const { buffer } = await aPhoto()
  return {
    name,
    mimeType: "image/jpeg",
    buffer: Buffer.concat([buffer, Buffer.alloc(1_048_577 - buffer.length)]),
  }
}

/** What calls itself a picture and is none. */
export const notAPhoto = (name = "passport.png") => ({
  name,
  mimeType: "image/png",
  buffer: Buffer.from("<script>alert(1)</script> this is no picture at all"),
})
