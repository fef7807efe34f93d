import { useMemo } from 'react'
import { useT } from '../../i18n/index.ts'
import type { InputProps } from '../../widgets/types.ts'
import { countries } from '../../common/countries.ts'
import { MultiPick } from './multi-pick.tsx'

/** Selection of countries by name. */
export default function Countries(props: InputProps) {
  const { language } = useT()
  const choices = useMemo(() => countries(language), [language])
  return <MultiPick {...props} choices={choices} />
}
