import { Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { announce, Notices } from '../kit/notices.tsx'
import { useShop } from '../kit/shop.tsx'
import { Slots } from '../kit/slots.tsx'
import { Consent } from './consent.tsx'
import { Header, QuietHeader } from './header.tsx'
import { StaffNote } from './staff-note.tsx'

/** After a move inside the store, reading starts at the new page as it would after a full load. */
const useArrival = () => {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (!pathChanged || !fromLocation) return
        document.getElementById('main')?.focus({ preventScroll: true })
        // The title is set by the screen's own effect of the same round.
        setTimeout(() => announce(document.title), 0)
      }),
    [router],
  )
}

const Progress = () => {
  const busy = useRouterState({ select: (state) => state.isLoading })
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Shown late and hidden late, so that quick pages do not flicker.
    const timer = setTimeout(() => ref.current?.toggleAttribute('data-busy', busy), busy ? 150 : 100)
    return () => clearTimeout(timer)
  }, [busy])
  return <div className="progress" ref={ref} aria-hidden="true" />
}

interface FramedProps {
  header: ReactNode
  footer: ReactNode
}

/** What every framed page has, whatever stands on top of it and below. */
const Framed = ({ header, footer }: FramedProps) => {
  const { t, bootstrap } = useShop()
  useArrival()
  return (
    <>
      <a className="skip" href="#main">
        {t('shell.skip')}
      </a>
      <Progress />
      {header}
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      {footer}
      <Consent />
      {bootstrap.muted && <StaffNote />}
      <Notices closeLabel={t('shell.close')} />
    </>
  )
}

/** Frame of every page. */
export const Layout = () => {
  const { shell } = useShop()
  return (
    <Framed
      header={
        <>
          <Slots at="layout.top" />
          <Header />
        </>
      }
      footer={
        <>
          <footer className="site-footer">
            <Slots at="layout.footer" />
            <p className="footer-end">© {shell.settings.basic.name}</p>
          </footer>
          <Slots at="layout.end" />
        </>
      }
    />
  )
}

/** Around a page on which something is brought to its end: the way back and the language, and nothing that leads elsewhere. */
export const QuietLayout = () => {
  const { shell } = useShop()
  return (
    <Framed
      header={<QuietHeader />}
      footer={
        <footer className="quiet-footer">
          <p>© {shell.settings.basic.name}</p>
        </footer>
      }
    />
  )
}

/** Around a page that stands alone: nothing of the shop but what every page needs. */
export const BareLayout = () => {
  const { t, bootstrap } = useShop()
  useArrival()
  return (
    <>
      <a className="skip" href="#main">
        {t('shell.skip')}
      </a>
      <Progress />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Consent />
      {bootstrap.muted && <StaffNote />}
      <Notices closeLabel={t('shell.close')} />
    </>
  )
}
