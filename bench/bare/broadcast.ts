/** The ceiling for the rooms: Bun's own topic broadcast, without tickets and signatures. */
const server = Bun.serve({
  port: Number(process.env.PORT),
  hostname: "127.0.0.1",
  websocket: {
    open: (socket) => void socket.subscribe("everyone"),
    message() {},
  },
  async fetch(request, server) {
    if (server.upgrade(request)) return undefined
    if (request.method === "POST") server.publish("everyone", await request.text())
    return new Response("ok")
  },
})
console.log(JSON.stringify({ event: "listening", port: server.port }))
