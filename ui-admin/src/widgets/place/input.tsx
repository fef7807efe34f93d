import { InputGroup } from '@blueprintjs/core'
import { useT } from '../../i18n/index.ts'
import { LineInput } from '../base/line-input.tsx'
import type { InputProps } from '../types.ts'

interface Place {
  text: string
  latitude: number | string | null
  longitude: number | string | null
}

/** The words of a place, and where on earth it is. */
export function Input(props: InputProps) {
  const { t } = useT()
  const { value, onChange, disabled } = props
  const now: Place = { text: '', latitude: null, longitude: null, ...(value as Partial<Place> | null) }
  const set = (part: Partial<Place>) => onChange({ ...now, ...part })
  const degrees = (name: 'latitude' | 'longitude') => (
    <InputGroup
      inputMode="decimal"
      className="num short-input"
      aria-label={t(`widget.${name}`)}
      placeholder={t(`widget.${name}`)}
      value={now[name] === null ? '' : String(now[name])}
      disabled={disabled ?? false}
      onChange={(event) => set({ [name]: event.target.value })}
    />
  )
  return (
    <div className="place-input">
      <LineInput {...props} value={now.text} onChange={(text) => set({ text: String(text) })} />
      <div className="place-degrees">
        {degrees('latitude')}
        {degrees('longitude')}
      </div>
    </div>
  )
}
