import type { ReactNode } from 'react'
import { Link } from 'stoa/store'

/** One card in the middle of the page, as everything before signing in is. */
export const Door = ({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) => (
  <div className="page">
    <section className="people-door">
      <h1>{title}</h1>
      {lead && <p className="muted">{lead}</p>}
      {children}
    </section>
  </div>
)

/** Where else one may have wanted to go. */
export const SignInLinks = ({ links }: { links: readonly (readonly [string, string])[] }) => (
  <ul className="people-links">
    {links.map(([to, text]) => (
      <li key={to}>
        <Link to={to}>{text}</Link>
      </li>
    ))}
  </ul>
)
