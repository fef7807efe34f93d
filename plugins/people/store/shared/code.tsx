import { useEffect, useState } from 'react'
import { CallFailed, useShop } from 'stoa/store'
import { Field, Form, type Values } from 'stoa/store/form'
import { Captcha } from './captcha.tsx'
import { Phone } from './phone.tsx'

interface CodeProps {
  type: 'login' | 'reset' | 'verify'
  /** Called after the correct code. */
  done: (answer: { token?: string }) => Promise<void> | void
  /** A number that is known already. */
  initialNumber?: { country_code: string; phone: string }
  button: string
}

const WAIT_S = 60

/** Countdown to zero since mounting. */
const useCountdown = (): number => {
  const [left, setLeft] = useState(WAIT_S)
  useEffect(() => {
    const timer = setInterval(() => setLeft((now) => Math.max(0, now - 1)), 1_000)
    return () => clearInterval(timer)
  }, [])
  return left
}

const Again = ({ send }: { send: () => void }) => {
  const { t } = useShop()
  const left = useCountdown()
  return (
    <button type="button" className="text-button" disabled={left > 0} onClick={send}>
      {left > 0 ? t('people.code_wait', { count: left }) : t('people.code_other')}
    </button>
  )
}

/** Requests an SMS code and verifies it: two forms in sequence. */
export const Code = ({ type, done, initialNumber, button }: CodeProps) => {
  const { t, call, language, shell } = useShop()
  const { supported_country_codes: codes, default_country_code: code } = shell.settings.basic
  const [requestedNumber, setRequestedNumber] = useState<{ country_code: string; phone: string } | null>(null)
  const ask = async (values: Values) => {
    const number = initialNumber ?? { country_code: String(values.country_code), phone: String(values.phone) }
    const { status } = await call.post<{ status: string }>('/api/sms', { ...values, ...number, type, language })
    if (status !== 'sent') throw new CallFailed(409, [t(status === 'exists' ? 'people.sms_exists' : 'people.sms_disabled')])
    setRequestedNumber(number)
  }
  const check = async (values: Values) =>
    done(await call.post<{ token?: string }>('/api/otp', { ...values, ...requestedNumber, type, language }))
  if (!requestedNumber) {
    return (
      <Form key="ask" send={ask} button={t('people.code_send')}>
        {!initialNumber && <Phone codes={codes} code={code} />}
        {type === 'reset' && <Captcha form="password" />}
      </Form>
    )
  }
  return (
    <Form key="check" send={check} button={button} more={<Again send={() => setRequestedNumber(null)} />}>
      <output>{t('people.code_sent', { phone: `+${requestedNumber.country_code} ${requestedNumber.phone}` })}</output>
      <Field name="otp" label={t('people.code')} inputMode="numeric" autoComplete="one-time-code" maxLength={12} />
    </Form>
  )
}
