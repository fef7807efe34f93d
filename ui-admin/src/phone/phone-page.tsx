import { ArrowLeft } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { Link } from '../common/link.tsx'
import { useTitle } from '../common/page.tsx'
import { useIsEmbedded } from '../common/use-hidden-menu.ts'
import './phone.css'
import { useWake } from './use-wake-lock.ts'

export interface PhonePageProps {
  title: string
  /** Subtitle. */
  lead?: ReactNode
  back: { to: string; label: string }
  /** Action buttons at the bottom, within reach of the thumb. */
  actions?: ReactNode
  children: ReactNode
}

/** Page layout for phones: without menu, large targets, next action at the bottom. */
export function PhonePage({ title, lead, back, actions, children }: PhonePageProps) {
  useTitle([title])
  useWake()
  useIsEmbedded()
  return (
    <div className="phone">
      <header className="phone-head">
        <Link to={back.to} className="phone-back" aria-label={back.label} title={back.label}>
          <ArrowLeft size={20} aria-hidden />
        </Link>
        <div>
          <h1>{title}</h1>
          {lead && <p className="quiet">{lead}</p>}
        </div>
      </header>
      <div className="phone-body">{children}</div>
      {actions && <div className="phone-bar">{actions}</div>}
    </div>
  )
}
