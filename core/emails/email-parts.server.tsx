import { Fragment } from "react"

export const COLORS = {
  ink: "#14241a",
  soft: "#4d5f52",
  leaf: "#14532b",
  paper: "#f9f5ec",
  card: "#fffdf9",
  line: "#e1dccf",
}

/**
 * A paragraph. Its text is one string: React puts a comment between two strings, which some mail programs show as a
 * gap.
 */
export const Text = ({ children }: { children: string }) => <p style={{ margin: "0 0 16px" }}>{children}</p>

/** Text that a person wrote; a text area sends its line breaks as CR LF. */
export const Quote = ({ children }: { children: string }) => (
  <p
    data-text="quote"
    className="soft"
    style={{
      margin: "0 0 16px",
      padding: "10px 14px",
      borderLeft: `4px solid ${COLORS.line}`,
      color: COLORS.soft,
    }}
  >
    {children.split(/\r\n?|\n/).map((line, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a text that is rendered once.
      <Fragment key={index}>
        {index > 0 && <br />}
        {line}
      </Fragment>
    ))}
  </p>
)

/** A link styled as a button; the plain text shows the URL on its own line. */
export const Action = ({ href, children }: { href: string; children: string }) => (
  <p style={{ margin: "8px 0 24px" }}>
    <a
      data-text="action"
      className="action"
      href={href}
      style={{
        display: "inline-block",
        padding: "12px 22px",
        borderRadius: "999px",
        background: COLORS.leaf,
        color: "#fff",
        fontWeight: 600,
        textDecoration: "none",
      }}
    >
      {children}
    </a>
  </p>
)

/** A link beside the email's button; the plain text shows the URL on its own line. */
export const PlainLink = ({ href, children }: { href: string; children: string }) => (
  <p style={{ margin: "0 0 16px" }}>
    <a data-text="action" href={href} style={{ color: COLORS.leaf }}>
      {children}
    </a>
  </p>
)

export type ReceiptRow = { readonly label: string; readonly amount: string; readonly strong?: boolean }

/** Rows of labels and amounts; a rule separates the strong rows. */
export const Receipt = ({ rows }: { rows: readonly ReceiptRow[] }) => (
  <table
    data-text="receipt"
    width="100%"
    cellSpacing="0"
    cellPadding="0"
    style={{ margin: "0 0 20px", borderCollapse: "collapse" }}
  >
    <tbody>
      {rows.map(({ label, amount, strong }, index) => {
        const cell = {
          padding: "8px 0",
          borderTop: strong ? "2px solid" : `1px dashed ${COLORS.line}`,
          fontWeight: strong ? 700 : undefined,
        }
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two rows may read alike, and are rendered once.
          <tr key={index} data-strong={strong}>
            <td style={cell}>{label}</td>
            <td
              align="right"
              style={{
                ...cell,
                paddingLeft: "12px",
                whiteSpace: "nowrap",
                fontVariantNumeric: "tabular-nums",
              }}
            >
              {amount}
            </td>
          </tr>
        )
      })}
    </tbody>
  </table>
)

/** Greets by name only a person who has confirmed their email address. */
export const greetingTo = ({ firstName }: { firstName: string }) =>
  firstName ? `Hello ${firstName},` : "Hello,"
