import { screens } from 'virtual:plugins'
import { lazy, Suspense, useEffect, type ComponentType } from 'react'
import { useSession } from '../state/session.ts'
import { CallBoundary } from './call-boundary.tsx'
import { inTime } from './load-chunk.ts'

const loaded = new Map<string, ComponentType<Record<string, unknown>>>()

function piece(screen: string): ComponentType<Record<string, unknown>> | undefined {
  const load = screens[screen]
  if (load && !loaded.has(screen))
    loaded.set(
      screen,
      lazy(() => inTime(load)),
    )
  return loaded.get(screen)
}

/** A slot that plugins contribute components to; other props are passed to them. */
export function Slot({ at, ...props }: { at: string } & Record<string, unknown>) {
  return <Pieces screens={useScreensAt(at)} {...props} />
}

/** A slot whose components are rendered without deferral; `whole` is called after their effects have run. */
export function WholeSlot({ at, whole, ...props }: { at: string; whole: () => void } & Record<string, unknown>) {
  const pieces = useScreensAt(at)
  return (
    <Suspense fallback={null}>
      {pieces.map((screen) => {
        const Piece = piece(screen)
        return (
          Piece && (
            <CallBoundary key={screen}>
              <Piece {...props} />
            </CallBoundary>
          )
        )
      })}
      <There tell={whole} />
    </Suspense>
  )
}

function useScreensAt(at: string): string[] {
  const { manifest } = useSession()
  return manifest.slots.filter((slot) => slot.at === at).map(({ screen }) => screen)
}

function There({ tell }: { tell: () => void }) {
  useEffect(tell, [tell])
  return null
}

/** Components of plugins by name, each loaded lazily; components missing from the build are left out. */
export function Pieces({ screens: named, ...props }: { screens: readonly string[] } & Record<string, unknown>) {
  return named.map((screen) => {
    const Piece = piece(screen)
    return (
      Piece && (
        <CallBoundary key={screen}>
          <Suspense fallback={null}>
            <Piece {...props} />
          </Suspense>
        </CallBoundary>
      )
    )
  })
}
