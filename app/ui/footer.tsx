import { Link } from "./link.tsx"

export function Footer() {
  return (
    <footer className="foot">
      <div>
        <span>© 2024 Pushcart</span>
        <nav aria-label="Footer" style={{ display: "contents" }}>
          <Link to="/terms">Terms and privacy</Link>
          <Link to="/about">About</Link>
          <Link to="/faq">FAQ</Link>
          <Link to="/JesusSaves">Jesus saves</Link>
        </nav>
      </div>
    </footer>
  )
}
