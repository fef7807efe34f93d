import { InputGroup } from '@blueprintjs/core'
import { useT } from '../../i18n/index.ts'
import { LineInput } from '../base/line-input.tsx'
import type { InputProps } from '../types.ts'
import { getPlace, type TypedPlace, wrongDegrees } from './place.ts'

/** Address and coordinates of a place. */
export function Input(props: InputProps) {
  const { t } = useT()
  const { value, onChange, disabled, invalid, describedBy } = props
  const now = getPlace(value)
  const wrong = invalid ? wrongDegrees(value) : undefined
  const set = (part: Partial<TypedPlace>) => onChange({ ...now, ...part })
  const degrees = (name: 'latitude' | 'longitude') => (
    <label>
      <span className="quiet small">{t(`widget.${name}`)}</span>
      <InputGroup
        inputMode="decimal"
        className="num short-input"
        intent={wrong === name ? 'danger' : 'none'}
        aria-invalid={wrong === name || undefined}
        aria-describedby={wrong === name ? describedBy : undefined}
        autoComplete="off"
        value={now[name] === null ? '' : String(now[name])}
        disabled={disabled ?? false}
        onChange={(event) => set({ [name]: event.target.value })}
      />
    </label>
  )
  return (
    <div className="place-input">
      <LineInput {...props} invalid={invalid && !wrong} value={now.text} onChange={(text) => set({ text: String(text) })} />
      <div className="place-degrees">
        {degrees('latitude')}
        {degrees('longitude')}
      </div>
    </div>
  )
}
