import { Outlet } from "react-router"

export default function Root() {
  return (
    <html lang="en">
      <head>
        <title>Pushcart</title>
      </head>
      <body>
        <Outlet />
      </body>
    </html>
  )
}
