import { useEffect, useRef, useState } from 'react'
import { useShop } from 'stoa/store'
import { useControl, useRound } from 'stoa/store/form/pieces'

interface Widget {
  ready: (run: () => void) => void
  render: (at: HTMLElement, options: Record<string, unknown>) => number
  reset: (id: number) => void
}

const getWidget = (): Widget | undefined => (window as { grecaptcha?: Widget }).grecaptcha

let fetched: Promise<void> | undefined
const fetchWidget = (language: string): Promise<void> =>
  (fetched ??= new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = `https://www.google.com/recaptcha/api.js?render=explicit&hl=${encodeURIComponent(language)}`
    script.async = true
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      fetched = undefined
      script.remove()
      reject(new Error('The captcha could not be fetched'))
    })
    document.head.append(script)
  }))

interface CaptchaProps {
  form: string
  /** Server errors, for forms that handle errors themselves. */
  problem?: string[] | undefined
  /** Number of failed submissions: each uses up the captcha token. */
  tries?: number
}

/**
 * Captcha of a form listed in the settings; renders nothing otherwise. Google's script loads when the visitor starts
 * to fill in the form. The token is sent as `captcha` and is valid once.
 */
export const Captcha = ({ form, problem, tries }: CaptchaProps) => {
  const { shell, language } = useShop()
  const { site_key: key = '', forms = [] } = shell.settings.recaptcha ?? {}
  const on = key !== '' && forms.includes(form)
  const place = useRef<HTMLDivElement>(null)
  const widget = useRef<number | undefined>(undefined)
  const [token, setToken] = useState('')
  const inside = useRound()
  const round = tries ?? inside
  const { control, below } = useControl('captcha')
  useEffect(() => {
    const owner = place.current?.closest('form')
    if (!on || !owner) return undefined
    const begin = () => {
      fetchWidget(language).then(
        () =>
          getWidget()?.ready(() => {
            if (!place.current || widget.current !== undefined) return
            const lost = () => setToken('')
            widget.current = getWidget()?.render(place.current, {
              sitekey: key,
              callback: setToken,
              'expired-callback': lost,
              'error-callback': lost,
            })
          }),
        () => owner.addEventListener('focusin', begin, { once: true }),
      )
    }
    owner.addEventListener('focusin', begin, { once: true })
    return () => owner.removeEventListener('focusin', begin)
  }, [on, key, language])
  useEffect(() => {
    if (round > 0 && widget.current !== undefined) getWidget()?.reset(widget.current)
  }, [round])
  if (!on) return null
  return (
    <div className="field">
      <div ref={place} className="people-captcha" />
      <input type="hidden" name={control.name} value={token} />
      {problem ? <p className="field-problem">{problem.join(' ')}</p> : below}
    </div>
  )
}
