import { ControlGroup, HTMLSelect } from '@blueprintjs/core'
import { use } from 'react'
import { FormScopeContext } from '../../form/form-context.ts'
import { useFormField } from '../../form/use-form-field.ts'
import { useT } from '../../i18n/index.ts'
import { LineInput } from '../base/line-input.tsx'
import type { InputProps } from '../types.ts'

const codes = ['852', '853', '86', '886', '60', '65']

/** Splits "+852 9123 4567" into country code and number. */
export function splitPhone(text: string): { code: string; number: string } {
  const bare = text.trim()
  // The longest matching code wins: 886 before 86.
  const code = [...codes].sort((a, b) => b.length - a.length).find((candidate) => bare.startsWith(`+${candidate}`)) ?? ''
  return { code, number: code ? bare.slice(code.length + 1).trim() : bare }
}

/** Phone number input, with country code unless another field holds it. */
export function Input(props: InputProps) {
  return use(FormScopeContext) ? <InForm {...props} /> : <WithCode {...props} />
}

function InForm(props: InputProps) {
  const { value: code } = useFormField(props.path.replace(/[^.]+$/, 'country_code'))
  return code === undefined ? <WithCode {...props} /> : <LineInput {...props} extra={dialled} />
}

const dialled = { type: 'tel', inputMode: 'tel' } as const

function WithCode(props: InputProps) {
  const { t } = useT()
  const { code, number } = splitPhone(typeof props.value === 'string' ? props.value : '')
  const join = (nextCode: string, next: string) => props.onChange(nextCode ? `+${nextCode} ${next}` : next)
  return (
    <ControlGroup fill>
      <HTMLSelect
        className="phone-code"
        aria-label={t('widget.countryCode')}
        value={code}
        disabled={props.disabled ?? false}
        onChange={(event) => join(event.target.value, number)}
        options={[{ value: '', label: '–' }, ...codes.map((value) => ({ value, label: `+${value}` }))]}
      />
      <LineInput {...props} value={number} onChange={(text) => join(code, String(text))} extra={dialled} />
    </ControlGroup>
  )
}
