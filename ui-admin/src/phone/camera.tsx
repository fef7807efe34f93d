import { Button } from '@blueprintjs/core'
import { useEffect, useRef, useState } from 'react'
import { detector } from './detector.ts'
import { useMessages } from './messages.ts'

const EVERY_MS = 200
/** Pause after a code in milliseconds, to move the camera away. */
const REST_MS = 1_500
/** Minimum interval between two reports of the same code, in milliseconds. */
const SAME_MS = 3_000

/** Reads codes by camera: one, or continuously with `steady`. Requires a secure context; otherwise explains that. */
export function Camera({ onCode, steady = false }: { onCode: (code: string) => void; steady?: boolean }) {
  const say = useMessages()
  const [on, setOn] = useState(false)
  const [failed, setFailed] = useState(false)
  if (!('mediaDevices' in navigator)) return <p className="quiet small phone-hint">{say('noCamera')}</p>
  return (
    <>
      <Button
        size="large"
        fill
        className="phone-button"
        intent={steady && !on ? 'primary' : 'none'}
        aria-pressed={on}
        onClick={() => {
          setFailed(false)
          setOn(!on)
        }}
      >
        {say(on ? 'cameraOff' : 'camera')}
      </Button>
      {failed && (
        <p role="alert" className="field-error">
          {say('cameraFailed')}
        </p>
      )}
      {on && (
        <Eye
          steady={steady}
          onCode={(code) => {
            if (!steady) setOn(false)
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

function Eye({ onCode, onFail, steady }: { onCode: (code: string) => void; onFail: () => void; steady: boolean }) {
  const say = useMessages()
  const video = useRef<HTMLVideoElement>(null)
  const latest = useRef({ onCode, onFail, steady })
  useEffect(() => {
    latest.current = { onCode, onFail, steady }
  })
  useEffect(() => {
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout>
    let isUnmounted = false
    let last = { code: '', at: -Infinity }
    const look = async (videoElement: HTMLVideoElement) => {
      const [found] = await (await detector()).detect(videoElement).catch(() => [])
      if (isUnmounted) return
      const code = found?.rawValue ?? ''
      const now = performance.now()
      const fresh = code !== '' && (code !== last.code || now - last.at > SAME_MS)
      if (code !== '') last = { code, at: now }
      if (fresh) latest.current.onCode(code)
      if (fresh && !latest.current.steady) return
      timer = setTimeout(() => void look(videoElement).catch(fail), fresh ? REST_MS : EVERY_MS)
    }
    const fail = () => {
      if (!isUnmounted) latest.current.onFail()
    }
    const begin = async () => {
      const videoElement = video.current
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      if (isUnmounted || !videoElement) return stream.getTracks().forEach((track) => track.stop())
      videoElement.srcObject = stream
      await videoElement.play()
      await look(videoElement)
    }
    begin().catch(fail)
    return () => {
      isUnmounted = true
      clearTimeout(timer)
      stream?.getTracks().forEach((track) => track.stop())
    }
  }, [])
  return <video ref={video} className="phone-video" muted playsInline aria-label={say('picture')} />
}
