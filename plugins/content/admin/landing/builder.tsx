import { Button } from '@blueprintjs/core'
import { type AppState, type Data, Puck } from '@puckeditor/core'
import '@puckeditor/core/no-external.css'
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import type { Locale } from 'stoa/api-types'
import { ConfirmDialog, useT } from 'stoa/admin'
import './builder.css'
import { CanvasProvider, createCanvas, useCanvas } from './canvas.ts'
import { builderConfig } from './config.tsx'
import { dictionaries } from './dictionary.ts'
import type { Elements } from './elements.ts'
import { Hands } from './keyboard-controls.tsx'
import { mendBuilder } from './add-accessible-names.ts'
import { ShopFrame } from './shop-frame.tsx'
import { useElementNames, usePropNames, useMessages } from './messages.ts'
import { useDrawn } from './use-rendered-elements.ts'

const viewports = [
  { width: 360, height: 'auto' as const, label: '360 px', icon: 'Smartphone' as const },
  { width: 768, height: 'auto' as const, label: '768 px', icon: 'Tablet' as const },
  { width: 1280, height: 'auto' as const, label: '1280 px', icon: 'Monitor' as const },
]

/** Passes the document of the builder's iframe to the canvas. The iframe is created by the builder. */
function CanvasDocument({ children, document }: { children: ReactNode; document?: Document }) {
  const canvas = useCanvas()
  useLayoutEffect(() => {
    if (document) canvas.in(document)
  }, [canvas, document])
  return <>{children}</>
}

/** The form saves the page, so there is no publish button. Its place has the keyboard actions. */
const overrides = { headerActions: Hands, iframe: CanvasDocument }

/** The page uses the styles of the store and none of the admin. */
const plain = { syncHostStyles: false }

const narrow = '(max-width: 639px)'

function watchWidth(onChange: () => void): () => void {
  const query = matchMedia(narrow)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** Whether the window is too narrow for dragging and three panes. */
const useNarrow = () => useSyncExternalStore(watchWidth, () => matchMedia(narrow).matches)

/** Width of both side panes with their gaps, in pixels. */
const PANES = 620

/** The widest viewport that fits beside the panes at a readable size. The others can be selected. */
const readable = () => {
  const availableWidth = window.innerWidth - PANES
  const current = viewports.findLast(({ width }) => width * 0.8 <= availableWidth) ?? viewports[0]
  return { viewports: { current, controlsVisible: true, options: viewports } } as Partial<AppState['ui']>
}

interface Props {
  value: Elements
  /** Language of the page, which may differ from the interface language. */
  contentLanguage: Locale
  /** Absent: read-only. */
  onDone?: ((value: Elements) => void) | undefined
  onClose: () => void
}

/** The page builder over the whole window. Passes the result to the form, which saves it. */
export default function Builder({ value, contentLanguage, onDone, onClose }: Props) {
  const say = useMessages()
  const { language } = useT()
  const [element, prop] = [useElementNames(), usePropNames()]
  const isNarrow = useNarrow()
  const place = useRef<HTMLDivElement>(null)
  const [canvas] = useState(createCanvas)
  const [latest, setLatest] = useState(value)
  const { drawn, refused } = useDrawn(latest, contentLanguage, prop)
  const [asking, setAsking] = useState(false)
  // Labels are in the interface language. The messages hook returns a new function on every render, so only the language is a dependency.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const config = useMemo(() => builderConfig({ element, prop, category: say }), [language])
  const readOnly = isNarrow || !onDone

  useEffect(() => {
    const app = document.getElementById('root')
    const before = document.activeElement
    app?.setAttribute('inert', '')
    place.current?.focus()
    return () => {
      app?.removeAttribute('inert')
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  useEffect(() => {
    if (!place.current) return undefined
    return mendBuilder(place.current, { canvas: say('canvas'), zoom: say('zoom') })
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [language, readOnly])

  useEffect(() => {
    if (drawn) canvas.show(drawn)
  }, [canvas, drawn])

  // The builder reports its first render as a change, so the values are compared.
  const close = () => (JSON.stringify(latest) === JSON.stringify(value) ? onClose() : setAsking(true))
  const dark = document.body.classList.contains('bp6-dark')
  return createPortal(
    <div className={`builder${dark ? ' bp6-dark' : ''}`} role="dialog" aria-modal aria-label={say('title')} ref={place} tabIndex={-1}>
      <div className="builder-head">
        <h2>{say('title')}</h2>
        <span className="quiet small" role="status">
          {refused || (readOnly ? isNarrow && say('narrow') : say('doneHint'))}
        </span>
        <Button onClick={close}>{say('cancel')}</Button>
        {!readOnly && (
          <Button intent="primary" onClick={() => onDone?.(latest)}>
            {say('done')}
          </Button>
        )}
      </div>
      {readOnly ? (
        <ShopFrame language={contentLanguage} title={say('canvas')} onReady={(draw) => canvas.by({ draw })} />
      ) : (
        <div className="builder-puck">
          <ShopFrame language={contentLanguage} title={say('canvas')} unseen onReady={(draw, page) => canvas.by({ draw, page })} />
          <CanvasProvider value={canvas}>
            <Puck
              config={config}
              data={value as Data}
              viewports={viewports}
              ui={readable()}
              iframe={plain}
              height="100%"
              {...(dictionaries[language] ? { dictionary: dictionaries[language] } : {})}
              overrides={overrides}
              onChange={(data: Data) => setLatest(data as Elements)}
            />
          </CanvasProvider>
        </div>
      )}
      <ConfirmDialog
        open={asking}
        intent="danger"
        title={say('discardTitle')}
        confirm={say('discard')}
        onConfirm={onClose}
        onCancel={() => setAsking(false)}
      >
        <p>{say('discardText')}</p>
      </ConfirmDialog>
    </div>,
    document.body,
  )
}
