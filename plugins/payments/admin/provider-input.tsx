import { HTMLSelect } from '@blueprintjs/core'
import type { InputProps } from '../../../ui-admin/src/kit/index.ts'
import { providerName, useProviders } from './provider-names.ts'
import { useTexts } from './texts.ts'

/** The provider of a method: which fields follow depends on it. */
export default function ProviderInput({ id, value, onChange, invalid, describedBy, disabled }: InputProps) {
  const say = useTexts()
  const providers = useProviders()
  const chosen = typeof value === 'string' && value !== '' ? value : 'offline'
  const names = [...new Set([chosen, ...providers.map((p) => p.name)])]
  return (
    <HTMLSelect
      id={id}
      fill
      className={invalid ? 'is-invalid' : ''}
      value={chosen}
      disabled={disabled ?? false}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      onChange={(event) => onChange(event.target.value)}
    >
      {names.map((name) => (
        <option key={name} value={name}>
          {providerName(name, say)}
        </option>
      ))}
    </HTMLSelect>
  )
}
