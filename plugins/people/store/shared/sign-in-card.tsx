import type { ReactNode } from 'react'
import { Link } from 'stoa/store'

/** A centred card, as on all pages before sign-in. */
export const AuthPage = ({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) => (
  <div className="page">
    <section className="people-door">
      <h1>{title}</h1>
      {lead && <p className="muted">{lead}</p>}
      {children}
    </section>
  </div>
)

/** Links to related pages. */
export const SignInLinks = ({ links }: { links: readonly (readonly [string, string])[] }) => (
  <ul className="people-links">
    {links.map(([to, text]) => (
      <li key={to}>
        <Link to={to}>{text}</Link>
      </li>
    ))}
  </ul>
)
