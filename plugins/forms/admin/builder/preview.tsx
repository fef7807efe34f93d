import { Button, ButtonGroup } from '@blueprintjs/core'
import type { Locale } from 'stoa/api-types'
import { useEffect, useRef, useState } from 'react'
import { useContentLanguage, useSession } from 'stoa/admin'
import { CANVAS_PATH, CANVAS_READY, type Draw } from '../../domain/canvas.ts'
import { useMessages } from '../messages.ts'
import { type BuiltTab, drawn } from './model.ts'

/** Preview rendered by the store, in each language and at phone or desktop width. */
export function Preview({ tabs }: { tabs: readonly BuiltTab[] }) {
  const say = useMessages()
  const { language: contentLanguage, main } = useContentLanguage()
  const { languages } = useSession().manifest
  const [language, setLanguage] = useState(contentLanguage)
  const [narrow, setNarrow] = useState(true)
  const [draw, setDraw] = useState<Draw>()
  useEffect(() => draw?.(drawn(tabs, language, main)), [draw, tabs, language, main])
  const section = useRef<HTMLElement>(null)
  // The preview opens below the fields, so it is scrolled into view.
  useEffect(() => section.current?.scrollIntoView({ block: 'start' }), [])
  return (
    <section ref={section} className="form-builder-preview" aria-label={say('preview')}>
      <div className="form-builder-buttons">
        <ButtonGroup>
          {languages.map(({ code, name }) => (
            <Button key={code} lang={code} active={code === language} aria-pressed={code === language} onClick={() => setLanguage(code)}>
              {name}
            </Button>
          ))}
        </ButtonGroup>
        <ButtonGroup>
          <Button active={narrow} aria-pressed={narrow} onClick={() => setNarrow(true)}>
            {say('phone')}
          </Button>
          <Button active={!narrow} aria-pressed={!narrow} onClick={() => setNarrow(false)}>
            {say('desk')}
          </Button>
        </ButtonGroup>
      </div>
      <ShopFrame key={language} language={language} narrow={narrow} onReady={setDraw} />
    </section>
  )
}

interface ShopFrameProps {
  language: Locale
  narrow: boolean
  onReady: (draw: () => Draw) => void
}

/** The store page that renders the preview, in one language. */
function ShopFrame({ language, narrow, onReady }: ShopFrameProps) {
  const say = useMessages()
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const node = frame.current
    const hear = (event: Event) => onReady(() => (event as CustomEvent<Draw>).detail)
    node?.addEventListener(CANVAS_READY, hear)
    return () => node?.removeEventListener(CANVAS_READY, hear)
  }, [onReady])
  // Same origin, and it renders into this page, so a sandbox would have no effect.
  // oxlint-disable-next-line react/iframe-missing-sandbox
  return <iframe ref={frame} className={narrow ? 'is-narrow' : ''} src={`/${language}${CANVAS_PATH}`} title={say('preview')} />
}
