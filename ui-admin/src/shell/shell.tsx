import { Drawer } from '@blueprintjs/core'
import { Outlet } from '@tanstack/react-router'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { PageHeadExtras } from '../common/page.tsx'
import { useCommandKey } from '../common/shortcuts.ts'
import { useT } from '../i18n/index.ts'
import { bareAtom, drawerAtom, paletteAtom, railAtom } from '../state/ui.ts'
import { NewVersion } from './new-version.tsx'
import { PageTabs } from './page-tabs.tsx'
import { PinButton } from './pin-button.tsx'
import { Progress } from './progress.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import { usePathname } from './use-pathname.ts'

const loadPalette = () => import('./palette.tsx')
const Palette = lazy(loadPalette)
const FETCH_AFTER_MS = 2_000

const pageHead = { mark: <PinButton />, tabs: <PageTabs /> }

/** Layout of every screen for a signed-in user. */
export function Shell() {
  const { t } = useT()
  const rail = useAtomValue(railAtom)
  const bare = useAtomValue(bareAtom)
  const [drawer, setDrawer] = useAtom(drawerAtom)
  const [palette, setPalette] = useAtom(paletteAtom)
  useFocusAfterNavigation()
  // Preloaded, so that keys typed right after the shortcut are not lost.
  useEffect(() => {
    const timer = setTimeout(() => void loadPalette(), FETCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  useCommandKey('mod+k', t('palette.open'), () => setPalette((open) => !open))
  return (
    <div className={bare ? 'shell is-bare' : rail ? 'shell is-rail' : 'shell'}>
      <a className="skip" href="#main">
        {t('shell.skip')}
      </a>
      <Progress />
      {!bare && (
        <div className="sidebar">
          <Sidebar rail={rail} />
        </div>
      )}
      <Drawer isOpen={drawer} onClose={() => setDrawer(false)} position="left" size="280px" title={t('shell.menu')}>
        <div className="drawer-menu">
          <Sidebar rail={false} drawer />
        </div>
      </Drawer>
      <div className="stage">
        {!bare && <TopBar />}
        <main id="main" tabIndex={-1}>
          <NewVersion />
          <Suspense fallback={null}>
            <PageHeadExtras value={pageHead}>
              <Outlet />
            </PageHeadExtras>
          </Suspense>
        </main>
      </div>
      {palette && (
        <Suspense fallback={null}>
          <Palette onClose={() => setPalette(false)} />
        </Suspense>
      )}
    </div>
  )
}

function useFocusAfterNavigation(): void {
  const pathname = usePathname()
  const setDrawer = useSetAtom(drawerAtom)
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    setDrawer(false)
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [pathname, setDrawer])
}
