import { Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { announce, Notices } from '../kit/notices.tsx'
import { useShop } from '../kit/shop.tsx'
import { Slots } from '../kit/slots.tsx'
import { Consent } from './consent.tsx'
import { Header, QuietHeader } from './header.tsx'
import { StaffNote } from './staff-note.tsx'

/** After a navigation inside the store, moves focus to the new page and announces its title, as a full load would. */
const useArrival = () => {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (!pathChanged || !fromLocation) return
        document.getElementById('main')?.focus({ preventScroll: true })
        // The title is set by the screen's effect in the same commit.
        setTimeout(() => announce(document.title), 0)
      }),
    [router],
  )
}

const Progress = () => {
  const busy = useRouterState({ select: (state) => state.isLoading })
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Shown and hidden with a delay, so that fast pages do not flicker.
    const timer = setTimeout(() => ref.current?.toggleAttribute('data-busy', busy), busy ? 150 : 100)
    return () => clearTimeout(timer)
  }, [busy])
  return <div className="progress" ref={ref} aria-hidden="true" />
}

interface FramedProps {
  header: ReactNode
  footer: ReactNode
}

/** Common parts of all pages with a frame. */
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

/** The shop's page frame. */
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

/** Frame of pages such as the checkout: the way back and the language, without other navigation. */
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

/** Layout of pages without a frame. */
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
