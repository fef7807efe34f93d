import { FieldSelect, type InputProps } from '../../../ui-admin/src/kit/index.ts'
import { providerName, useProviders } from './provider-names.ts'
import { useTexts } from './texts.ts'

/** The provider of a method: which fields follow depends on it. */
export default function ProviderInput({ value, ...input }: InputProps) {
  const say = useTexts()
  const chosen = typeof value === 'string' && value !== '' ? value : 'offline'
  const names = [...new Set([chosen, ...useProviders().map((p) => p.name)])]
  return <FieldSelect {...input} value={chosen} options={names.map((name) => ({ value: name, label: providerName(name, say) }))} />
}
