export default function Placeholder() {
  return <h1>Pushcart</h1>
}
