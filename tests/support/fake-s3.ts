import { startFauxqs } from "fauxqs"

/** Starts a local server for the S3 protocol, with one empty bucket. */
export async function startS3() {
  const server = await startFauxqs({ port: 0, host: "127.0.0.1", logger: false })
  server.createBucket("pushcart-images")
  return {
    bucket: {
      bucket: "pushcart-images",
      accessKeyId: "test",
      secretAccessKey: "the-secret",
      endpoint: `http://127.0.0.1:${server.port}`,
    },
    close: () => server.stop(),
  }
}
