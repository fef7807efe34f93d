import { Button } from '@blueprintjs/core'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from './texts.ts'

const EVERY_MS = 200

/** The part of the browser's reader of codes that is used; TypeScript does not know it yet. */
interface Detector {
  detect(from: HTMLVideoElement): Promise<{ rawValue: string }[]>
}

function newDetector(): Detector | undefined {
  const Made: unknown = Reflect.get(window, 'BarcodeDetector')
  return typeof Made === 'function' ? Reflect.construct(Made, []) : undefined
}

/** Reads one code by the camera, where the browser itself can read codes; where it cannot, that is said. */
export function Camera({ onCode }: { onCode: (code: string) => void }) {
  const say = useTexts()
  const [on, setOn] = useState(false)
  const [failed, setFailed] = useState(false)
  if (!('BarcodeDetector' in window)) return <p className="quiet small phone-hint">{say('noCamera')}</p>
  return (
    <>
      <Button size="large" fill className="phone-button" aria-pressed={on} onClick={() => setOn(!on)}>
        {say(on ? 'cameraOff' : 'camera')}
      </Button>
      {failed && (
        <p role="alert" className="field-error">
          {say('cameraFailed')}
        </p>
      )}
      {on && (
        <Eye
          onCode={(code) => {
            setOn(false)
            onCode(code)
          }}
          onFail={() => {
            setOn(false)
            setFailed(true)
          }}
        />
      )}
    </>
  )
}

function Eye({ onCode, onFail }: { onCode: (code: string) => void; onFail: () => void }) {
  const say = useTexts()
  const video = useRef<HTMLVideoElement>(null)
  const latest = useRef({ onCode, onFail })
  useEffect(() => {
    latest.current = { onCode, onFail }
  })
  useEffect(() => {
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout>
    let gone = false
    const look = async (detector: Detector, shown: HTMLVideoElement) => {
      const [found] = await detector.detect(shown).catch(() => [])
      if (gone) return
      if (found?.rawValue) return latest.current.onCode(found.rawValue)
      timer = setTimeout(() => void look(detector, shown), EVERY_MS)
    }
    const begin = async () => {
      const detector = newDetector()
      const shown = video.current
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      if (gone || !shown || !detector) return stream.getTracks().forEach((track) => track.stop())
      shown.srcObject = stream
      await shown.play()
      await look(detector, shown)
    }
    begin().catch(() => {
      if (!gone) latest.current.onFail()
    })
    return () => {
      gone = true
      clearTimeout(timer)
      stream?.getTracks().forEach((track) => track.stop())
    }
  }, [])
  return <video ref={video} className="phone-video" muted playsInline aria-label={say('picture')} />
}
